public import FoundationEssentials
public import GATT

/// A characteristic's profile without the type of its value, for listings and tools.
public struct AnyCharacteristicProfile: Sendable {
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

  /// The fields in their order.
  public var schema: [FieldSchema] { layout.fields }

  /// The fewest octets of a value.
  public var minimumSize: Int { layout.minimumSize }

  /// The octets of the initial value, `nil` without one.
  public func initialData() throws(ProfileError) -> Data? {
    try initial()
  }

  /// Takes named values from octets; an error names the characteristic, the field and the offset.
  public func decode(
    _ data: Data, context: ProfileContext = ProfileContext()
  ) throws(ProfileError) -> ProfileRecord {
    try named { () throws(ProfileError) in try layout.decode(data, context: context) }
  }

  /// Gives the octets of named values; an error names the characteristic and the field.
  public func encode(
    _ record: ProfileRecord, context: ProfileContext = ProfileContext()
  ) throws(ProfileError) -> Data {
    try named { () throws(ProfileError) in try layout.encode(record, context: context) }
  }

  /// The fields' names and texts in engineering units, from octets.
  public func strings(
    of data: Data, context: ProfileContext = ProfileContext()
  ) throws(ProfileError) -> [(name: String, text: String)] {
    layout.strings(of: try decode(data, context: context), context: context)
  }

  /// The octets of a value, from a text for each field.
  public func data(
    from texts: [String: String], context: ProfileContext = ProfileContext()
  ) throws(ProfileError) -> Data {
    try named { () throws(ProfileError) in
      try layout.encode(try layout.record(from: texts, context: context), context: context)
    }
  }

  private func named<Value>(
    _ work: () throws(ProfileError) -> Value
  ) throws(ProfileError) -> Value {
    do throws(ProfileError) {
      return try work()
    } catch {
      throw error.inCharacteristic(name)
    }
  }
}
