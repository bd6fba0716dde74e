public import FoundationEssentials
public import GATT

/// A characteristic defined once for both roles, for documentation and for tools.
///
/// A central decodes and writes with it; a peripheral publishes it with its properties,
/// permissions and initial value.
public struct CharacteristicProfile<Value: Sendable>: Sendable {
  /// The UUID of the characteristic.
  public let uuid: BluetoothUUID
  /// The name in listings and errors.
  public let name: String
  /// What clients can do with the value.
  public let properties: CharacteristicProperties
  /// What a server demands of clients.
  public let permissions: AttributePermissions
  /// The fields of the value.
  public let layout: Layout<Value>
  /// The value that a peripheral publishes first.
  public let initialValue: Value?

  /// Makes a profile; without `permissions` they follow from the properties.
  public init(
    _ name: String, uuid: BluetoothUUID, properties: CharacteristicProperties,
    permissions: AttributePermissions? = nil, initialValue: Value? = nil, layout: Layout<Value>
  ) {
    self.name = name
    self.uuid = uuid
    self.properties = properties
    self.permissions = permissions ?? properties.impliedPermissions
    self.initialValue = initialValue
    self.layout = layout
  }

  /// Takes a value from octets; an error names the characteristic, the field and the offset.
  ///
  /// `context` holds what the layout asks for: ``DynamicLayout/contextKeys`` names it.
  @inlinable
  public func decode(
    _ data: Data, context: ProfileContext = ProfileContext()
  ) throws(ProfileError) -> Value {
    do throws(ProfileError) {
      return try layout.decode(data, context: context)
    } catch {
      throw error.inCharacteristic(name)
    }
  }

  /// Gives the octets of a value; an error names the characteristic and the field.
  @_semantics("optimize.sil.specialize.generic.never")
  public func encode(
    _ value: Value, context: ProfileContext = ProfileContext()
  ) throws(ProfileError) -> Data {
    do throws(ProfileError) {
      return try layout.encode(value, context: context)
    } catch {
      throw error.inCharacteristic(name)
    }
  }

  /// The octets of the initial value, `nil` without one.
  @_semantics("optimize.sil.specialize.generic.never")
  public func initialData() throws(ProfileError) -> Data? {
    guard let initialValue else { return nil }
    return try encode(initialValue)
  }

  /// The fields' names and texts in engineering units, in the order of the layout.
  @_semantics("optimize.sil.specialize.generic.never")
  public func strings(of value: Value) -> [(name: String, text: String)] {
    layout.strings(of: value)
  }

  /// Takes a value from a text for each field; the units may be left out.
  @_semantics("optimize.sil.specialize.generic.never")
  public func value(from texts: [String: String]) throws(ProfileError) -> Value {
    do throws(ProfileError) {
      return try layout.value(from: texts)
    } catch {
      throw error.inCharacteristic(name)
    }
  }
}

extension CharacteristicProfile where Value: ProfileValue {
  /// Makes a profile of a value that knows its own layout.
  public init(
    _ name: String, uuid: BluetoothUUID, properties: CharacteristicProperties,
    permissions: AttributePermissions? = nil, initialValue: Value? = nil
  ) {
    self.init(
      name, uuid: uuid, properties: properties, permissions: permissions,
      initialValue: initialValue, layout: Value.profileLayout)
  }
}

extension CharacteristicProperties {
  var impliedPermissions: AttributePermissions {
    let writes: Self = [.write, .writeWithoutResponse, .authenticatedSignedWrites, .reliableWrite]
    var permissions: AttributePermissions = []
    if contains(.read) { permissions.insert(.readable) }
    if !isDisjoint(with: writes) { permissions.insert(.writeable) }
    return permissions
  }
}
