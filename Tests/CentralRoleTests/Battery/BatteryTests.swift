import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Futures
import GATT
import Testing

@testable import CentralRole

@Suite struct BatteryTests {
  @Test func `the battery's level is told with its present value first`() throws {
    let bluez = SimulatedBlueZ()
    let level = SimulatedCharacteristic(
      uuid: 0x2A19, properties: [.read, .notify], value: Data([87]))
    let tag = SimulatedPeripheral(
      name: "Tag", address: SimulatedBlueZ.peripheralAddress(1), advertisedServices: [0x180F],
      services: [SimulatedService(uuid: 0x180F, characteristics: [level])])
    bluez.addAdapter().add(tag)
    let manager = CentralManager(session: bluez.session())
    bluez.advance(by: .seconds(1))
    let peripheral = try bluez.wait(for: manager.startScanning().first(), within: .seconds(5))
    manager.stopScanning()
    let log = StreamLog(peripheral.whenBatteryLevelChanges())
    bluez.run()
    #expect(peripheral.batteryLevel == nil)
    #expect(log.values.isEmpty)
    peripheral.connect().forEach { _ in }
    bluez.advance(by: .seconds(1))
    #expect(peripheral.batteryLevel?.percent == 87)
    #expect(peripheral.batteryLevel?.source == "GATT Battery Service")
    level.notify(Data([86]))
    level.notify(Data([86]))
    bluez.advance(by: .seconds(1))
    #expect(log.values.map(\.percent) == [87, 86])
    let late = StreamLog(peripheral.whenBatteryLevelChanges())
    bluez.run()
    #expect(late.values.map(\.description) == ["86 %"])
    tag.dropLink()
    bluez.advance(by: .seconds(1))
    #expect(peripheral.batteryLevel == nil)
    let none = StreamLog(peripheral.whenBatteryLevelChanges())
    bluez.run()
    #expect(none.values.isEmpty, "what is not known any more is not told")
    level.value = Data([85])
    peripheral.reconnect()
    bluez.advance(by: .seconds(1))
    #expect(log.values.map(\.percent) == [87, 86, 85])
    #expect(none.values.map(\.percent) == [85])
  }

  @Test func `a battery that is there already is told at once`() throws {
    let world = ScriptedWorld()
    let peripheral = try world.peripheral()
    world.daemon.add(Objects.device, .battery, ["Percentage": .byte(50)])
    world.run()
    let log = StreamLog(peripheral.whenBatteryLevelChanges())
    world.run()
    #expect(log.values == [BatteryLevel(percent: 50)].compactMap { $0 })
  }

  @Test func `a level over 100 percent is none`() throws {
    let world = ScriptedWorld()
    let peripheral = try world.peripheral()
    world.daemon.add(Objects.device, .battery, ["Percentage": .byte(255)])
    world.run()
    #expect(peripheral.batteryLevel == nil)
    #expect(BatteryLevel(percent: -1) == nil)
    #expect(BatteryLevel(percent: 101) == nil)
    #expect(BatteryLevel(percent: 100)?.description == "100 %")
  }
}
