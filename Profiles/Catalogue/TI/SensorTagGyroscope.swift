public import GATT

extension TISensorTag {
  /// The gyroscope of the SensorTag CC2541.
  ///
  /// Its switch is a set of axes, unlike that of the other sensors.
  public struct GyroscopeService: ServiceProfile {
    /// `F000AA50-0451-4000-B000-000000000000`.
    public static let uuid = TISensorTag.uuid(0xAA50)
    /// The name in listings.
    public static let name = "TI Gyroscope"

    /// The turning rate in °/s, -250...250 around each axis.
    public let data = Self.data
    /// The axes that are measured, none at first.
    public let enabled = Self.enabled
    /// The time between two samples, one second at first; firmware from 1.5.
    public let period = Self.period

    /// Makes the profile.
    public init() {}

    /// The characteristics in the order of their handles.
    public var characteristics: [AnyCharacteristicProfile] {
      [AnyCharacteristicProfile(data), .init(enabled), .init(period)]
    }
  }
}

extension TISensorTag.GyroscopeService {
  /// The turning rate in °/s, -250...250 around each axis.
  public static let data = CharacteristicProfile<Vector3>(
    "Gyroscope Data", uuid: TISensorTag.uuid(0xAA51), properties: [.read, .notify],
    initialValue: Vector3(x: 0, y: 0, z: 0), layout: rate)

  /// The axes that are measured, none at first.
  public static let enabled = CharacteristicProfile<Axes>(
    "Gyroscope Enabled", uuid: TISensorTag.uuid(0xAA52), properties: [.read, .write],
    initialValue: [])

  /// The time between two samples, one second at first; firmware from 1.5.
  public static let period = TISensorTag.period("Gyroscope", 0xAA53)
}

extension TISensorTag.GyroscopeService {
  private static let rate = Layout<Vector3>.axes(
    .number(.int16, scale: Scale(125, b: -14)), unit: .degreesPerSecond)

  /// The axes that the gyroscope measures.
  public struct Axes: OptionSet, Hashable, ProfileValue {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any octet; 255 reports an error.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The x axis.
    public static let x = Axes(rawValue: 1 << 0)
    /// The y axis.
    public static let y = Axes(rawValue: 1 << 1)
    /// The z axis.
    public static let z = Axes(rawValue: 1 << 2)
    /// All three axes.
    public static let all: Axes = [.x, .y, .z]

    /// One octet.
    public static let profileLayout = Layout<Axes>.single(
      .options(Options([.init(0, "x"), .init(1, "y"), .init(2, "z")], style: .names)),
      name: "enabledAxes")
  }
}
