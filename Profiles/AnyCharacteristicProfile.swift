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
  private let rewrite: @Sendable (Data, ProfileContext) throws(ProfileError) -> Data

  /// Hides the type of a profile's value.
  @_semantics("optimize.sil.specialize.generic.never")
  public init<Value>(_ profile: CharacteristicProfile<Value>) {
    uuid = profile.uuid
    name = profile.name
    properties = profile.properties
    permissions = profile.permissions
    layout = profile.layout.dynamic
    initial = { () throws(ProfileError) in try profile.initialData() }
    rewrite = { data, context throws(ProfileError) in
      try profile.encode(try profile.decode(data, context: context), context: context)
    }
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
    rewrite = { data, context throws(ProfileError) in
      do throws(ProfileError) {
        return try layout.encode(try layout.decode(data, context: context), context: context)
      } catch {
        throw error.inCharacteristic(name)
      }
    }
  }

  /// The octets of the initial value, `nil` without one.
  public func initialData() throws(ProfileError) -> Data? {
    try initial()
  }

  /// The octets as this library writes the value that they hold: without reserved bits, unknown
  /// flags and octets behind the last field.
  ///
  /// It goes by way of the Swift type of the value, if the profile has one.
  public func canonicalData(
    of data: Data, context: ProfileContext = ProfileContext()
  ) throws(ProfileError) -> Data {
    try rewrite(data, context)
  }
}

extension AnyCharacteristicProfile: CustomStringConvertible {
  /// The name with the UUID, for errors and logs.
  public var description: String { "\(name) (\(uuid))" }
}
