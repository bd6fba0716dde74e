import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Futures
import GATT
import Testing

@testable import CentralRole

/// Discovery, caching, services that change.
@Suite struct GroupCTests {
  static let replacement: ObjectPath = "/org/bluez/hci0/dev_C4_BE_84_00_00_01/service0030"
  static let newer: ObjectPath = "/org/bluez/hci0/dev_C4_BE_84_00_00_01/service0030/char0031"
  static let description: ObjectPath =
    "/org/bluez/hci0/dev_C4_BE_84_00_00_01/service0010/char0011/desc0013"

  static func addDescription(_ daemon: ScriptedDaemon) {
    daemon.add(
      description, .descriptor,
      [
        "UUID": .string(BluetoothUUID(0x2901 as UInt16).fullLowercased),
        "Characteristic": .objectPath(Objects.data), "Value": .bytes(Data()),
      ])
  }

  @Test func `B43 attributes that come after ServicesResolved are all discovered`() throws {
    let world = ScriptedWorld()
    world.daemon.remove(Objects.service)
    world.daemon.remove(Objects.other)
    let peripheral = try world.peripheral()
    let links = StreamLog(peripheral.connect())
    let found = Lock<[String]>([])
    peripheral.connect().flatMap { _ in peripheral.discoverAttributes() }.onSuccess { _ in
      let characteristics = peripheral.services.flatMap(\.characteristics)
      found.withLock { found in
        found = peripheral.services.map { "\($0.uuid)" } + characteristics.map { "\($0.uuid)" }
        found += characteristics.flatMap(\.descriptors).map { "\($0.uuid)" }
      }
    }
    world.advance(.milliseconds(150))
    #expect(links.count == 0)
    world.daemon.add(
      Objects.service, .service, Objects.serviceProperties(Objects.serviceUUID))
    world.run()
    world.daemon.add(
      Objects.data, .characteristic,
      Objects.characteristicProperties(Objects.dataUUID, Objects.service, ["read", "notify"]))
    world.advance(.milliseconds(300))
    #expect(links.values.count == 1)
    #expect(found.withLock { $0 } == [])
    Self.addDescription(world.daemon)
    world.advance(.milliseconds(600))
    #expect(found.withLock { $0 } == ["FFE0", "FFE1", "2901"])
  }

  @Test func `B43 attributes of a link whose tree was complete are discovered at once`() throws {
    let world = ScriptedWorld()
    let peripheral = try world.peripheral()
    peripheral.connect().forEach { _ in }
    world.run()
    #expect(peripheral.discoverAttributes().success != nil)
    #expect(peripheral.services.flatMap(\.characteristics).count == 3)
  }

  @Test func `B45 a service that is replaced is told once, and what went is invalid`() throws {
    let world = ScriptedWorld()
    let peripheral = try world.connected()
    let old = try #require(peripheral.services.first)
    let data = try world.characteristic(Objects.data, of: peripheral)
    let changes = StreamLog(peripheral.servicesChanged())
    let values = StreamLog(data.receiveNotificationUpdates())
    _ = data.startNotifying()
    world.daemon.script("ReadValue", .never)
    let pending = data.read()
    world.run()

    world.daemon.change(Objects.device, .device, ["ServicesResolved": .bool(false)])
    world.daemon.remove(Objects.service)
    world.advance(.milliseconds(700))
    #expect(changes.count == 0)
    let discovery = peripheral.discoverAllServices()
    world.daemon.add(
      Self.replacement, .service, Objects.serviceProperties(BluetoothUUID(0xFFA0 as UInt16)))
    world.daemon.add(
      Self.newer, .characteristic,
      Objects.characteristicProperties(Objects.dataUUID, Self.replacement, ["read"]))
    world.daemon.change(Objects.device, .device, ["ServicesResolved": .bool(true)])
    world.run()
    #expect(!discovery.isCompleted)
    world.advance(.seconds(2))

    let change = try #require(changes.values.first)
    #expect(changes.count == 1)
    #expect(change.removed == [old])
    #expect(change.added.map(\.uuid) == [BluetoothUUID(0xFFA0 as UInt16)])
    #expect(change.changed == [])
    #expect(discovery.success != nil)
    #expect(peripheral.services == [peripheral.services[0], change.added[0]])

    let gone = "FFE1: the peripheral no longer has it; discover its services again"
    #expect(pending.failure?.description == gone)
    #expect(values.failures == [gone])
    #expect(!old.isValid && !data.isValid && change.added[0].isValid)
    world.daemon.forgetCalls()
    let read = data.read()
    let start = data.startNotifying()
    world.advance(.seconds(1))
    #expect(read.failure?.code == .invalidated)
    #expect(start.failure?.description == gone)
    #expect(old.discoverAllCharacteristics().failure?.code == .invalidated)
    #expect(world.daemon.calls == [])
  }

