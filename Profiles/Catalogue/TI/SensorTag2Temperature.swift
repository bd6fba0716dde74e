public import GATT

extension TISensorTag2 {
  /// The thermopile of the SensorTag CC2650, which computes the temperature of what it looks at.
  public struct TemperatureService: ServiceProfile {
    /// `F000AA00-0451-4000-B000-000000000000`.
    public static let uuid = TISensorTag.uuid(0xAA00)
    /// The name in listings.
    public static let name = "TI Temperature"

    /// The temperatures of the object and of the sensor itself.
    public let data = Self.data
    /// The switch of the sensor, off at first.
    public let enabled = Self.enabled
    /// The time between two samples, one second at first.
    public let period = Self.period

    /// Makes the profile.
    public init() {}

    /// The characteristics in the order of their handles.
    public var characteristics: [AnyCharacteristicProfile] {
      [AnyCharacteristicProfile(data), .init(enabled), .init(period)]
    }
  }
}

extension TISensorTag2.TemperatureService {
  /// The temperatures of the object and of the sensor itself.
  public static let data = CharacteristicProfile<Temperatures>(
    "Temperature Data", uuid: TISensorTag.uuid(0xAA01), properties: [.read, .notify],
    initialValue: Temperatures(object: 20, ambient: 24))

  /// The switch of the sensor, off at first.
  public static let enabled = TISensorTag.enabled("Temperature", 0xAA02)

  /// The time between two samples, one second at first.
  public static let period = TISensorTag.period("Temperature", 0xAA03, from: 300)
}

extension TISensorTag2.TemperatureService {
  /// The temperatures of an object and of the sensor.
  public struct Temperatures: ProfileValue, Hashable {
    /// The temperature of the object in °C, in steps of 1/32 °C.
    public var object: Double
    /// The temperature of the sensor in °C, in steps of 1/32 °C.
    public var ambient: Double

    /// Makes a sample.
    public init(object: Double, ambient: Double) {
      self.object = object
      self.ambient = ambient
    }

    /// Two words with sign, whose two lowest bits carry nothing.
    public static let profileLayout = Layout<Temperatures>(Temperatures.init(object:ambient:)) {
      Field("object", \.object, degrees, unit: .celsius)
      Field("ambient", \.ambient, degrees, unit: .celsius)
    }

    private static let degrees = Wire<Double>.number(
      .int16, scale: Scale(1, b: -7), ignoring: 0b11)
  }
}
