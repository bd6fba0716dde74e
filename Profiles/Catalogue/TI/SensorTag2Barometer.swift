public import GATT

extension TISensorTag2 {
  /// The barometer of the SensorTag CC2650, which is calibrated in the sensor.
  public struct BarometerService: ServiceProfile {
    /// `F000AA40-0451-4000-B000-000000000000`.
    public static let uuid = TISensorTag.uuid(0xAA40)
    /// The name in listings.
    public static let name = "TI Barometer"

    /// The pressure and the temperature of the air.
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

extension TISensorTag2.BarometerService {
  /// The pressure and the temperature of the air.
  public static let data = CharacteristicProfile<Weather>(
    "Barometer Data", uuid: TISensorTag.uuid(0xAA41), properties: [.read, .notify],
    initialValue: Weather(temperature: 21, pressure: 1013.25))

  /// The switch of the sensor, off at first.
  public static let enabled = TISensorTag.enabled("Barometer", 0xAA42)

  /// The time between two samples, one second at first.
  public static let period = TISensorTag.period("Barometer", 0xAA44)
}

extension TISensorTag2.BarometerService {
  /// Pressure and temperature of the air.
  public struct Weather: ProfileValue, Hashable {
    /// The temperature in °C, in steps of 0.01 °C.
    public var temperature: Double
    /// The pressure in hPa, in steps of 0.01 hPa.
    public var pressure: Double

    /// Makes a sample.
    public init(temperature: Double, pressure: Double) {
      self.temperature = temperature
      self.pressure = pressure
    }

    /// Two numbers of three octets; firmware before 1.01, which the context's `firmware` tells,
    /// sends two words with exponents.
    public static let profileLayout = layout(.int24(scale: 0.01), .uint24(scale: 0.01)).varying([
      .init(
        ContextMatch("firmware", .versionAtLeast("1.01")),
        layout(.int24(scale: 0.01), .uint24(scale: 0.01))),
      .init(
        ContextMatch("firmware", .versionAtLeast("0.1")),
        layout(.exponentWord(scale: Scale(1, d: -2)), .exponentWord(scale: Scale(1, d: -2)))),
    ])

    private static func layout(
      _ temperature: Wire<Double>, _ pressure: Wire<Double>
    ) -> Layout<Weather> {
      Layout(Weather.init(temperature:pressure:)) {
        Field("temperature", \.temperature, temperature, unit: .celsius)
        Field("pressure", \.pressure, pressure, unit: .hectopascal)
      }
    }
  }
}
