public import GATT

extension TISensorTag2 {
  /// The light sensor of the SensorTag CC2650.
  public struct LuxometerService: ServiceProfile {
    /// `F000AA70-0451-4000-B000-000000000000`.
    public static let uuid = TISensorTag.uuid(0xAA70)
    /// The name in listings.
    public static let name = "TI Luxometer"

    /// The illuminance in lx, 0.01...83865.60.
    public let data = Self.data
    /// The switch of the sensor, off at first.
    public let enabled = Self.enabled
    /// The time between two samples, 0.8 s at first.
    public let period = Self.period

    /// Makes the profile.
    public init() {}

    /// The characteristics in the order of their handles.
    public var characteristics: [AnyCharacteristicProfile] {
      [AnyCharacteristicProfile(data), .init(enabled), .init(period)]
    }
  }
}

extension TISensorTag2.LuxometerService {
  /// The illuminance in lx, 0.01...83865.60.
  public static let data = CharacteristicProfile<Double>(
    "Luxometer Data", uuid: TISensorTag.uuid(0xAA71), properties: [.read, .notify],
    initialValue: 100, layout: illuminance)

  /// The switch of the sensor, off at first.
  public static let enabled = TISensorTag.enabled("Luxometer", 0xAA72)

  /// The time between two samples, 0.8 s at first.
  public static let period = TISensorTag.period("Luxometer", 0xAA73, milliseconds: 800)
}

extension TISensorTag2.LuxometerService {
  private static let illuminance = Layout<Double>.single(
    .exponentWord(scale: Scale(1, d: -2)), name: "illuminance", unit: .lux)
}
