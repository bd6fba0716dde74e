import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Futures
import GATT
import Testing

@testable import CentralRole

/// A manager in a simulated world around one peripheral with services of the test's own.
struct AttributeWorld {
  let bluez = SimulatedBlueZ()
  let tag: SimulatedPeripheral
  let session: Session
  let manager: CentralManager
  let peripheral: Peripheral

  /// Connects and discovers everything.
  init(mtu: Int = 517, _ services: SimulatedService...) throws {
    tag = SimulatedPeripheral(
      name: "Tag", address: SimulatedBlueZ.peripheralAddress(1), mtu: mtu, services: services)
    bluez.addAdapter().add(tag)
    session = bluez.session()
    manager = CentralManager(session: session)
    bluez.advance(by: .seconds(1))
    peripheral = try bluez.wait(for: manager.startScanning().first(), within: .seconds(5))
    manager.stopScanning()
    peripheral.connect().forEach { _ in }
    bluez.advance(by: .seconds(1))
    try bluez.wait(for: peripheral.discoverAttributes())
    bluez.clearTranscript()
  }

  /// The only characteristic with a UUID.
  func characteristic(_ uuid: BluetoothUUID) throws -> Characteristic {
    let found = peripheral.services.flatMap(\.characteristics).filter { $0.uuid == uuid }
    try #require(found.count == 1)
    return found[0]
  }

  func wait<Value: Sendable>(for future: Future<Value>) throws -> Value {
    try bluez.wait(for: future)
  }

  /// The arguments of the calls of a method so far.
  func arguments(_ method: String) -> [String] {
    bluez.calls.filter { $0.method == method }.map(\.arguments)
  }

  /// Whether any call was refused with an error whose name ends so.
  func refused(with name: String) -> Bool {
    bluez.transcript.contains { $0.hasPrefix("error ") && $0.contains(name) }
  }
}
