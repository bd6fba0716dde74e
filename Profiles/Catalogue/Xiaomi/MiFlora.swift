public import FoundationEssentials
public import GATT

extension Xiaomi {
  /// The plant sensor MiFlora: write A01F as the mode, then read the sample.
  public struct MiFloraService: ServiceProfile {
    /// `1204`.
    public static let uuid: BluetoothUUID = 0x1204
    /// The name in listings.
    public static let name = "MiFlora Data"

    /// What the sensor does; A01F asks for a sample.
    public let mode = Self.mode
    /// The sample.
    public let data = Self.data

    /// Makes the profile.
    public init() {}

    /// The characteristics in the order of their handles.
    public var characteristics: [AnyCharacteristicProfile] {
      [AnyCharacteristicProfile(mode), .init(data)]
    }
  }
}

extension Xiaomi.MiFloraService {
  /// What the sensor does; A01F asks for a sample.
  public static let mode = CharacteristicProfile<Data>(
    "MiFlora Mode", uuid: 0x1A00, properties: [.read, .write])

  /// The sample.
  public static let data = CharacteristicProfile<Sample>(
    "MiFlora Sensor Data", uuid: 0x1A01, properties: [.read, .notify])
}

extension Xiaomi.MiFloraService {
  /// What a plant feels.
  public struct Sample: ProfileValue, Hashable {
    /// The temperature in °C, in steps of 0.1 °C.
    public var temperature: Double
    /// The illuminance in lx.
    public var light: Int
    /// The moisture of the soil in percent.
    public var moisture: Int
    /// The conductivity of the soil in µS/cm.
    public var conductivity: Int

    /// Makes a sample.
    public init(temperature: Double, light: Int, moisture: Int, conductivity: Int) {
      self.temperature = temperature
      self.light = light
      self.moisture = moisture
      self.conductivity = conductivity
    }

    /// 16 octets, of which seven carry nothing that is known.
    public static let profileLayout = Layout<Sample>(
      Sample.init(temperature:light:moisture:conductivity:)
    ) {
      Field("temperature", \.temperature, .int16(scale: 0.1).padded(after: 1), unit: .celsius)
      Field("light", \.light, .uint32(), unit: .lux)
      Field("moisture", \.moisture, .uint8(), unit: .percent)
      Field(
        "conductivity", \.conductivity, .uint16().padded(after: 6), unit: .microsiemensPerCentimetre
      )
    }
  }
}
