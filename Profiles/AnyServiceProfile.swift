public import GATT

/// A service's profile without its type, for listings, tools and profiles that exist only as data.
public struct AnyServiceProfile: Sendable {
  /// The UUID of the service.
  public let uuid: BluetoothUUID
  /// The name in listings.
  public let name: String
  /// All characteristics in the order of their handles.
  public let characteristics: [AnyCharacteristicProfile]

  /// Hides the type of a profile.
  public init(_ profile: any ServiceProfile) {
    self.init(
      profile.name, uuid: profile.uuid, characteristics: profile.characteristics)
  }

  /// Makes a profile of characteristics that may exist only as data.
  public init(_ name: String, uuid: BluetoothUUID, characteristics: [AnyCharacteristicProfile]) {
    self.name = name
    self.uuid = uuid
    self.characteristics = characteristics
  }

  /// All characteristics with this UUID; a service may hold several.
  public func characteristics(_ uuid: BluetoothUUID) -> [AnyCharacteristicProfile] {
    characteristics.filter { $0.uuid == uuid }
  }
}

extension AnyServiceProfile: CustomStringConvertible {
  /// The name with the UUID, for errors and logs.
  public var description: String { "\(name) (\(uuid))" }
}
