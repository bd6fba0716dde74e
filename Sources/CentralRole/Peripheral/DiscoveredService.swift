public import GATT

/// A service as a plain value: what was found on a peripheral once, usable without a link.
public struct DiscoveredService: Sendable, Hashable, CustomStringConvertible {
  /// The kind of service.
  public let uuid: BluetoothUUID
  /// Whether it is a primary service; otherwise others include it.
  public let isPrimary: Bool
  /// Its characteristics, by handle.
  public let characteristics: [DiscoveredCharacteristic]

  /// A service of a test or a cache.
  public init(
    uuid: BluetoothUUID, isPrimary: Bool = true, characteristics: [DiscoveredCharacteristic] = []
  ) {
    self.uuid = uuid
    self.isPrimary = isPrimary
    self.characteristics = characteristics
  }

  /// The UUIDs of the service and its characteristics.
  public var description: String {
    "\(uuid): \(characteristics.map { "\($0.uuid)" }.joined(separator: ", "))"
  }
}

/// A characteristic as a plain value.
public struct DiscoveredCharacteristic: Sendable, Hashable {
  /// The kind of characteristic.
  public let uuid: BluetoothUUID
  /// What can be done with the value.
  public let properties: CharacteristicProperties

  /// A characteristic of a test or a cache.
  public init(uuid: BluetoothUUID, properties: CharacteristicProperties) {
    self.uuid = uuid
    self.properties = properties
  }
}
