import BlueZ
import BlueZSimulator
import DBus
import Futures
import Testing

@testable import CentralRole

@Suite struct ManagerStateTests {
  @Test func `without a daemon the stream fails and says what to run, and goes on`() {
    let bluez = SimulatedBlueZ()
    bluez.addAdapter()
    bluez.killDaemon()
    bluez.run()
    let manager = CentralManager(session: bluez.session())
    let log = StreamLog(manager.whenStateChanges())
    bluez.advance(by: .seconds(1))
    #expect(
      log.failures == [
        "nobody owns org.bluez on the message bus: run `systemctl start bluetooth`"
      ])
    #expect(log.codes == [.daemonUnavailable])
    #expect(manager.state == .unknown)
    bluez.startDaemon()
    bluez.advance(by: .seconds(11))
    #expect(log.values.last == .poweredOn)
  }

  @Test func `a bus that refuses access is unauthorized`() {
    let bluez = SimulatedBlueZ()
    bluez.addAdapter()
    bluez.denyAccess()
    let manager = CentralManager(session: bluez.session())
    bluez.advance(by: .seconds(1))
    #expect(manager.state == .unauthorized)
    #expect(
      "\(manager.state)"
        == "the bus refuses access to BlueZ: run as root or add the user to the group `bluetooth`")
  }

  @Test func `without an adapter it is unsupported until one is plugged in`() {
    let bluez = SimulatedBlueZ()
    let manager = CentralManager(session: bluez.session())
    let log = StreamLog(manager.whenStateChanges())
    bluez.advance(by: .seconds(1))
    #expect(manager.state == .unsupported)
    bluez.addAdapter()
    bluez.advance(by: .seconds(1))
    #expect(log.values.first == .unsupported)
    #expect(log.values.last == .poweredOn)
  }

  @Test func `a switched off adapter is powered off until it is on`() {
    let bluez = SimulatedBlueZ()
    let adapter = bluez.addAdapter(isPowered: false)
    let manager = CentralManager(session: bluez.session())
    bluez.advance(by: .seconds(1))
    let log = StreamLog(manager.whenStateChanges())
    bluez.run()
    adapter.isPowered = true
    bluez.advance(by: .seconds(1))
    adapter.isPowered = false
    bluez.advance(by: .seconds(1))
    #expect(log.values == [.poweredOff, .poweredOn, .poweredOff])
  }

  @Test func `a replugged adapter is resetting and then powered on`() {
    let world = SimulatedWorld()
    let log = StreamLog(world.manager.whenStateChanges())
    world.bluez.removeAdapter(world.adapter)
    world.bluez.advance(by: .seconds(2))
    #expect(log.values == [.poweredOn, .resetting])
    world.bluez.addAdapter()
    world.bluez.advance(by: .seconds(2))
    #expect(log.values == [.poweredOn, .resetting, .poweredOn])
  }

  @Test func `an adapter that stays away is unsupported after the grace`() {
    let world = SimulatedWorld()
    let log = StreamLog(world.manager.whenStateChanges())
    world.bluez.removeAdapter(world.adapter)
    world.bluez.advance(by: .seconds(12))
    #expect(log.values == [.poweredOn, .resetting, .unsupported])
  }

  @Test func `a restarted daemon is resetting and then powered on`() {
    let world = SimulatedWorld()
    let log = StreamLog(world.manager.whenStateChanges())
    world.bluez.killDaemon()
    world.bluez.advance(by: .seconds(60))
    #expect(log.values == [.poweredOn, .resetting])
    world.bluez.startDaemon()
    world.bluez.advance(by: .seconds(2))
    #expect(log.values == [.poweredOn, .resetting, .poweredOn])
    #expect(log.failures.isEmpty)
  }

  @Test func `a daemon stopped in good order switches off first and comes back as one killed`() {
    let world = SimulatedWorld()
    let log = StreamLog(world.manager.whenStateChanges())
    world.bluez.stopDaemon()
    world.bluez.advance(by: .seconds(1))
    world.bluez.startDaemon()
    world.bluez.advance(by: .seconds(2))
    #expect(log.values == [.poweredOn, .poweredOff, .resetting, .poweredOn])
  }

  @Test func `a manager with a named adapter follows only that one`() {
    let bluez = SimulatedBlueZ()
    let first = bluez.addAdapter()
    bluez.addAdapter(isPowered: false)
    let session = bluez.session()
    let manager = CentralManager(session: session, adapter: "hci1")
    bluez.advance(by: .seconds(1))
    #expect(manager.state == .poweredOff)
    first.isPowered = false
    bluez.advance(by: .seconds(1))
    #expect(manager.state == .poweredOff)
    #expect(manager.adapter?.path.lastElement == "hci1")
  }
}
