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
  /// The fields in their order.
  public let schema: [FieldSchema]
  /// The fewest octets of a value.
  public let minimumSize: Int

  private let initial: @Sendable () throws(ProfileError) -> Data?
  private let print: @Sendable (Data) throws(ProfileError) -> [(name: String, text: String)]
  private let parse: @Sendable ([String: String]) throws(ProfileError) -> Data

  /// Hides the type of a profile's value.
  public init<Value>(_ profile: CharacteristicProfile<Value>) {
    uuid = profile.uuid
    name = profile.name
    properties = profile.properties
    permissions = profile.permissions
    schema = profile.layout.schema
    minimumSize = profile.layout.minimumSize
    initial = { () throws(ProfileError) in try profile.initialData() }
    print = { data throws(ProfileError) in profile.strings(of: try profile.decode(data)) }
    parse = { texts throws(ProfileError) in try profile.encode(try profile.value(from: texts)) }
  }

  /// The octets of the initial value, `nil` without one.
  public func initialData() throws(ProfileError) -> Data? {
    try initial()
  }

  /// The fields' names and texts in engineering units, from octets.
  public func strings(of data: Data) throws(ProfileError) -> [(name: String, text: String)] {
    try print(data)
  }

  /// The octets of a value, from a text for each field.
  public func data(from texts: [String: String]) throws(ProfileError) -> Data {
    try parse(texts)
  }
}
