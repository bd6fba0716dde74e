public import FoundationEssentials
public import GATT

/// BlueCap's protocol for a type that describes a service.
public protocol ServiceConfigurable {
  /// The name in listings.
  static var name: String { get }
  /// The UUID of the service.
  static var uuid: String { get }
  /// A word by which listings group services.
  static var tag: String { get }
}

/// BlueCap's protocol for a type that describes a characteristic.
public protocol CharacteristicConfigurable {
  /// The name in listings.
  static var name: String { get }
  /// The UUID of the characteristic.
  static var uuid: String { get }
  /// What a server demands of clients; without it, what follows from the properties.
  static var permissions: AttributePermissions { get }
  /// What clients can do with the value.
  static var properties: CharacteristicProperties { get }
  /// The octets of the value that a peripheral publishes first.
  static var initialValue: Data? { get }
}

extension CharacteristicConfigurable {
  /// What follows from the properties.
  public static var permissions: AttributePermissions { properties.impliedPermissions }

  /// No value.
  public static var initialValue: Data? { nil }

  /// The permissions without those that no property asks for: in BlueCap all characteristics
  /// could be written.
  static var boundedPermissions: AttributePermissions {
    var permissions = permissions
    for permission in [AttributePermissions.readable, .writeable]
    where !properties.impliedPermissions.contains(permission) {
      permissions.remove(permission)
    }
    return permissions
  }
}

extension BluetoothUUID {
  /// Reads the UUID of a described service or characteristic, or says whose it is not.
  init(_ text: String, of name: String) throws(ProfileError) {
    guard let uuid = BluetoothUUID(text) else {
      throw ProfileError.badValue("\"\(text)\"", allowed: "a UUID").inCharacteristic(name)
    }
    self = uuid
  }
}
