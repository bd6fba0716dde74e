public import FoundationEssentials
public import GATT

/// A characteristic's profile without the type of its value, for listings and tools.
public struct AnyCharacteristicProfile: NamedLayout {
  /// The UUID of the characteristic.
  public let uuid: BluetoothUUID
  /// The name in listings and errors.
  public let name: String
  /// What clients can do with the value.
  public let properties: CharacteristicProperties
  /// What a server demands of clients.
  public let permissions: AttributePermissions
  /// The layout of the value as data.
  public let layout: DynamicLayout

  private let initial: @Sendable () throws(ProfileError) -> Data?

  /// Hides the type of a profile's value.
  public init<Value>(_ profile: CharacteristicProfile<Value>) {
    uuid = profile.uuid
    name = profile.name
    properties = profile.properties
    permissions = profile.permissions
    layout = profile.layout.dynamic
    initial = { () throws(ProfileError) in try profile.initialData() }
  }

  /// Makes a profile of a layout that exists only as data.
  public init(
    _ name: String, uuid: BluetoothUUID, properties: CharacteristicProperties,
    permissions: AttributePermissions? = nil, layout: DynamicLayout, initialData: Data? = nil
  ) {
    self.uuid = uuid
    self.name = name
    self.properties = properties
    self.permissions = permissions ?? properties.impliedPermissions
    self.layout = layout
    initial = { initialData }
  }

  /// The octets of the initial value, `nil` without one.
  public func initialData() throws(ProfileError) -> Data? {
    try initial()
  }
}

extension AnyCharacteristicProfile: CustomStringConvertible {
  /// The name with the UUID, for errors and logs.
  public var description: String { "\(name) (\(uuid))" }
}
