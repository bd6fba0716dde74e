public import GATT

/// The name that the Bluetooth SIG or a vendor gave to a number.
///
/// From the Bluetooth Numbers Database, as of the release that is compiled in. Programs that never
/// ask for a name pay nothing for it.
public struct AssignedName: Hashable, Sendable {
  /// For people, for example `Heart Rate Measurement`.
  public let name: String
  /// For programs, for example `org.bluetooth.characteristic.heart_rate_measurement`.
  public let identifier: String
  /// Who gave it: `gss` for the Bluetooth SIG, or a vendor such as `nordic`.
  public let source: String

  private init?(_ columns: [String]?) {
    guard let columns, columns.count == 3 else { return nil }
    (name, identifier, source) = (columns[0], columns[1], columns[2])
  }

  static let services = NameTable(serviceNames) { BluetoothUUID($0) }
  static let characteristics = NameTable(characteristicNames) { BluetoothUUID($0) }
  static let descriptors = NameTable(descriptorNames) { BluetoothUUID($0) }
  private static let companies = NameTable(companyNames) { UInt16($0, radix: 16) }

  /// The name of a service.
  public static func service(_ uuid: BluetoothUUID) -> AssignedName? {
    AssignedName(services[uuid])
  }

  /// The name of a characteristic.
  public static func characteristic(_ uuid: BluetoothUUID) -> AssignedName? {
    AssignedName(characteristics[uuid])
  }

  /// The name of a descriptor.
  public static func descriptor(_ uuid: BluetoothUUID) -> AssignedName? {
    AssignedName(descriptors[uuid])
  }

  /// The name of the company whose number stands in manufacturer data.
  public static func company(_ identifier: UInt16) -> String? {
    companies[identifier]?.first
  }

  /// How many numbers of each kind have a name.
  package static var counts: [Int] {
    [services.count, characteristics.count, descriptors.count, companies.count]
  }
}

extension BluetoothUUID {
  /// The name of the service, characteristic or descriptor that has this UUID, if it is known.
  public var assignedName: String? {
    let found =
      AssignedName.service(self) ?? AssignedName.characteristic(self)
      ?? AssignedName.descriptor(self)
    return found?.name
  }
}