  @Test func `B45 the simulated peripheral changes its services`() throws {
    let kept = SimulatedService(
      uuid: 0xFFE0,
      characteristics: [SimulatedCharacteristic(uuid: 0xFFE1, properties: [.read])])
    let old = SimulatedService(
      uuid: 0xFFA0,
      characteristics: [SimulatedCharacteristic(uuid: 0xFFA1, properties: [.read])])
    let new = SimulatedService(
      uuid: 0xFFB0,
      characteristics: [
        SimulatedCharacteristic(uuid: 0xFFB1, properties: [.read], value: Data([7]))
      ])
    let world = try AttributeWorld(kept, old)
    let changes = StreamLog(world.peripheral.servicesChanged())
    let staying = try world.characteristic(0xFFE1)
    world.tag.changeServices(to: [kept, new])
    world.bluez.advance(by: .seconds(1))
    let change = try #require(changes.values.first)
    #expect(changes.count == 1)
    #expect(change.removed.map(\.uuid) == [0xFFA0])
    #expect(change.added.map(\.uuid) == [0xFFB0])
    _ = try world.wait(for: staying.read())
    let fresh = try world.wait(for: world.peripheral.discoverCharacteristic(0xFFB1, in: 0xFFB0))
    #expect(try world.wait(for: fresh.read()) == Data([7]))
    #expect(world.peripheral.services.map(\.uuid) == [0xFFE0, 0xFFB0])
  }

  @Test func `B45 a subscription that resumes is made again when its service comes back`() throws {
    let world = ScriptedWorld()
    let peripheral = try world.connected()
    let data = try world.characteristic(Objects.data, of: peripheral)
    let values = StreamLog(data.receiveNotificationUpdates(resuming: true))
    _ = data.startNotifying()
    world.run()
    world.daemon.remove(Objects.service)
    world.daemon.add(
      Objects.service, .service, Objects.serviceProperties(Objects.serviceUUID))
    world.daemon.add(
      Objects.data, .characteristic,
      Objects.characteristicProperties(Objects.dataUUID, Objects.service, ["read", "notify"]))
    world.advance(.seconds(1))
    #expect(values.codes == [.invalidated])
    #expect(world.daemon.count("StartNotify") == 2)
    world.daemon.notify(5)
    world.run()
    #expect(values.values == [Data([5])])
  }

  @Test func `B45 a path that is another attribute by now is not asked`() throws {
    let world = ScriptedWorld()
    let peripheral = try world.connected()
    let control = try world.characteristic(Objects.control, of: peripheral)
    world.daemon.remove(Objects.control)
    world.daemon.add(
      Objects.control, .characteristic,
      Objects.characteristicProperties(0xFFE9, Objects.service, ["read", "write"]))
    world.run()
    let write = control.write(data: Data([1]))
    world.advance(.seconds(1))
    #expect(write.failure?.code == .invalidated)
    #expect(world.daemon.count("WriteValue") == 0)
  }

  @Test func `B45 the end of a link that takes its attributes along changes no services`() throws {
    let world = ScriptedWorld()
    let peripheral = try world.connected()
    let changes = StreamLog(peripheral.servicesChanged())
    world.daemon.remove(Objects.service)
    world.daemon.remove(Objects.other)
    world.daemon.link(false)
    world.advance(.seconds(20))
    #expect(changes.count == 0)
  }

  @Test func `B45 services that change between two links are found by the next one`() throws {
    let old = SimulatedService(
      uuid: 0xFFA0,
      characteristics: [SimulatedCharacteristic(uuid: 0xFFA1, properties: [.read])])
    let new = SimulatedService(
      uuid: 0xFFB0,
      characteristics: [SimulatedCharacteristic(uuid: 0xFFB1, properties: [.read])])
    let world = try AttributeWorld(old)
    let gone = try world.characteristic(0xFFA1)
    world.tag.dropLink()
    world.bluez.advance(by: .seconds(1))
    world.tag.changeServices(to: [new])
    world.peripheral.reconnect()
    world.bluez.advance(by: .seconds(1))
    try world.wait(for: world.peripheral.discoverAttributes())
    #expect(world.peripheral.services.map(\.uuid) == [0xFFB0])
    #expect(!gone.isValid)
    let read = gone.read()
    world.bluez.advance(by: .seconds(1))
    #expect(read.failure?.code == .invalidated)
    _ = try world.wait(for: world.characteristic(0xFFB1).read())
  }

