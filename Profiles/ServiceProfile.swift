public import GATT

/// A service defined once for both roles: its identity and its characteristics.
///
/// A profile keeps one ``CharacteristicProfile`` in each stored property, so that key paths name
/// characteristics with the types of their values; ``characteristics`` lists them in the order
/// of their handles. Variants of a device are different values of one profile.
public protocol ServiceProfile: Sendable {
  /// The UUID of the service.
  static var uuid: BluetoothUUID { get }
  /// The name in listings.
  static var name: String { get }
  /// All characteristics, always in the same order.
  var characteristics: [AnyCharacteristicProfile] { get }
}

extension ServiceProfile {
  /// The UUID of the service.
  public var uuid: BluetoothUUID { Self.uuid }

  /// The name in listings.
  public var name: String { Self.name }

  /// The profile of one characteristic, with the type of its value.
  public subscript<Value>(
    path: KeyPath<Self, CharacteristicProfile<Value>>
  ) -> CharacteristicProfile<Value> {
    self[keyPath: path]
  }

  /// All characteristics with this UUID; a service may hold several.
  public func characteristics(_ uuid: BluetoothUUID) -> [AnyCharacteristicProfile] {
    characteristics.filter { $0.uuid == uuid }
  }
}
