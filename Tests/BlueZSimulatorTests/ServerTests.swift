import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Futures
import GATT
import Testing

@Suite struct ServerTests {
  @Test func `an application is asked for its tree before it is registered`() throws {
    let world = try PublishedService()
    world.export()
    #expect(world.register().values == [])
    #expect(world.program.calls == ["GetManagedObjects"])
    #expect(
      world.property("UUIDs", .adapter)?.asStrings == ["0000180d-0000-1000-8000-00805f9b34fb"])
    #expect(world.register().error == "org.bluez.Error.AlreadyExists: Already Exists")
    world.program.leave()
    world.bluez.run()
    #expect(world.property("UUIDs", .adapter)?.asStrings == [])
  }

  @Test func `a bad application is refused with the daemon's words`() throws {
    let cases: [(Value, String)] = [
      (.dictionary(key: "o", value: "a{sa{sv}}", []), "No object received"),
      (
        .dictionary(
          key: "o", value: "a{sa{sv}}",
          [
            .init(
              key: .objectPath("/app/x"),
              value: .dictionary(key: "s", value: "a{sv}", []))
          ]), "No valid service object found"
      ), (PublishedService.tree(flags: ["fly"]), "Failed to create entry in database"),
    ]
    for (tree, text) in cases {
      let world = try PublishedService()
      world.export(tree: tree)
      #expect(world.register().error == "org.bluez.Error.Failed: \(text)")
    }
    let world = try PublishedService()
    #expect(world.register().error == "org.bluez.Error.Failed: No object received")
  }

  @Test func `a central connects when a program advertises, and gets a device`() throws {
    let world = try PublishedService()
    world.export()
    #expect(world.register().values == [])
    let error = #expect(throws: SimulatorError.self) {
      try world.bluez.wait(for: world.central.connect(to: world.adapter))
    }
    #expect(
      error?.description
        == "no program advertises at hci0 that it can be connected to, or the central is "
        + "connected there already or blocked")
    #expect(world.advertise().values == [])
    let witness = Witness(world.bluez)
    try world.bluez.wait(for: world.central.connect(to: world.adapter))
    world.bluez.advance(by: .seconds(1))
    #expect(
      witness.take() == [
        "added dev_D0_00_00_00_00_01 Device1",
        "changed dev_D0_00_00_00_00_01 ServicesResolved=true",
      ])
    #expect(world.central.isConnected)
    world.central.disconnect()
    world.bluez.run()
    #expect(!world.central.isConnected)
    #expect(
      witness.take().first
        == "changed dev_D0_00_00_00_00_01 Connected=false ServicesResolved=false")
    #expect(throws: SimulatorError.self) {
      try world.bluez.wait(for: world.central.discoverServices())
    }
  }

  @Test func `a central reads and writes with the daemon's options`() throws {
    let world = try PublishedService.connected { call in
      call.reply(call.message.member == "ReadValue" ? [.bytes(Data([0, 60]))] : [])
    }
    let rate = try world.found(0x2A37)
    let control = try world.found(0x2A39)
    #expect(rate.properties == [.read, .notify])
    #expect(try world.bluez.wait(for: world.central.read(rate)) == Data([0, 60]))
    try world.bluez.wait(for: world.central.write(Data([1]), to: control, offset: 2))
    #expect(
      world.program.calls.suffix(2) == [
        "ReadValue {device:dev_D0_00_00_00_00_01 link:LE mtu:185}",
        "WriteValue 01 {device:dev_D0_00_00_00_00_01 link:LE mtu:185 offset:2}",
      ])
    for (wrong, error) in [
      (world.central.read(control), ATTError.readNotPermitted),
      (world.central.write(Data(), to: rate).map { Data() }, .writeNotPermitted),
      (
        world.central.write(Data(repeating: 0, count: 513), to: control).map { Data() },
        .invalidAttributeValueLength
      ),
    ] {
      #expect(throws: error) { try world.bluez.wait(for: wrong) }
    }
  }

  @Test func `a write without response is done when it is sent`() throws {
    let world = try PublishedService.connected { $0.replyError("org.bluez.Error.Failed", "") }
    let (rate, control) = (try world.found(0x2A37), try world.found(0x2A39))
    try world.bluez.wait(for: world.central.writeWithoutResponse(Data([9]), to: control))
    #expect(
      world.program.calls.last == "WriteValue 09 {device:dev_D0_00_00_00_00_01 link:LE mtu:185}")
    let count = world.program.calls.count
    try world.bluez.wait(for: world.central.writeWithoutResponse(Data([9]), to: rate))
    #expect(world.program.calls.count == count, "what cannot be written is not, and nobody says so")
    #expect(throws: ATTError.invalidAttributeValueLength) {
      let long = world.central.writeWithoutResponse(Data(repeating: 0, count: 183), to: control)
      try world.bluez.wait(for: long)
    }
    world.central.disconnect()
    world.bluez.run()
    #expect(throws: SimulatorError.self) {
      try world.bluez.wait(for: world.central.writeWithoutResponse(Data(), to: control))
    }
  }

  @Test(
    arguments: [
      ("org.bluez.Error.NotSupported", "", 0x06), ("org.bluez.Error.NotAuthorized", "", 0x08),
      ("org.bluez.Error.InvalidValueLength", "", 0x0D), ("org.bluez.Error.InvalidOffset", "", 0x07),
      ("org.bluez.Error.InProgress", "", 0xFE), ("org.bluez.Error.NotPermitted", "", 0x02),
      ("org.bluez.Error.Failed", "0x85", 0x85), ("org.bluez.Error.Failed", "0xff", 0x80),
      ("org.bluez.Error.Failed", "no", 0x80), ("org.example.Error", "", 0x0E),
    ] as [(String, String, UInt8)])
  func `a program's errors become ATT errors`(name: String, text: String, code: UInt8) throws {
    let world = try PublishedService.connected { $0.replyError(name, text) }
    let rate = try world.found(0x2A37)
    #expect(throws: ATTError(code: code)) {
      try world.bluez.wait(for: world.central.read(rate))
    }
  }

  @Test func `a program has five seconds to answer`() throws {
    let calls = Lock<[MethodCall]>([])
    let world = try PublishedService.connected { call in calls.withLock { $0.append(call) } }
    let read = world.central.read(try world.found(0x2A37))
    world.bluez.advance(by: .milliseconds(5_004))
    #expect(read.result == nil)
    world.bluez.advance(by: .milliseconds(2))
    #expect(throws: ATTError.unlikelyError) { try read.result?.get() }
  }

  @Test func `values go to every subscriber, and the program hears of the first and the last`()
    throws
  {
    let world = try PublishedService.connected()
    let second = SimulatedCentral(
      address: try #require(BluetoothAddress("D0:00:00:00:00:02")), mtu: 23)
    try world.bluez.wait(for: second.connect(to: world.adapter))
    let rate = try world.found(0x2A37)
    let values = Lock<[String]>([])
    for (name, central) in [("first", world.central), ("second", second)] {
      let subscribed = central.subscribe(to: rate) { value in
        values.withLock { $0.append("\(name) \(value.count)") }
      }
      try world.bluez.wait(for: subscribed)
    }
    world.program.emit(
      .signal(
        path: PublishedService.rate, interface: BusNames.properties, member: "PropertiesChanged",
        [
          .string(InterfaceTable.characteristic.name),
          .properties(["Value": .bytes(Data(repeating: 1, count: 30))]), .strings([]),
        ]))
    world.bluez.run()
    #expect(values.withLock { $0 } == ["first 30", "second 20"])
    try world.bluez.wait(for: world.central.unsubscribe(from: rate))
    #expect(world.program.calls.last == "StartNotify")
    second.disconnect()
    world.bluez.run()
    #expect(
      world.program.calls.filter { $0.hasSuffix("Notify") } == ["StartNotify", "StopNotify"])
  }

  @Test func `an indication is confirmed to the program`() throws {
    let world = try PublishedService.connected(
      tree: PublishedService.tree(flags: ["indicate", "encrypt-read"]))
    let rate = try world.found(0x2A37)
    try world.bluez.wait(for: world.central.subscribe(to: rate) { _ in })
    world.program.emit(
      .signal(
        path: PublishedService.rate, interface: BusNames.properties, member: "PropertiesChanged",
        [
          .string(InterfaceTable.characteristic.name),
          .properties(["Value": .bytes(Data([1]))]), .strings([]),
        ]))
    world.bluez.run()
    #expect(world.program.calls.last == "Confirm")
    #expect(throws: ATTError.insufficientEncryption) {
      try world.bluez.wait(for: world.central.read(rate))
    }
  }
}