  @Test func `B47 two services with one UUID live side by side`() throws {
    func battery(_ level: UInt8) -> SimulatedService {
      SimulatedService(
        uuid: 0x180F,
        characteristics: [
          SimulatedCharacteristic(uuid: 0x2A19, properties: [.read], value: Data([level]))
        ])
    }
    let world = try AttributeWorld(battery(10), battery(20))
    let services = try #require(world.peripheral.services(withUUID: 0x180F))
    #expect(services.count == 2)
    let levels = try services.flatMap(\.characteristics).map { try world.wait(for: $0.read()) }
    #expect(levels == [Data([10]), Data([20])])
    let error = #expect(throws: CentralError.self) {
      try world.peripheral.characteristic(0x2A19, in: 0x180F)
    }
    #expect(
      error?.description == "\(world.tag.address) has 2 services 180F, at the handles "
        + "0x10, 0x13: choose one of the list or by its handle")
    #expect(world.peripheral.service(withHandle: 0x13) == services[1])
    #expect(world.peripheral.characteristic(withHandle: 0x14) == services[1].characteristics[0])
  }

  @Test func `B47 two characteristics of one service with one UUID are told apart`() throws {
    let world = try AttributeWorld(
      SimulatedService(
        uuid: 0xFFE0,
        characteristics: [
          SimulatedCharacteristic(uuid: 0xFFE1, properties: [.read], value: Data([1])),
          SimulatedCharacteristic(uuid: 0xFFE1, properties: [.read], value: Data([2])),
        ]))
    let twins = try #require(world.peripheral.services[0].characteristics(withUUID: 0xFFE1))
    #expect(try twins.map { try world.wait(for: $0.read()) } == [Data([1]), Data([2])])
    let error = #expect(throws: CentralError.self) {
      try world.peripheral.services[0].characteristic(withUUID: 0xFFE1)
    }
    #expect(error?.code == .attributeAmbiguous)
    let missing = #expect(throws: CentralError.self) {
      try world.peripheral.characteristic(0xFFE2, in: 0xFFE0)
    }
    #expect(
      missing?.description == "no characteristic FFE2 of service FFE0 was discovered: "
        + "discover it first, or look whether the peripheral has it")
  }

  @Test func `B48 discovering another service keeps the first one and its subscription`() throws {
    let world = ScriptedWorld()
    let peripheral = try world.peripheral()
    peripheral.connect().forEach { _ in }
    world.run()
    _ = peripheral.discoverServices([Objects.serviceUUID])
    let first = try #require(peripheral.services.first)
    _ = first.discoverCharacteristics([Objects.dataUUID])
    let data = try #require(first.characteristics.first)
    let values = StreamLog(data.receiveNotificationUpdates())
    _ = data.startNotifying()
    world.run()
    _ = peripheral.discoverServices([Objects.otherUUID])
    _ = peripheral.services[1].discoverAllCharacteristics()
    _ = first.discoverAllCharacteristics()
    #expect(peripheral.services.count == 2)
    #expect(peripheral.services[0] === first)
    #expect(first.characteristics.first === data)
    #expect(first.characteristics.count == 2)
    world.daemon.notify(1)
    world.run()
    #expect(values.values == [Data([1])])
  }

  @Test func `B51 a battery that the daemon keeps to itself is a service all the same`() throws {
    let world = ScriptedWorld()
    world.daemon.add(Objects.device, .battery, ["Percentage": .byte(77)])
    let peripheral = try world.connected()
    let service = try peripheral.service(withUUID: 0x180F)
    #expect(service.handle == nil)
    let level = try service.characteristic(withUUID: 0x2A19)
    let values = StreamLog(level.receiveNotificationUpdates())
    #expect(level.read().success == Data([77]))
    let start = level.startNotifying(route: .socket)
    world.run()
    #expect(start.success != nil)
    world.daemon.change(Objects.device, .battery, ["Percentage": .byte(76)])
    world.run()
    #expect(values.values == [Data([76])])
    #expect(level.data == Data([76]))
    let stop = level.stopNotifying()
    world.run()
    #expect(stop.success != nil)
    #expect(world.daemon.calls == [])
    world.daemon.link(false)
    world.run()
    #expect(level.read().failure?.code == .disconnected)
  }

  @Test func `B51 a battery service of the peripheral's own is the only one`() throws {
    let world = ScriptedWorld()
    world.daemon.add(Objects.device, .battery, ["Percentage": .byte(77)])
    world.daemon.add(GroupCTests.replacement, .service, Objects.serviceProperties(0x180F))
    let peripheral = try world.connected()
    #expect(peripheral.services(withUUID: 0x180F)?.map(\.handle) == [0x0030])
  }

  @Test func `B51 without a battery there is no battery service`() throws {
    #expect(try ScriptedWorld().connected().services(withUUID: 0x180F) == nil)
  }

  @Test(arguments: [20, 5])
  func `B49 the deadline of the services is apart from that of the link`(resolution: Int) throws {
    let world = ScriptedWorld()
    let peripheral = try world.peripheral()
    world.daemon.script(
      "Connect",
      .after(.seconds(2), .first({ $0.link(true, resolved: false) }, then: .done)))
    let links = StreamLog(
      peripheral.connect(timeout: .seconds(10), resolutionTimeout: .seconds(resolution)))
    world.advance(.seconds(12))
    if peripheral.driver.isLinked { world.daemon.link(true) }
    world.advance(.seconds(1))
    #expect(peripheral.isConnected == (resolution == 20))
    #expect(
      links.failures
        == (resolution == 20
          ? []
          : [
            "the connection to C4:BE:84:00:00:01 reached the deadline of its service resolution: "
              + "check that it is near and connectable"
          ]))
  }
}
