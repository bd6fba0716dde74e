import BlueFutures
import BlueZSimulator
import FoundationEssentials

/// A world that lives by itself, with one heart-rate strap.
struct StrapWorld {
  let bluez = SimulatedBlueZ.live()
  let strap: SimulatedPeripheral
  let manager: CentralManager
  let session: Session

  init() {
    let level = SimulatedCharacteristic(
      uuid: 0x2A19, properties: [.read, .notify], value: Data([80]))
    strap = SimulatedPeripheral(
      name: "Strap", address: SimulatedBlueZ.peripheralAddress(1), advertisedServices: [0x180D],
      services: [SimulatedService(uuid: 0x180D, characteristics: [level])])
    bluez.addAdapter().add(strap)
    session = bluez.session()
    manager = CentralManager(session: session)
  }

  func found() async throws -> Peripheral {
    for try await state in manager.whenStateChanges() where state == .poweredOn { break }
    return try await manager.startScanning(forServiceUUIDs: [0x180D]).first().value
  }
}
