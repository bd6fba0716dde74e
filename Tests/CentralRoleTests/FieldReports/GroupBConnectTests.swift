import BlueZ
import DBus
import FoundationEssentials
import Futures
import Testing

@testable import CentralRole

/// Public reports of what goes wrong while connecting, by their number.
@Suite struct GroupBConnectTests {
  let world = ScriptedWorld()
  let peripheral: Peripheral
  private let address = "C4:BE:84:00:00:01"

  init() throws { peripheral = try world.peripheral() }

  private func connect(
    _ timeout: Duration = .seconds(60), reconnecting policy: ReconnectPolicy = .never
  ) -> StreamLog<Void> {
    let log = StreamLog(peripheral.connect(timeout: timeout, reconnecting: policy))
    world.run()
    return log
  }

  private static let flicker = ScriptedDaemon.Answer.first(
    { daemon in
      daemon.link(true, resolved: false)
      daemon.link(false)
    }, then: .failed("le-connection-abort-by-local"))

  @Test func `B20 local aborts with a flicker of the link are not told`() {
    world.daemon.script("Connect", Self.flicker, Self.flicker)
    let ends = StreamLog(peripheral.disconnectionEvents())
    let log = connect()
    world.advance(.seconds(10))
    #expect(log.values.count == 1)
    #expect(log.failures.isEmpty)
    #expect(ends.count == 0)
    #expect(world.daemon.count("Connect") == 3)
  }

  @Test func `B22 a read in flight fails with its link and a later connect works`() throws {
    let peripheral = try world.connected()
    let data = try world.characteristic(Objects.data, of: peripheral)
    world.daemon.script("ReadValue", .never)
    let read = data.read()
    world.run()
    world.daemon.link(false)
    world.run()
    #expect(read.failure?.code == .disconnected)
    peripheral.reconnect()
    world.run()
    #expect(peripheral.isConnected)
  }

  @Test func `B23 an unanswered connect is taken back and the queue moves on`() throws {
    let other: ObjectPath = "/org/bluez/hci0/dev_C4_BE_84_00_00_02"
    var properties = Objects.deviceProperties
    properties["Address"] = .string("C4:BE:84:00:00:02")
    world.daemon.add(other, .device, properties)
    world.daemon.add(
      "/org/bluez/hci0/dev_C4_BE_84_00_00_02/service0010", .service,
      Objects.serviceProperties(Objects.serviceUUID))
    world.run()
    let second = try #require(world.manager.peripherals.last)
    world.daemon.script(
      "Connect", .never,
      .first(
        { daemon in
          daemon.change(
            other, .device, ["Connected": .bool(true), "ServicesResolved": .bool(true)])
        }, then: .done))
    let first = connect(.seconds(5))
    let log = StreamLog(second.connect())
    world.advance(.seconds(4))
    #expect(world.daemon.count("Connect") == 1)
    #expect(second.connectionState == .connecting)
    world.advance(.seconds(2))
    #expect(first.codes == [.connectionTimeout])
    #expect(
      world.daemon.calls.filter { $0.hasPrefix("Disconnect") }
        == ["Disconnect dev_C4_BE_84_00_00_01"])
    #expect(log.values.count == 1)
  }

  @Test func `B24 services that never resolve take the link down and leave nothing`() {
    world.daemon.script("Connect", .first({ $0.link(true, resolved: false) }, then: .done))
    let log = connect()
    world.advance(.seconds(35))
    #expect(log.codes == [.connectionTimeout])
    #expect(world.daemon.count("Disconnect") == 1)
    world.daemon.link(true)
    world.daemon.link(false)
    world.run()
    #expect(log.count == 1)
    peripheral.reconnect()
    world.run()
    #expect(log.values.count == 1)
  }

  @Test func `B25 a removed object or a cancelled call ends the attempt once`() {
    world.daemon.script("Connect", .never)
    let log = connect(.seconds(5))
    world.daemon.remove(Objects.device)
    world.advance(.seconds(5))
    #expect(log.codes == [.connectionTimeout])
    world.daemon.answerHeld(.done)
    world.advance(.seconds(60))
    #expect(log.count == 1)
  }

  @Test func `B25 a caller that leaves hears nothing of a late reply`() {
    world.daemon.script("Connect", .never)
    let log = connect()
    world.advance(.seconds(1))
    log.leave()
    world.advance(.seconds(2))
    #expect(world.daemon.count("Disconnect") == 1)
    world.daemon.answerHeld(.done)
    world.advance(.seconds(60))
    #expect(log.count == 0)
    #expect(peripheral.connectionState == .disconnected)
  }

  @Test(arguments: [0, 1, 2])
  func `B26 a disconnect completes on whichever sign comes`(run: Int) {
    let log = connect()
    switch run {
    case 0: world.daemon.script("Disconnect", .first({ $0.link(false) }, then: .never))
    case 1: world.daemon.script("Disconnect", .first({ $0.remove(Objects.device) }, then: .done))
    default: world.daemon.script("Disconnect", .never)
    }
    let done = peripheral.disconnect()
    world.run()
    #expect(done.isCompleted == (run < 2))
    world.advance(.seconds(10))
    #expect(done.isCompleted)
    #expect(log.codes == [.forcedDisconnect])
  }

  @Test func `B28 a late end of the first link does not touch the second`() {
    let log = connect()
    world.daemon.script("Disconnect", .done)
    _ = peripheral.disconnect()
    world.run()
    peripheral.reconnect()
    world.advance(.milliseconds(300))
    #expect(log.values.count == 1)
    world.daemon.link(false)
    world.run()
    #expect(log.values.count == 2)
    #expect(log.codes == [.forcedDisconnect])
    #expect(world.daemon.count("Connect") == 2)
  }

  @Test func `B29 four signs of one end are one event`() {
    let log = connect()
    let ends = StreamLog(world.manager.disconnectionEvents())
    world.daemon.script(
      "Disconnect",
      .first(
        { daemon in
          daemon.link(false)
          daemon.link(false)
          daemon.remove(Objects.device)
        }, then: .done))
    _ = peripheral.disconnect()
    world.advance(.seconds(30))
    #expect(ends.values.map(\.reason) == [.requested])
    #expect(log.codes == [.forcedDisconnect])
  }

  @Test func `B30 a link from before is adopted and can be ended`() {
    world.daemon.link(true)
    world.run()
    world.daemon.script("Connect", .error("org.bluez.Error.AlreadyConnected", "Already Connected"))
    let log = connect()
    #expect(log.values.count == 1)
    _ = peripheral.discoverAllServices()
    #expect(peripheral.services.count == 2)
    _ = peripheral.disconnect()
    world.run()
    #expect(world.daemon.count("Disconnect") == 1)
  }
}
