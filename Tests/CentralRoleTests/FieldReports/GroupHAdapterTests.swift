import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Futures
import GATT
import Testing

@testable import CentralRole

/// Public reports of what adapters and restarted daemons do to users, by their number.
@Suite struct GroupHAdapterTests {
  @Test func `B83 a restarted daemon loses the link, takes up the scan and needs no call`() throws {
    let world = SimulatedWorld()
    let links = StreamLog(try world.found().connect())
    let heard = StreamLog(world.manager.startScanning())
    let states = StreamLog(world.manager.whenStateChanges())
    world.bluez.advance(by: .seconds(2))
    let before = world.count("StartDiscovery")
    world.bluez.killDaemon()
    world.bluez.advance(by: .seconds(3))
    #expect(links.codes == [.resetting])
    let (second, _) = SimulatedWorld.peripheral(2)
    world.adapter.add(second)
    world.bluez.startDaemon()
    world.bluez.advance(by: .seconds(5))
    #expect(states.values == [.poweredOn, .resetting, .poweredOn])
    #expect(world.count("StartDiscovery") == before + 1)
    #expect(heard.values.contains { $0.name == "Tag 2" })
    #expect(heard.failures.isEmpty)
  }

  @Test func `B85 after a scan that was refused as not ready a new one works`() {
    let world = ScriptedWorld()
    world.daemon.script(
      "StartDiscovery", .error("org.bluez.Error.NotReady", "Resource Not Ready"))
    let refused = StreamLog(world.manager.startScanning())
    world.run()
    #expect(refused.codes == [.poweredOff])
    #expect(refused.isFinished)
    #expect(!world.manager.isScanning)
    let heard = StreamLog(world.manager.startScanning())
    world.run()
    world.daemon.change(Objects.device, .device, ["RSSI": .int16(-40)])
    world.run()
    #expect(heard.values.count == 1)
  }

  /// The report wants the stream to end; here it waits, as scans survive a power cycle.
  @Test func `B86 stopping a scan while the adapter is off ends it without a call`() {
    let world = ScriptedWorld()
    let heard = StreamLog(world.manager.startScanning())
    world.run()
    world.daemon.script("StopDiscovery", .error("org.bluez.Error.NotReady", "Resource Not Ready"))
    world.daemon.change(
      Objects.adapter, .adapter, ["Powered": .bool(false), "Discovering": .bool(false)])
    world.run()
    world.daemon.forgetCalls()
    world.manager.stopScanning()
    world.run()
    #expect(heard.isFinished)
    #expect(heard.failures.isEmpty)
    #expect(world.daemon.calls.isEmpty)
  }

  @Test func `B89 a refused filter ends the start, and no discovery is asked for`() {
    let world = ScriptedWorld()
    world.daemon.script(
      "SetDiscoveryFilter", .error("org.bluez.Error.NotReady", "Resource Not Ready"))
    let refused = StreamLog(world.manager.startScanning())
    world.run()
    #expect(
      refused.failures == [
        "cannot scan: the adapter is switched off; scan when whenStateChanges() tells poweredOn "
          + "(BlueZ answered NotReady for /org/bluez/hci0: Resource Not Ready)"
      ])
    #expect(refused.codes == [.poweredOff])
    #expect(world.daemon.count("StartDiscovery") == 0)
  }

  @Test func `B88 one signal that the adapter is gone ends its links and streams`() throws {
    let world = ScriptedWorld()
    let peripheral = try world.connected()
    let data = try world.characteristic(Objects.data, of: peripheral)
    let values = StreamLog(data.receiveNotificationUpdates())
    _ = data.startNotifying()
    let links = StreamLog(peripheral.connect())
    let states = StreamLog(world.manager.whenStateChanges())
    world.run()
    world.daemon.emit(
      "/", BusNames.objectManager, "InterfacesRemoved",
      [.objectPath(Objects.adapter), .strings([InterfaceTable.adapter.name])])
    world.run()
    #expect(links.codes == [.resetting])
    #expect(values.codes == [.resetting])
    #expect(!peripheral.isConnected)
    world.advance(.seconds(11))
    #expect(states.values == [.poweredOn, .resetting, .unsupported])
    #expect(world.manager.adapter == nil)
  }

  @Test func `an adapter is followed by its address when its number changes`() {
    let world = SimulatedWorld()
    let other = world.bluez.addAdapter()
    world.bluez.advance(by: .seconds(1))
    let named = CentralManager(session: world.session, adapter: other.identifier)
    world.bluez.advance(by: .seconds(1))
    #expect(named.adapter?.address == other.address)
    world.bluez.removeAdapter(other)
    world.bluez.advance(by: .seconds(1))
    #expect(named.adapter == nil)
    world.bluez.plugIn(other, index: 7)
    world.bluez.advance(by: .seconds(1))
    #expect(named.adapter?.identifier == "hci7")
    #expect(named.state == .poweredOn)
    #expect(world.manager.adapter?.identifier == world.adapter.identifier)
  }
}
