public import GATT

/// BlueCap's profile of a service that a type describes; its characteristics are added one by one.
///
/// ```swift
/// var service = try ConfiguredServiceProfile<Accelerometer>()
/// service.addCharacteristic(try RawCharacteristicProfile<Accelerometer.Enabled>())
/// manager.addService(service)
/// ```
public struct ConfiguredServiceProfile<Configuration: ServiceConfigurable>: ServiceProfile {
  /// The UUID of the service; one of zeros stands for a text that is none, which ``init()`` refuses.
  public static var uuid: BluetoothUUID {
    BluetoothUUID(Configuration.uuid) ?? BluetoothUUID(value: 0)
  }
  /// The name in listings.
  public static var name: String { Configuration.name }

  /// The characteristics in the order in which they were added.
  public private(set) var characteristics: [AnyCharacteristicProfile] = []

  /// Makes a service without characteristics; fails if the type's UUID is none.
  public init() throws(ProfileError) {
    _ = try BluetoothUUID(Configuration.uuid, of: Configuration.name)
  }

  /// A word by which listings group services.
  public var tag: String { Configuration.tag }

  /// The characteristics by their UUIDs, the first of each.
  public var characteristic: [BluetoothUUID: AnyCharacteristicProfile] {
    Dictionary(characteristics.map { ($0.uuid, $0) }) { first, _ in first }
  }

  /// Adds a characteristic.
  public mutating func addCharacteristic(_ profile: some ConfiguredCharacteristicProfile) {
    addCharacteristic(profile.profile)
  }

  /// Adds an ordinary characteristic.
  public mutating func addCharacteristic<Value>(_ profile: CharacteristicProfile<Value>) {
    characteristics.append(AnyCharacteristicProfile(profile))
  }

  /// The first characteristic with a UUID, `nil` if there is none.
  public func characteristicProfile(withUUID uuid: BluetoothUUID) -> AnyCharacteristicProfile? {
    characteristics(uuid).first
  }
}
