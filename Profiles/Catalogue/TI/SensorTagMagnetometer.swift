public import GATT

extension TISensorTag {
  /// The magnetometer of the SensorTag CC2541.
  public struct MagnetometerService: ServiceProfile {
    /// `F000AA30-0451-4000-B000-000000000000`.
    public static let uuid = TISensorTag.uuid(0xAA30)
    /// The name in listings.
    public static let name = "TI Magnetometer"

    /// The magnetic flux density in µT, -1000...1000 along each axis.
    public let data = Self.data
    /// The switch of the sensor, off at first.
    public let enabled = Self.enabled
    /// The time between two samples, two seconds at first.
    public let period = Self.period

    /// Makes the profile.
    public init() {}

    /// The characteristics in the order of their handles.
    public var characteristics: [AnyCharacteristicProfile] {
      [AnyCharacteristicProfile(data), .init(enabled), .init(period)]
    }
  }
}

extension TISensorTag.MagnetometerService {
  /// The magnetic flux density in µT, -1000...1000 along each axis.
  public static let data = CharacteristicProfile<Vector3>(
    "Magnetometer Data", uuid: TISensorTag.uuid(0xAA31), properties: [.read, .notify],
    initialValue: Vector3(x: 0, y: 20, z: -40), layout: fluxDensity)

  /// The switch of the sensor, off at first.
  public static let enabled = TISensorTag.enabled("Magnetometer", 0xAA32)

  /// The time between two samples, two seconds at first.
  public static let period = TISensorTag.period("Magnetometer", 0xAA33, milliseconds: 2000)
}

extension TISensorTag.MagnetometerService {
  private static let fluxDensity = Layout<Vector3>.axes(
    .number(.int16, scale: Scale(125, b: -12)), unit: .microtesla)
}
