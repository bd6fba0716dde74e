import FoundationEssentials
import GATT

/// BlueCap's profile of a characteristic that is one number in octets.
public struct RawCharacteristicProfile<
  Value: RawDeserializable & StringDeserializable & CharacteristicConfigurable
>: ConfiguredCharacteristicProfile {
  /// The ordinary profile, whose fields are the type's named texts.
  public let profile: CharacteristicProfile<Value>

  /// Makes the profile that the type describes.
  public init() throws(ProfileError) {
    profile = try CharacteristicProfile(Value.rawForm)
  }

  /// The texts of an enumeration; none if any are possible.
  public var stringValues: [String] { Value.stringValues }
}

/// BlueCap's profile of a characteristic that is several numbers of one kind in octets.
public struct RawArrayCharacteristicProfile<
  Value: RawArrayDeserializable & StringDeserializable & CharacteristicConfigurable
>: ConfiguredCharacteristicProfile {
  /// The ordinary profile, whose fields are the type's named texts.
  public let profile: CharacteristicProfile<Value>

  /// Makes the profile that the type describes.
  public init() throws(ProfileError) {
    profile = try CharacteristicProfile(Value.rawForm)
  }

  /// The texts of an enumeration; none if any are possible.
  public var stringValues: [String] { Value.stringValues }
}

/// BlueCap's profile of a characteristic that is two numbers of different kinds in octets.
public struct RawPairCharacteristicProfile<
  Value: RawPairDeserializable & StringDeserializable & CharacteristicConfigurable
>: ConfiguredCharacteristicProfile {
  /// The ordinary profile, whose fields are the type's named texts.
  public let profile: CharacteristicProfile<Value>

  /// Makes the profile that the type describes.
  public init() throws(ProfileError) {
    profile = try CharacteristicProfile(Value.rawForm)
  }

  /// The texts of an enumeration; none if any are possible.
  public var stringValues: [String] { Value.stringValues }
}

/// BlueCap's profile of a characteristic that is several numbers of two kinds in octets.
public struct RawArrayPairCharacteristicProfile<
  Value: RawArrayPairDeserializable & StringDeserializable & CharacteristicConfigurable
>: ConfiguredCharacteristicProfile {
  /// The ordinary profile, whose fields are the type's named texts.
  public let profile: CharacteristicProfile<Value>

  /// Makes the profile that the type describes.
  public init() throws(ProfileError) {
    profile = try CharacteristicProfile(Value.rawForm)
  }

  /// The texts of an enumeration; none if any are possible.
  public var stringValues: [String] { Value.stringValues }
}

/// BlueCap's profile of a characteristic that is a text.
public struct StringCharacteristicProfile<
  Configuration: CharacteristicConfigurable
>: ConfiguredCharacteristicProfile {
  /// The ordinary profile, whose only field has the name of the characteristic.
  public let profile: CharacteristicProfile<String>

  /// Makes the profile that the type describes.
  public init() throws(ProfileError) {
    let layout = Layout<String>.single(.utf8(), name: Configuration.name)
    var initial: String?
    if let data = Configuration.initialValue {
      do throws(ProfileError) {
        initial = try layout.decode(data)
      } catch {
        throw error.inCharacteristic(Configuration.name)
      }
    }
    profile = CharacteristicProfile(
      Configuration.name, uuid: try BluetoothUUID(Configuration.uuid, of: Configuration.name),
      properties: Configuration.properties, permissions: Configuration.boundedPermissions,
      initialValue: initial, layout: layout)
  }

  /// None: any text is possible.
  public var stringValues: [String] { [] }
}
