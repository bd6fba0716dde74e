import BlueZ
import DBus
import GATT

/// `Battery1` on a device's object (`profiles/battery/battery.c`): the daemon reads the level of a
/// connected peripheral and follows its notifications.
extension DaemonState {
  private static let source = Value.string("GATT Battery Service")

  /// The services are resolved; the level is read next.
  mutating func findBattery(of path: ObjectPath, _ epoch: Int) {
    guard let device = devices[path], Self.level(of: device.peripheral) != nil else { return }
    emit(.after(Delays.request, .battery(path, epoch: epoch)))
  }

  mutating func batteryRead(_ path: ObjectPath, _ epoch: Int) {
    guard let device = devices[path], device.linkEpoch == epoch,
      let percent = Self.level(of: device.peripheral)?.value.first,
      tree.properties(.battery, of: path) == nil
    else { return }
    let properties: Properties = ["Percentage": .byte(percent), "Source": Self.source]
    tree.add(path, [InterfaceTable.battery.name: properties])
    let entry = Value.DictionaryEntry(
      key: .string(InterfaceTable.battery.name), value: .properties(properties))
    emit(
      .signal(
        .signal(
          path: "/", interface: BusNames.objectManager, member: "InterfacesAdded",
          [
            .objectPath(path),
            .dictionary(key: Signatures.string, value: Signatures.properties, [entry]),
          ])))
  }

  mutating func batteryNotified(
    _ value: Octets, from characteristic: SimulatedCharacteristic, at path: ObjectPath
  ) {
    guard let percent = value.first, let device = devices[path],
      Self.level(of: device.peripheral) === characteristic
    else { return }
    change(path, .battery, ["Percentage": .byte(percent)])
  }

  /// The link ends, and with it what is known.
  mutating func removeBattery(of path: ObjectPath) {
    let names = tree.remove(path, [InterfaceTable.battery.name])
    guard !names.isEmpty else { return }
    emit(
      .signal(
        .signal(
          path: "/", interface: BusNames.objectManager, member: "InterfacesRemoved",
          [.objectPath(path), .strings(names)])))
  }

  private static func level(of peripheral: SimulatedPeripheral) -> SimulatedCharacteristic? {
    peripheral.services.first { $0.uuid == 0x180F }?.characteristics.first { $0.uuid == 0x2A19 }
  }
}
