public import GATT

extension BluetoothSIG {
  /// The weight of a body.
  ///
  /// Weight Scale Service 1.0.
  public struct WeightScaleService: ServiceProfile {
    /// `181D`.
    public static let uuid: BluetoothUUID = 0x181D
    /// The name in listings.
    public static let name = "Weight Scale"

    /// What the scale can do; at first nothing beyond weighing.
    public let features = Self.features
    /// One weight.
    public let measurement = Self.measurement

    /// Makes the profile.
    public init() {}

    /// The characteristics in the order of their handles.
    public var characteristics: [AnyCharacteristicProfile] {
      [AnyCharacteristicProfile(features), .init(measurement)]
    }
  }
}

extension BluetoothSIG.WeightScaleService {
  /// What the scale can do; at first nothing beyond weighing.
  public static let features = CharacteristicProfile<Features>(
    "Weight Scale Feature", uuid: 0x2A9E, properties: [.read],
    initialValue: Features())

  /// One weight.
  public static let measurement = CharacteristicProfile<Measurement>(
    "Weight Measurement", uuid: 0x2A9D, properties: [.indicate])
}
