public import FoundationEssentials
public import GATT

/// A characteristic's profile made of a type of BlueCap's protocols.
///
/// Its ``profile`` is an ordinary one, for both roles. Making it fails if the type's UUID is none
/// or its initial value does not fit the type.
public protocol ConfiguredCharacteristicProfile: Sendable {
  /// The type of the value.
  associatedtype Value: Sendable
  /// The ordinary profile.
  var profile: CharacteristicProfile<Value> { get }
  /// The texts of an enumeration; none if any are possible.
  var stringValues: [String] { get }
}

extension ConfiguredCharacteristicProfile {
  /// The UUID of the characteristic.
  public var uuid: BluetoothUUID { profile.uuid }
  /// The name in listings.
  public var name: String { profile.name }
  /// What clients can do with the value.
  public var properties: CharacteristicProperties { profile.properties }
  /// What a server demands of clients.
  public var permissions: AttributePermissions { profile.permissions }
  /// The octets of the value that a peripheral publishes first.
  public var initialValue: Data? { try? profile.initialData() }

  /// Whether clients can do this with the value.
  public func propertyEnabled(_ property: CharacteristicProperties) -> Bool {
    properties.contains(property)
  }

  /// Whether a server grants this to clients.
  public func permissionEnabled(_ permission: AttributePermissions) -> Bool {
    permissions.contains(permission)
  }

  /// The named texts of octets, `nil` if they have no meaning.
  public func stringValue(_ data: Data) -> [String: String]? {
    guard let value = try? profile.decode(data) else { return nil }
    return Dictionary(profile.strings(of: value).map { ($0.name, $0.text) }) { _, last in last }
  }

  /// The octets of named texts, `nil` if they have no meaning.
  public func data(fromString texts: [String: String]) -> Data? {
    guard let value = try? profile.value(from: texts) else { return nil }
    return try? profile.encode(value)
  }
}

extension CharacteristicProfile where Value: StringDeserializable & CharacteristicConfigurable {
  /// Makes the profile that a type describes.
  init<Source>(_ form: RawForm<Value, Source>) throws(ProfileError) {
    let uuid = try BluetoothUUID(Value.uuid, of: Value.name)
    let raw = form.layout()
    var initial: Value?
    if let data = Value.initialValue {
      do throws(ProfileError) {
        initial = try raw.decode(data)
      } catch {
        throw error.inCharacteristic(Value.name)
      }
    }
    self.init(
      Value.name, uuid: uuid, properties: Value.properties, permissions: Value.boundedPermissions,
      initialValue: initial,
      layout: (initial ?? form.sample).map { form.layout(sample: $0) } ?? raw)
  }
}

extension RawForm {
  /// A value of octets that are all 0 or all 1, if one exists.
  fileprivate var sample: Root? {
    for octet in [UInt8(0), 1] {
      let octets = Data(repeating: octet, count: source.minimumSize)
      if let raw = try? source.decode(octets), let root = make(raw) { return root }
    }
    return nil
  }
}
