import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Futures
import GATT
import Testing

/// Every test compares the whole transcript of what followed.
@Suite struct FaultTests {
  private let setting = "/org/bluez/hci0/dev_C4_BE_84_00_00_01/service0010/char0014"

  /// What went over the bus while the world went on.
  private func transcript(
    of world: World, for duration: Duration = .milliseconds(50), _ act: (Witness) -> Void
  ) -> String {
    world.bluez.clearTranscript()
    act(world.client)
    world.advance(by: duration)
    return world.bluez.transcript.filter { !$0.contains("org.bluez.Battery1") }
      .joined(separator: "\n")
  }

  @Test func `the second read fails with any error and the others do not`() throws {
    let world = try World.connected()
    let path = try world.path(world.setting)
    world.bluez.faults.on(.readValue, calls: .second, [.fail("Failed", "Out of coffee")])
    let text = transcript(of: world) { client in
      for _ in 1...3 {
        client.read(path)
        world.advance(by: .milliseconds(10))
      }
    }
    #expect(
      text == """
        call \(setting) ReadValue {}
        signal \(setting) PropertiesChanged 'org.bluez.GattCharacteristic1' {'Value': [11]} []
        reply \(setting) ReadValue [11]
        call \(setting) ReadValue {}
        error \(setting) ReadValue org.bluez.Error.Failed: Out of coffee
        call \(setting) ReadValue {}
        signal \(setting) PropertiesChanged 'org.bluez.GattCharacteristic1' {'Value': [11]} []
        reply \(setting) ReadValue [11]
        """)
  }

  @Test func `an answer comes late and a call without answer waits for the daemon's end`() throws {
    let world = try World.connected()
    let path = try world.path(world.setting)
    world.bluez.faults.on(.readValue, calls: .first, [.serve, .wait(.seconds(30)), .answer])
    world.bluez.faults.on(.writeValue, [.answerNever])
    let late = world.client.read(path)
    let never = world.client.write(path, [1])
    world.advance(by: .seconds(30))
    #expect(late.isPending)
    world.advance(by: .milliseconds(10))
    #expect(late.values == [.bytes(Data([0x0B]))])
    world.advance(by: .seconds(60))
    #expect(never.isPending)
    #expect(world.setting.value == Data([0x0B]))
    world.bluez.killDaemon()
    world.bluez.run()
    #expect(never.error?.hasPrefix("org.freedesktop.DBus.Error.NoReply") == true)
  }

  @Test func `a link is lost between a read and its answer`() throws {
    let world = try World.connected()
    let path = try world.path(world.setting)
    world.bluez.faults.on(.readValue, [.serve, .dropLink(), .answer])
    let text = transcript(of: world) { $0.read(path) }
    #expect(
      text == """
        call \(setting) ReadValue {}
        signal \(setting) PropertiesChanged 'org.bluez.GattCharacteristic1' {'Value': [11]} []
        signal \(World.devicePath) PropertiesChanged 'org.bluez.Device1' \
        {'Connected': false, 'ServicesResolved': false} []
        reply \(setting) ReadValue [11]
        """)
  }

  @Test func `a link is lost before a read and behind its answer`() throws {
    for steps in [[SimulatedStep.dropLink()], [.answer, .dropLink()]] {
      let world = try World.connected()
      let path = try world.path(world.setting)
      world.bluez.faults.on(.readValue, of: .characteristic(world.setting), steps)
      let lines = transcript(of: world) { $0.read(path) }.split(separator: "\n").map {
        $0.split(separator: " ")[0]
      }
      let isBefore = steps.count == 1
      #expect(
        lines == (isBefore ? ["call", "signal", "error"] : ["call", "signal", "reply", "signal"]))
      #expect(!world.peripheral.isConnected)
    }
  }

  @Test func `a device vanishes in the middle of a connect`() throws {
    let world = try World.discovered()
    world.bluez.faults.on(
      .connect, of: .peripheral(world.peripheral), calls: .first,
      [.wait(.milliseconds(20)), .removeObject(), .fail("le-connection-abort-by-local")])
    let text = transcript(of: world) { $0.device("Connect") }
    #expect(
      text == """
        call \(World.devicePath) Connect
        signal / InterfacesRemoved \(World.devicePath) ['org.bluez.Device1', \
        'org.freedesktop.DBus.Introspectable', 'org.freedesktop.DBus.Properties']
        error \(World.devicePath) Connect org.bluez.Error.Failed: le-connection-abort-by-local
        """)
  }

  @Test func `signals come before and after an answer`() throws {
    let world = try World.connected()
    let path = try world.path(world.measurement)
    world.bluez.faults.on(
      .startNotify,
      [
        .emit(.value(.bytes(Data([1])))), .answer, .emit(.value(.bytes(Data([2])))),
      ])
    world.client.characteristic(path, "StartNotify")
    world.advance(by: .milliseconds(50))
    let name = path.lastElement
    #expect(
      world.client.take() == [
        "changed \(name) Value=01", "changed \(name) Notifying=true", "reply StartNotify",
        "changed \(name) Value=02",
      ])
  }

  @Test func `signals have wrong types and come from strangers`() throws {
    let world = try World.connected()
    let device = World.devicePath.string
    let text = transcript(of: world) { _ in
      world.bluez.faults.after(
        .milliseconds(10),
        [
          .emit(
            .propertiesChanged(
              of: device, interface: "org.bluez.Device1", ["Connected": .string("no")])),
          .emit(
            SimulatedSignal(
              path: device, interface: "org.freedesktop.DBus.Properties",
              member: "PropertiesChanged", body: [.uint32(7)])),
          .emitForeign(
            .propertiesChanged(
              of: device, interface: "org.bluez.Device1", ["Connected": .bool(false)])),
        ])
    }
    #expect(
      text == """
        signal \(device) PropertiesChanged 'org.bluez.Device1' {'Connected': 'no'} []
        signal \(device) PropertiesChanged 7
        foreign \(device) PropertiesChanged 'org.bluez.Device1' {'Connected': false} []
        """)
    #expect(world.peripheral.isConnected)
    // The client's rules name the daemon as sender, so the bus keeps the stranger away.
    #expect(world.client.take().count == 2)
  }

  @Test func `the daemon dies in a call and comes back with other paths`() throws {
    let world = try World.connected()
    let path = try world.path(world.setting)
    world.bluez.faults.on(
      .readValue, calls: .first,
      [.killDaemon, .wait(.seconds(1)), .startDaemon(renumbersAttributes: true)])
    let read = world.client.read(path)
    world.advance(by: .seconds(5))
    #expect(read.error?.hasPrefix("org.freedesktop.DBus.Error.NoReply") == true)
    #expect(world.client.take(only: "org.bluez ") == ["org.bluez left", "org.bluez came"])
    world.client.device("Connect")
    world.advance(by: .seconds(1))
    #expect(path.string.hasSuffix("service0010/char0014"))
    #expect(try world.path(world.setting).string.hasSuffix("service0110/char0114"))
  }

  @Test func `an adapter is unplugged and comes back with another number`() throws {
    let world = try World.connected()
    world.bluez.faults.at(
      world.bluez.now + .seconds(1), [.unplug(), .wait(.seconds(1)), .plugIn(index: 2)])
    world.advance(by: .milliseconds(1500))
    #expect(world.client.objects().keys.filter { $0.string.contains("hci") }.isEmpty)
    #expect(!world.peripheral.isConnected)
    world.advance(by: .seconds(1))
    let paths = world.client.objects().keys.map(\.string).sorted()
    #expect(world.adapter.identifier == "hci2")
    #expect(paths.contains("/org/bluez/hci2/dev_C4_BE_84_00_00_01"))
    #expect(!paths.contains { $0.contains("hci0") })
  }

  @Test func `faults repeat by time until they are cancelled`() throws {
    let world = try World.connected()
    let fault = world.bluez.faults.every(.seconds(20), [.dropLink(world.peripheral)])
    world.advance(by: .milliseconds(20_001))
    #expect(!world.peripheral.isConnected)
    world.client.device("Connect")
    world.advance(by: .seconds(1))
    #expect(world.peripheral.isConnected)
    fault.cancel()
    world.advance(by: .seconds(60))
    #expect(world.peripheral.isConnected)
  }

  @Test func `full sockets lose values`() throws {
    let world = try World.connected()
    let path = try world.path(world.measurement)
    let answer = world.client.characteristic(path, "AcquireNotify", [.properties([:])])
    world.advance(by: .milliseconds(50))
    let socket = try #require(answer.values?.first?.asFileDescriptor)
    world.bluez.faults.hasFullSockets = true
    world.peripheral.notify(Data([1]), from: world.measurement)
    world.bluez.run()
    world.bluez.faults.removeAll()
    world.peripheral.notify(Data([2]), from: world.measurement)
    world.bluez.run()
    #expect(Packets.waiting(in: socket) == [[2]])
    #expect(
      world.bluez.transcript.last
        == "a notification was dropped, the socket is full or closed")
  }

  @Test func `each third call and all from the fourth on are counted from the fault`() throws {
    let world = try World.connected()
    let path = try world.path(world.setting)
    world.client.read(path)
    world.advance(by: .milliseconds(50))
    world.bluez.faults.on(.readValue, calls: .each(3), [.fail("third")])
    let fault = world.bluez.faults.on(.readValue, calls: .from(5), [.fail("late")])
    let errors = (1...7).map { _ in
      let answer = world.client.read(path)
      world.advance(by: .milliseconds(50))
      return answer.error ?? "none"
    }
    #expect(
      errors.map { $0.split(separator: " ").last } == [
        "none", "none", "third", "none", "late", "late", "late",
      ])
    fault.cancel()
    let answer = world.client.read(path)
    world.advance(by: .milliseconds(50))
    #expect(answer.error == nil)
  }

  @Test func `the log of calls knows callers, times and how many were open`() throws {
    let world = try World.connected()
    let path = try world.path(world.setting)
    let start = world.bluez.now
    world.client.write(path, [1])
    world.client.write(path, [2])
    world.advance(by: .milliseconds(50))
    let calls = world.bluez.calls.filter { $0.method == "WriteValue" }
    #expect(calls.map(\.openCalls) == [1, 2])
    #expect(calls.map(\.arguments) == ["[1] {'type': 'request'}", "[2] {'type': 'request'}"])
    #expect(
      calls.map(\.client) == Array(repeating: try #require(world.client.uniqueName), count: 2))
    #expect(calls.map(\.time) == [start, start])
    #expect(calls.map(\.end) == [start + .milliseconds(5), start])
  }

  @Test func `the bus has limits`() throws {
    let world = try World.connected()
    world.bluez.busLimits.connections = 2
    let third = Witness(world.bluez)
    #expect(third.uniqueName == nil)
    world.bluez.busLimits = SimulatedBusLimits()
    world.bluez.busLimits.pendingReplies = 1
    let path = try world.path(world.setting)
    world.client.read(path)
    let second = world.client.read(path)
    world.advance(by: .milliseconds(50))
    #expect(
      second.error == "org.freedesktop.DBus.Error.LimitsExceeded: The maximum number of pending "
        + "replies per connection has been reached (max_replies_per_connection=1)")
  }
}
