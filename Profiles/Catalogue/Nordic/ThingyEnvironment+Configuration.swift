extension Thingy52.EnvironmentService {
  /// How often the gases are measured.
  public struct GasMode: OpenEnumeration, ProfileValue {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any octet.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Each second.
    public static let everySecond = GasMode(rawValue: 1)
    /// Each ten seconds.
    public static let everyTenSeconds = GasMode(rawValue: 2)
    /// Each minute.
    public static let everyMinute = GasMode(rawValue: 3)

    /// The codes that have a name.
    public static let names: [(code: GasMode, name: String)] = [
      (.everySecond, "1 s"),
      (.everyTenSeconds, "10 s"),
      (.everyMinute, "60 s"),
    ]

    /// One octet.
    public static let profileLayout = Layout<GasMode>.single(
      .enumeration(style: .code), name: "gasMode")
  }

  /// How often is measured.
  public struct Configuration: ProfileValue, Hashable {
    /// Between two temperatures, 100...60000 ms.
    public var temperatureInterval: Int
    /// Between two pressures, 50...60000 ms.
    public var pressureInterval: Int
    /// Between two humidities, 100...60000 ms.
    public var humidityInterval: Int
    /// Between two colours, 200...60000 ms.
    public var colorInterval: Int
    /// How often the gases are measured.
    public var gasMode: GasMode
    /// The red part of the light beside the colour sensor.
    public var red: Int
    /// The green part of that light.
    public var green: Int
    /// The blue part of that light.
    public var blue: Int

    /// Makes a configuration.
    public init(
      temperatureInterval: Int, pressureInterval: Int, humidityInterval: Int, colorInterval: Int,
      gasMode: GasMode, red: Int, green: Int, blue: Int
    ) {
      self.temperatureInterval = temperatureInterval
      self.pressureInterval = pressureInterval
      self.humidityInterval = humidityInterval
      self.colorInterval = colorInterval
      self.gasMode = gasMode
      self.red = red
      self.green = green
      self.blue = blue
    }

    /// Twelve octets.
    public static let profileLayout = Layout<Configuration>(
      Configuration.init(
        temperatureInterval:pressureInterval:humidityInterval:colorInterval:gasMode:red:green:blue:)
    ) {
      Field("temperature", \.temperatureInterval, .uint16(), unit: .millisecond, range: 100...60000)
      Field("pressure", \.pressureInterval, .uint16(), unit: .millisecond, range: 50...60000)
      Field("humidity", \.humidityInterval, .uint16(), unit: .millisecond, range: 100...60000)
      Field("color", \.colorInterval, .uint16(), unit: .millisecond, range: 200...60000)
      Field("gasMode", \.gasMode, .enumeration(style: .code))
      Field("ledR", \.red, .uint8())
      Field("ledG", \.green, .uint8())
      Field("ledB", \.blue, .uint8())
    }
  }
}
