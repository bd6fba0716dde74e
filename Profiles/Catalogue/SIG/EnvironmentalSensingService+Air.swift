import GATT

extension BluetoothSIG.EnvironmentalSensingService {
  static func sensor<Value: Sendable>(
    _ name: String, _ uuid: BluetoothUUID, _ field: String, _ wire: Wire<Value>,
    _ unit: ProfileUnit? = nil, initialValue: Value? = nil
  ) -> CharacteristicProfile<Value> {
    CharacteristicProfile(
      name, uuid: uuid, properties: [.read, .notify], initialValue: initialValue,
      layout: .single(wire, name: field, unit: unit))
  }

  /// Temperature, 2A6E: −273.15...327.67 °C in steps of 0.01 °C, or unknown.
  public static let temperature = sensor(
    "Temperature", 0x2A6E, "temperature",
    .special([-0x8000: .unknown], Wire<Double>.int16(scale: 0.01).within(-273.15...327.67)),
    .celsius, initialValue: .special(.unknown))

  /// Humidity, 2A6F: 0...100 % in steps of 0.01 %, or unknown.
  public static let humidity = sensor(
    "Humidity", 0x2A6F, "humidity",
    .special([0xFFFF: .unknown], Wire<Double>.uint16(scale: 0.01).within(0...100)), .percent,
    initialValue: .special(.unknown))

  /// Pressure, 2A6D: 0...429496729.5 Pa in steps of 0.1 Pa.
  public static let pressure = sensor(
    "Pressure", 0x2A6D, "pressure", Wire<Double>.uint32(scale: 0.1), .pascal)

  /// Elevation, 2A6C: −83886.08...83886.07 m over sea level in steps of 0.01 m.
  public static let elevation = sensor(
    "Elevation", 0x2A6C, "elevation", Wire<Double>.int24(scale: 0.01), ProfileUnit("m"))

  /// Barometric Pressure Trend, 2AA3: over the last three hours.
  public static let pressureTrend = CharacteristicProfile<PressureTrend>(
    "Barometric Pressure Trend", uuid: 0x2AA3, properties: [.read, .notify],
    initialValue: .unknown)

  /// Dew Point, 2A7B: −128...127 °C.
  public static let dewPoint = sensor(
    "Dew Point", 0x2A7B, "dewPoint", Wire<Int>.int8(), .celsius)

  /// Heat Index, 2A7A: −128...127 °C.
  public static let heatIndex = sensor(
    "Heat Index", 0x2A7A, "heatIndex", Wire<Int>.int8(), .celsius)

  /// Wind Chill, 2A79: −128...127 °C.
  public static let windChill = sensor(
    "Wind Chill", 0x2A79, "windChill", Wire<Int>.int8(), .celsius)
}

extension BluetoothSIG.EnvironmentalSensingService {
  /// Where the pressure of the air went in the last three hours (2AA3).
  public struct PressureTrend: OpenEnumeration, ProfileValue {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any octet, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Not known.
    public static let unknown = PressureTrend(rawValue: 0)
    /// Falling all the time.
    public static let continuouslyFalling = PressureTrend(rawValue: 1)
    /// Rising all the time.
    public static let continuouslyRising = PressureTrend(rawValue: 2)
    /// Falling, then steady.
    public static let fallingThenSteady = PressureTrend(rawValue: 3)
    /// Rising, then steady.
    public static let risingThenSteady = PressureTrend(rawValue: 4)
    /// Falling, then rising less, so that it is lower than before.
    public static let fallingBeforeLesserRise = PressureTrend(rawValue: 5)
    /// Falling, then rising more, so that it is higher than before.
    public static let fallingBeforeGreaterRise = PressureTrend(rawValue: 6)
    /// Rising, then falling more, so that it is lower than before.
    public static let risingBeforeGreaterFall = PressureTrend(rawValue: 7)
    /// Rising, then falling less, so that it is higher than before.
    public static let risingBeforeLesserFall = PressureTrend(rawValue: 8)
    /// Steady.
    public static let steady = PressureTrend(rawValue: 9)

    /// The codes that have a name.
    public static let names: [(code: PressureTrend, name: String)] = [
      (.unknown, "unknown"), (.continuouslyFalling, "continuouslyFalling"),
      (.continuouslyRising, "continuouslyRising"), (.fallingThenSteady, "fallingThenSteady"),
      (.risingThenSteady, "risingThenSteady"),
      (.fallingBeforeLesserRise, "fallingBeforeLesserRise"),
      (.fallingBeforeGreaterRise, "fallingBeforeGreaterRise"),
      (.risingBeforeGreaterFall, "risingBeforeGreaterFall"),
      (.risingBeforeLesserFall, "risingBeforeLesserFall"), (.steady, "steady"),
    ]

    /// One octet.
    public static let profileLayout = Layout<PressureTrend>.single(.enumeration(), name: "trend")
  }
}
