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
