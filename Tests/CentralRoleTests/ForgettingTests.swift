import BlueZ
import DBus
import FoundationEssentials
import Futures
import Testing

@testable import CentralRole

@Suite struct ForgettingTests {
  let world = ScriptedWorld()

  @Test func `terminating ends the link, finishes the streams and takes it from the list`() throws {
    let peripheral = try world.connected()
    let links = StreamLog(peripheral.connect())
    world.run()
    let done = peripheral.terminate()
    world.run()
    #expect(done.isCompleted)
    #expect(links.codes == [.forcedDisconnect])
    #expect(links.isFinished)
    #expect(world.manager.peripherals.isEmpty)
    #expect(world.daemon.count("RemoveDevice") == 0)
  }

  @Test func `a terminated peripheral is found again when it is heard, and connects`() throws {
    let peripheral = try world.connected()
    _ = peripheral.terminate()
    let heard = StreamLog(world.manager.startScanning())
    world.run()
    world.daemon.change(Objects.device, .device, ["RSSI": .int16(-40)])
    world.run()
    #expect(heard.values == [peripheral])
    let links = StreamLog(peripheral.connect())
    world.run()
    #expect(links.values.count == 1)
  }

  @Test func `a terminated peripheral that nobody holds is made anew when it is heard`() throws {
    do {
      let peripheral = try world.connected()
      _ = peripheral.terminate()
      world.run()
    }
    let heard = StreamLog(world.manager.startScanning())
    world.run()
    world.daemon.change(Objects.device, .device, ["RSSI": .int16(-40)])
    world.run()
    #expect(heard.values.count == 1)
  }

  @Test func `removing a device asks the daemon and ends the link as removed`() throws {
    let peripheral = try world.connected()
    let ends = StreamLog(peripheral.disconnectionEvents())
    world.daemon.script("RemoveDevice", .first({ $0.remove(Objects.device) }, then: .never))
    let done = peripheral.removeDevice()
    world.run()
    #expect(done.isCompleted)
    #expect(ends.values.map(\.reason) == [.removed])
    let again = peripheral.removeDevice()
    world.run()
    #expect(again.success != nil)
    #expect(world.daemon.count("RemoveDevice") == 1)
  }

  @Test func `a daemon that does not remove says why`() throws {
    let peripheral = try world.peripheral()
    world.daemon.script(
      "RemoveDevice", .error("org.bluez.Error.NotReady", "Resource Not Ready"),
      .error("org.bluez.Error.DoesNotExist", "Does Not Exist"))
    let refused = peripheral.removeDevice()
    world.run()
    #expect(
      refused.failure.map { "\($0)" }
        == "the daemon did not forget C4:BE:84:00:00:01; switch the adapter on first "
        + "(BlueZ answered NotReady for /org/bluez/hci0: Resource Not Ready)")
    let done = peripheral.removeDevice()
    world.run()
    #expect(done.success != nil)
  }

  @Test func `all peripherals can be disconnected and forgotten at once`() throws {
    let peripheral = try world.connected()
    _ = world.manager.disconnectAllPeripherals()
    world.run()
    #expect(peripheral.connectionState == .disconnected)
    let done = world.manager.removePeripheral(withIdentifier: peripheral.identifier)
    world.run()
    #expect(done.isCompleted)
    #expect(world.manager.peripherals.isEmpty)
    let none = world.manager.removeAllPeripherals()
    world.run()
    #expect(none.isCompleted)
  }

  @Test func `statistics count links, ends, failures and time`() throws {
    let peripheral = try world.connected()
    world.advance(.seconds(30))
    #expect(peripheral.connectedTime == .seconds(30))
    world.daemon.link(false)
    world.advance(.seconds(5))
    world.daemon.script("Connect", .failed("le-connection-not-supported"), .never)
    peripheral.reconnect()
    world.run()
    peripheral.connect(timeout: .seconds(1)).forEach { _ in }
    world.advance(.seconds(2))
    let statistics = peripheral.statistics
    #expect(statistics.connectionCount == 1)
    #expect(statistics.disconnectionCount == 1)
    #expect(statistics.failureCount == 2)
    #expect(statistics.timeoutCount == 1)
    #expect(statistics.totalConnectedTime == .seconds(30))
    #expect(statistics.disconnectedAt != nil)
    #expect(peripheral.connectedTime == .zero)
  }
}
