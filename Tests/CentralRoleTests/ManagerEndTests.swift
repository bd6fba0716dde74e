import BlueZ
import DBus
import FoundationEssentials
import Futures
import Testing

@testable import CentralRole

/// Power, reset and the end of a manager.
@Suite struct ManagerEndTests {
  let world = ScriptedWorld()

  @Test func `power is switched for the adapter and rfkill's answer says what to do`() {
    world.daemon.script(
      "Set",
      .first({ $0.change(Objects.adapter, .adapter, ["Powered": .bool(false)]) }, then: .done),
      .error("org.bluez.Error.Blocked", "Blocked through rfkill"),
      .error("org.bluez.Error.Failed", "Failed"))
    let off = world.manager.powerOff()
    world.run()
    #expect(off.success != nil)
    #expect(world.manager.state == .poweredOff)
    let blocked = world.manager.powerOn()
    world.run()
    #expect(blocked.failure?.code == .radioBlocked)
    #expect(
      blocked.failure?.message
        == "the radio of hci0 is blocked: run `rfkill unblock bluetooth`, "
        + "or use the switch of the machine")
    let failed = world.manager.powerOn()
    world.run()
    #expect(failed.failure?.message == "hci0 was not switched on")
    world.daemon.remove(Objects.adapter)
    world.run()
    #expect(world.manager.powerOn().failure?.code == .adapterFailed)
  }

  @Test func `a reset fails what is pending, tells resetting, and works again`() throws {
    let peripheral = try world.connected()
    let data = try world.characteristic(Objects.data, of: peripheral)
    let states = StreamLog(world.manager.whenStateChanges())
    let links = StreamLog(peripheral.connect())
    let heard = StreamLog(world.manager.startScanning())
    world.daemon.script("ReadValue", .never)
    let read = data.read()
    world.run()
    world.manager.reset()
    world.run()
    #expect(states.values == [.poweredOn, .resetting, .poweredOn])
    #expect(read.failure?.code == .resetting)
    #expect(links.codes == [.resetting])
    #expect(world.manager.peripherals == [peripheral])
    peripheral.reconnect()
    world.run()
    #expect(peripheral.isConnected)
    world.daemon.change(Objects.device, .device, ["RSSI": .int16(-40)])
    world.run()
    #expect(heard.values == [peripheral])
  }

  @Test func `an invalidated manager takes its links down and finishes all streams`() throws {
    let peripheral = try world.connected()
    let states = StreamLog(world.manager.whenStateChanges())
    let links = StreamLog(peripheral.connect())
    let heard = StreamLog(world.manager.startScanning())
    let ends = StreamLog(world.manager.disconnectionEvents())
    world.run()
    let done = world.manager.invalidate()
    world.run()
    #expect(done.isCompleted)
    #expect(world.daemon.count("Disconnect") == 1)
    #expect(links.codes == [.forcedDisconnect])
    #expect(ends.values.map(\.reason) == [.requested])
    #expect(
      [states.isFinished, links.isFinished, heard.isFinished, ends.isFinished] == [
        true, true, true, true,
      ])
    let after = StreamLog(world.manager.startScanning())
    world.run()
    #expect(after.failures == ["cannot scan: the manager has ended; make a new one"])
    #expect(after.isFinished)
  }
}
