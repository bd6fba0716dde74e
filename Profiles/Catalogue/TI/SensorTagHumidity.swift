public import GATT

extension TISensorTag {
  /// The hygrometer of the SensorTag CC2541, with a thermometer of its own.
  public struct HumidityService: ServiceProfile {
    /// `F000AA20-0451-4000-B000-000000000000`.
    public static let uuid = TISensorTag.uuid(0xAA20)
    /// The name in listings.
    public static let name = "TI Hygrometer"

    /// The humidity of the air and its temperature.
    public let data = Self.data
    /// The switch of the sensor, off at first.
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

extension TISensorTag.HumidityService {
  /// The humidity of the air and its temperature.
  public static let data = CharacteristicProfile<Climate>(
    "Hygrometer Data", uuid: TISensorTag.uuid(0xAA21), properties: [.read, .notify],
    initialValue: Climate(temperature: 21, humidity: 45))

  /// The switch of the sensor, off at first.
  public static let enabled = TISensorTag.enabled("Hygrometer", 0xAA22)

  /// The time between two samples, one second at first; firmware from 1.5.
  public static let period = TISensorTag.period("Hygrometer", 0xAA23)
}

extension TISensorTag.HumidityService {
  /// Humidity and temperature of the air.
  public struct Climate: ProfileValue, Hashable {
    /// The temperature in °C, -46.85...128.87.
    public var temperature: Double
    /// The relative humidity in percent, -6...119 as the sensor counts it.
    public var humidity: Double

    /// Makes a sample.
    public init(temperature: Double, humidity: Double) {
      self.temperature = temperature
      self.humidity = humidity
    }

    /// Two words without sign; the two lowest bits of the humidity are status bits.
    public static let profileLayout = Layout<Climate>(Climate.init(temperature:humidity:)) {
      Field(
        "temperature", \.temperature,
        .number(.uint16, scale: Scale(17572, d: -2, b: -16), offset: -46.85), unit: .celsius)
      Field(
        "humidity", \.humidity,
        .number(.uint16, scale: Scale(125, b: -16), offset: -6, ignoring: 0b11), unit: .percent)
    }
  }
}
