import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Futures
import GATT
import Testing

@testable import CentralRole

/// A manager in a simulated world with one adapter and one peripheral, stepped by hand.
struct SimulatedWorld {
  let bluez = SimulatedBlueZ()
  let tag: SimulatedPeripheral
  let value: SimulatedCharacteristic
  let adapter: SimulatedAdapter
  let session: Session
  let manager: CentralManager

  static let serviceUUID = BluetoothUUID(0xFFE0 as UInt16)

  static func peripheral(
    _ number: UInt8, service: BluetoothUUID = serviceUUID
  ) -> (SimulatedPeripheral, SimulatedCharacteristic) {
    let value = SimulatedCharacteristic(
      uuid: BluetoothUUID(0xFFE1 as UInt16), properties: [.read, .write, .notify],
      value: Data([42]))
    let peripheral = SimulatedPeripheral(
      name: "Tag \(number)", address: SimulatedBlueZ.peripheralAddress(number),
      advertisedServices: [service],
      services: [SimulatedService(uuid: service, characteristics: [value])])
    return (peripheral, value)
  }

  init() {
    (tag, value) = Self.peripheral(1)
    adapter = bluez.addAdapter()
    adapter.add(tag)
    session = bluez.session()
    manager = CentralManager(session: session)
    bluez.advance(by: .seconds(1))
  }

  /// The peripheral, found by a scan that is over.
  func found() throws -> Peripheral {
    try bluez.wait(for: manager.startScanning().first(), within: .seconds(5))
  }

  /// The notifying characteristic of a peripheral with a link.
  func connected() throws -> Characteristic {
    let peripheral = try found()
    manager.stopScanning()
    peripheral.connect().forEach { _ in }
    bluez.advance(by: .seconds(1))
    return try characteristic(of: peripheral)
  }

  func characteristic(of peripheral: Peripheral) throws -> Characteristic {
    _ = peripheral.discoverAllServices()
    let service = try #require(peripheral.services.first)
    _ = service.discoverAllCharacteristics()
    return try #require(service.characteristics.first)
  }

  /// Calls of a method on the daemon so far.
  func count(_ member: String) -> Int {
    bluez.transcript.count { $0.hasPrefix("call ") && $0.contains(" \(member)") }
  }
}
