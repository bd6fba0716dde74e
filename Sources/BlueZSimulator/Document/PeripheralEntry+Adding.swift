import FoundationEssentials
import GATT

/// Gives addresses to devices of a document that have none of their own.
struct DeviceNumbers {
  private var next: UInt64 = 1
  private let taken: Set<BluetoothAddress>

  init(taken: Set<BluetoothAddress>) { self.taken = taken }

  /// The address of a member of a crowd: after the first one's, or the next free one.
  mutating func address(_ first: BluetoothAddress?, member: Int) -> BluetoothAddress {
    if let first { return BluetoothAddress(value: first.value &+ UInt64(member)) ?? first }
    let base = SimulatedBlueZ.peripheralAddress(0)
    while true {
      let free = BluetoothAddress(value: base.value &+ next) ?? base
      next += 1
      if !taken.contains(free) { return free }
    }
  }
}

extension PeripheralEntry {
  /// Puts the peripheral, or each of a crowd, around an adapter.
  func add(
    to adapter: SimulatedAdapter, _ numbers: inout DeviceNumbers
  ) {
    for member in 0..<count {
      let address = numbers.address(address, member: member)
      let peripheral = make(name: name(of: member), address: address)
      peripheral.isAdvertising = isAdvertising
      peripheral.pairing = pairing
      advertise(from: peripheral, member: member)
      LinkSchedule(self, peripheral).begin()
      adapter.add(peripheral)
    }
  }

  /// Lets the advertisement change with the world's time, for each member a step further.
  private func advertise(from peripheral: SimulatedPeripheral, member: Int) {
    let changing = manufacturerData.filter { $0.value.interval != nil }
    let services = serviceData.filter { $0.value.interval != nil }
    let intervals =
      ([rssi.interval] + changing.values.map(\.interval) + services.values.map(\.interval))
      .compactMap(\.self)
    if let interval = interval ?? intervals.min() { peripheral.advertisingInterval = interval }
    peripheral.advertisement.serviceData = serviceData.mapValues { $0.value(member) }
    if let advertisedName {
      peripheral.advertisement.localName = advertisedName.isEmpty ? nil : advertisedName
    }
    if let txPower { peripheral.advertisement.txPower = txPower }
    if let appearance { peripheral.advertisement.appearance = appearance }
    guard !intervals.isEmpty else { return }
    peripheral.onAdvertise { [rssi] advertisement, _, time in
      advertisement.rssi = rssi.value(at: time, member)
      for (company, data) in changing {
        advertisement.manufacturerData[company] = data.value(at: time, member)
      }
      for (service, data) in services {
        advertisement.serviceData[service] = data.value(at: time, member)
      }
    }
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
        manufacturerData: manufacturerData.mapValues { $0.value(0) }, mtu: mtu,
        services: ServiceEntry.services(services))
    }
  }
}

extension ServiceEntry {
  fileprivate static func services(_ entries: [ServiceEntry]) -> [SimulatedService] {
    entries.reduce(into: []) { made, entry in made.append(entry.service(after: made)) }
  }

  private func service(after others: [SimulatedService]) -> SimulatedService {
    SimulatedService(
      uuid: uuid, isPrimary: isPrimary,
      characteristics: characteristics.map(\.characteristic),
      includedServices: includes.compactMap { uuid in others.last { $0.uuid == uuid } })
  }
}
