import FoundationEssentials
import Futures
import GATT

/// Gives addresses to peripherals of a document that have none of their own.
struct PeripheralNumbers {
  private var next: UInt64 = 1

  /// The address of a member of a crowd: after the first one's, or the next free one.
  mutating func address(_ first: BluetoothAddress?, member: Int) -> BluetoothAddress {
    if let first { return BluetoothAddress(value: first.value &+ UInt64(member)) ?? first }
    defer { next += 1 }
    let base = SimulatedBlueZ.peripheralAddress(0)
    return BluetoothAddress(value: base.value &+ next) ?? base
  }
}

extension PeripheralEntry {
  /// Puts the peripheral, or each of a crowd, around an adapter.
  func add(
    to adapter: SimulatedAdapter, of world: SimulatedBlueZ, _ numbers: inout PeripheralNumbers
  ) {
    let members = (0..<count).map { member in
      let address = numbers.address(address, member: member)
      let name = count == 1 ? name : name.map { "\($0) \(member + 1)" }
      let peripheral = make(name: name, address: address)
      peripheral.isAdvertising = isAdvertising
      adapter.add(peripheral)
      return peripheral
    }
    AdvertisementSchedule(self, members).begin(in: world)
    for peripheral in members { LinkSchedule(self, peripheral).begin() }
  }

  private func make(name: String?, address: BluetoothAddress) -> SimulatedPeripheral {
    switch kind {
    case .sensorTag(let motion):
      let tag = SimulatedPeripheral.sensorTag(motion: motion, address: address)
      tag.rssi = rssi.value(0)
      return tag
    case .plain:
      return SimulatedPeripheral(
        name: name, address: address, addressType: addressType, rssi: rssi.value(0),
        advertisedServices: advertisedServices,
        manufacturerData: manufacturerData.mapValues { $0.value(0) },
        services: services.map(\.service))
    }
  }
}

extension ServiceEntry {
  fileprivate var service: SimulatedService {
    SimulatedService(
      uuid: uuid,
      characteristics: characteristics.map { entry in
        SimulatedCharacteristic(
          uuid: entry.uuid, properties: entry.properties, value: entry.value.value(0))
      })
  }
}
