import BlueZ
import BlueZSimulator
import DBus
import Futures
import GATT
import Testing

@testable import CentralRole

@Suite struct ServiceListTests {
  private static let new: ObjectPath = "/org/bluez/hci0/dev_C4_BE_84_00_00_01/service0030"

  @Test func `the list comes at once, and again after each discovery that finds more`() throws {
    let world = ScriptedWorld()
    let peripheral = try world.peripheral()
    let lists = StreamLog(peripheral.whenServicesChange())
    world.run()
    #expect(lists.values.map { $0.map { "\($0.uuid)" } } == [[]])
    peripheral.connect().forEach { _ in }
    world.run()
    _ = peripheral.discoverServices([Objects.serviceUUID])
    _ = peripheral.discoverServices([Objects.serviceUUID])
    world.run()
    #expect(lists.values.map(\.count) == [0, 1])
    _ = peripheral.discoverAllServices()
    world.run()
    #expect(lists.values.map(\.count) == [0, 1, 2])
    #expect(lists.values.last == peripheral.services)
    let late = StreamLog(peripheral.whenServicesChange())
    world.run()
    #expect(late.values == [peripheral.services])
  }

  @Test func `services that are there again after the daemon came back are told`() throws {
    let world = SimulatedWorld()
    let characteristic = try world.connected()
    let peripheral = characteristic.service.peripheral
    peripheral.connect(reconnecting: .growing()).forEach { _ in }
    let lists = StreamLog(peripheral.whenServicesChange())
    world.bluez.restartDaemon()
    world.bluez.advance(by: .seconds(60))
    #expect(peripheral.isConnected)
    #expect(lists.values.map(\.count) == [1, 0, 1])
    #expect(lists.values.last == peripheral.services)
  }

  @Test func `what the peripheral takes away goes from the list, with and without a link`() throws {
    let world = ScriptedWorld()
    let peripheral = try world.connected()
    let known = peripheral.services
    let lists = StreamLog(peripheral.whenServicesChange())
    world.daemon.remove(Objects.service)
    world.advance(.seconds(2))
    #expect(lists.values == [known, peripheral.services])
    #expect(peripheral.services.count == known.count - 1)
    let end = peripheral.disconnect()
    world.advance(.seconds(3))
    #expect(end.success != nil)
    world.daemon.remove(Objects.other)
    world.run()
    #expect(lists.values.last == [])
    #expect(lists.failures == [])
  }
}
