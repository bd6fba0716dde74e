public import GATT

extension BluetoothSIG {
  /// Cycling Power: a power meter in pedal, crank, hub or trainer.
  public struct CyclingPowerService: ServiceProfile {
    /// `1818`.
    public static let uuid: BluetoothUUID = 0x1818
    /// The name in listings.
    public static let name = "Cycling Power"

    /// The power with all that the meter adds, about once a second.
    public let measurement = Self.measurement
    /// Forces or torques within a turn of the crank.
    public let vector = Self.vector
    /// What the meter can do.
    public let feature = Self.feature
    /// Where the meter is.
    public let location = SensorLocation.characteristic
    /// Sets and asks for what the meter computes with.
    public let controlPoint = Self.controlPoint

    /// Makes the profile.
    public init() {}

    /// The five characteristics in the order of the specification.
    public var characteristics: [AnyCharacteristicProfile] {
      [
        AnyCharacteristicProfile(measurement), .init(feature), .init(location),
        .init(controlPoint), .init(vector),
      ]
    }
  }
}

extension BluetoothSIG.CyclingPowerService {
  /// Cycling Power Measurement, 2A63.
  public static let measurement = CharacteristicProfile<Measurement>(
    "Cycling Power Measurement", uuid: 0x2A63, properties: [.broadcast, .notify],
    initialValue: Measurement(power: 0))

  /// Cycling Power Vector, 2A64.
  public static let vector = CharacteristicProfile<Vector>(
    "Cycling Power Vector", uuid: 0x2A64, properties: .notify)

  /// Cycling Power Feature, 2A65.
  public static let feature = CharacteristicProfile<Feature>(
    "Cycling Power Feature", uuid: 0x2A65, properties: .read, initialValue: Feature([]))

  /// Cycling Power Control Point, 2A66.
  public static let controlPoint = CharacteristicProfile<ControlPoint>(
    "Cycling Power Control Point", uuid: 0x2A66, properties: [.write, .indicate])
}

extension BluetoothSIG.CyclingPowerService {
  /// What a power meter can do (Cycling Power Service 1.1, 3.1).
  public struct Feature: ProfileValue, Hashable {
    /// What the meter measures and can be told.
    public var abilities: Abilities
    /// Whether the meter can be one of two that measure a leg each.
    public var distribution: Distribution

    /// Makes a description.
    public init(_ abilities: Abilities, distribution: Distribution = .unspecified) {
      self.abilities = abilities
      self.distribution = distribution
    }

    /// Four octets.
    public static let profileLayout = Layout<Feature>(
      Feature.init(_:distribution:), flags: .uint32
    ) {
      Field("features", \.abilities, .bits(0..<20, Abilities.options))
      Field("distributedSystem", \.distribution, .bits(20..<22))
    }
  }

  /// Whether a meter can be one of two that measure a leg each.
  public struct Distribution: OpenEnumeration {
    /// The two bits that are sent.
    public let rawValue: UInt8

    /// Keeps the bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The meter does not tell, as those of version 1.0.
    public static let unspecified = Distribution(rawValue: 0)
    /// The meter measures alone.
    public static let notSupported = Distribution(rawValue: 1)
    /// The meter can be one of two.
    public static let supported = Distribution(rawValue: 2)

    /// The codes that have a name.
    public static let names: [(code: Distribution, name: String)] = [
      (.unspecified, "unspecified"), (.notSupported, "notSupported"), (.supported, "supported"),
    ]
  }
}
