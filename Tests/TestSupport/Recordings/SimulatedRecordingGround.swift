import BlueZSimulator
package import DBus
import FoundationEssentials
package import Futures
import GATT

/// The simulator, with the peripheral that the real daemon meets in the virtual machine.
package struct SimulatedRecordingGround: BusGround {
  private let simulator = SimulatedBlueZ()

  package init() {
    // As main.conf of the machine has it: `Cache = yes`.
    simulator.keepsAttributes = false
    let peripheral = SimulatedPeripheral.sensorTag(motion: .counting, after: Self.genericServices)
    peripheral.advertisement.localName = "SensTag"
    peripheral.advertisement.isNameShortened = true
    peripheral.rssi = -50
    simulator.addAdapter().add(peripheral)
    simulator.advance(by: .seconds(1))
  }

  /// Bumble's hash of the attributes.
  private static let databaseHash = Data([
    0x11, 0x94, 0x51, 0x0D, 0xA2, 0xA3, 0xAE, 0xE8, 0xF1, 0x23, 0xBD, 0xAF, 0x01, 0x24, 0xDC, 0xD7,
  ])

  /// What Bumble puts before a program's services.
  private static var genericServices: [SimulatedService] {
    let access = SimulatedService(
      uuid: 0x1800,
      characteristics: [
        SimulatedCharacteristic(uuid: 0x2A00, properties: .read, value: .init("SensorTag".utf8)),
        SimulatedCharacteristic(uuid: 0x2A01, properties: .read, value: .init([0, 0])),
      ])
    let attributes = SimulatedService(
      uuid: 0x1801,
      characteristics: [
        SimulatedCharacteristic(uuid: 0x2A05, properties: .indicate),
        SimulatedCharacteristic(uuid: 0x2B29, properties: [.read, .write], value: .init([0])),
        SimulatedCharacteristic(uuid: 0x2B2A, properties: .read, value: databaseHash),
      ])
    return [access, attributes]
  }

  package var address: BusAddress { .loopback(simulator.bus) }
  package var loop: any EventLoop { simulator.loop }

  package func wait<Value: Sendable>(
    for future: Future<Value>, within limit: Duration
  ) throws -> Value {
    try simulator.wait(for: future, within: limit)
  }

  package func settle() { simulator.advance(by: .seconds(1)) }
}
