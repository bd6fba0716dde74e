public import GATT

extension BluetoothSIG {
  /// What a body consists of, as scales with electrodes estimate it.
  ///
  /// Body Composition Service 1.0.
  public struct BodyCompositionService: ServiceProfile {
    /// `181B`.
    public static let uuid: BluetoothUUID = 0x181B
    /// The name in listings.
    public static let name = "Body Composition"

    /// What the scale can do; at first nothing beyond the share of fat.
    public let features = Self.features
    /// One measurement, which may take several packets.
    public let measurement = Self.measurement

    /// Makes the profile.
    public init() {}

    /// The characteristics in the order of their handles.
    public var characteristics: [AnyCharacteristicProfile] {
      [AnyCharacteristicProfile(features), .init(measurement)]
    }
  }
}

extension BluetoothSIG.BodyCompositionService {
  /// What the scale can do; at first nothing beyond the share of fat.
  public static let features = CharacteristicProfile<Features>(
    "Body Composition Feature", uuid: 0x2A9B, properties: [.read],
    initialValue: Features())

  /// One measurement, which may take several packets.
  public static let measurement = CharacteristicProfile<Measurement>(
    "Body Composition Measurement", uuid: 0x2A9C, properties: [.indicate])
}
