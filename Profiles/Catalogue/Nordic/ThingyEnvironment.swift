public import GATT

extension Thingy52 {
  /// The environment sensors of the Thingy:52.
  public struct EnvironmentService: ServiceProfile {
    /// `EF680200-9B35-4933-9B10-52FFA9740042`.
    public static let uuid = Thingy52.uuid(0x0200)
    /// The name in listings.
    public static let name = "Thingy Environment"

    /// The temperature of the air in °C, in steps of 0.01 °C.
    public let temperature = Self.temperature
    /// The pressure of the air in hPa, in steps of 0.01 hPa.
    public let pressure = Self.pressure
    /// The relative humidity in percent, 0...100.
    public let humidity = Self.humidity
    /// The gases in the air.
    public let airQuality = Self.airQuality
    /// The colour of the light.
    public let color = Self.color
    /// How often is measured.
    public let configuration = Self.configuration

    /// Makes the profile.
    public init() {}

    /// The characteristics in the order of their handles.
    public var characteristics: [AnyCharacteristicProfile] {
      [
        AnyCharacteristicProfile(temperature), .init(pressure), .init(humidity), .init(airQuality),
        .init(color), .init(configuration),
      ]
    }
  }
}

extension Thingy52.EnvironmentService {
  /// The temperature of the air in °C, in steps of 0.01 °C.
  public static let temperature = CharacteristicProfile<Double>(
    "Thingy Temperature", uuid: Thingy52.uuid(0x0201), properties: .notify, initialValue: 21.5,
    layout: .single(.hundredths(), name: "temperature", unit: .celsius))

  /// The pressure of the air in hPa, in steps of 0.01 hPa.
  public static let pressure = CharacteristicProfile<Double>(
    "Thingy Pressure", uuid: Thingy52.uuid(0x0202), properties: .notify, initialValue: 1013.25,
    layout: .single(.hundredths(whole: .int32), name: "pressure", unit: .hectopascal))

  /// The relative humidity in percent, 0...100.
  public static let humidity = CharacteristicProfile<Int>(
    "Thingy Humidity", uuid: Thingy52.uuid(0x0203), properties: .notify, initialValue: 45,
    layout: .single(.uint8().within(0...100), name: "humidity", unit: .percent))

  /// The gases in the air.
  public static let airQuality = CharacteristicProfile<AirQuality>(
    "Thingy Air Quality", uuid: Thingy52.uuid(0x0204), properties: .notify,
    initialValue: AirQuality(carbonDioxide: 400, organicCompounds: 0))

  /// The colour of the light.
  public static let color = CharacteristicProfile<Light>(
    "Thingy Color", uuid: Thingy52.uuid(0x0205), properties: .notify,
    initialValue: Light(red: 0, green: 0, blue: 0, clear: 0))

  /// How often is measured.
  public static let configuration = CharacteristicProfile<Configuration>(
    "Thingy Environment Configuration", uuid: Thingy52.uuid(0x0206), properties: [.read, .write])
}

extension Thingy52.EnvironmentService {
  /// The gases in the air.
  public struct AirQuality: ProfileValue, Hashable {
    /// The equivalent of carbon dioxide in ppm.
    public var carbonDioxide: Int
    /// The volatile organic compounds in ppb.
    public var organicCompounds: Int

    /// Makes a sample.
    public init(carbonDioxide: Int, organicCompounds: Int) {
      self.carbonDioxide = carbonDioxide
      self.organicCompounds = organicCompounds
    }

    /// Two words.
    public static let profileLayout = Layout<AirQuality>(
      AirQuality.init(carbonDioxide:organicCompounds:)
    ) {
      Field("eCO2", \.carbonDioxide, .uint16(), unit: .partsPerMillion)
      Field("TVOC", \.organicCompounds, .uint16(), unit: .partsPerBillion)
    }
  }

  /// The light as four sensors count it.
  public struct Light: ProfileValue, Hashable {
    /// The red part.
    public var red: Int
    /// The green part.
    public var green: Int
    /// The blue part.
    public var blue: Int
    /// The light without filter.
    public var clear: Int

    /// Makes a sample.
    public init(red: Int, green: Int, blue: Int, clear: Int) {
      self.red = red
      self.green = green
      self.blue = blue
      self.clear = clear
    }

    /// Four words.
    public static let profileLayout = Layout<Light>(Light.init(red:green:blue:clear:)) {
      Field("red", \.red, .uint16())
      Field("green", \.green, .uint16())
      Field("blue", \.blue, .uint16())
      Field("clear", \.clear, .uint16())
    }
  }
}
