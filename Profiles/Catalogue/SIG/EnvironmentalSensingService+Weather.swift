import GATT

extension BluetoothSIG.EnvironmentalSensingService {
  /// True Wind Speed, 2A70: 0...655.35 m/s in steps of 0.01 m/s.
  public static let trueWindSpeed = sensor(
    "True Wind Speed", 0x2A70, "windSpeed", speed, metersPerSecond)

  /// True Wind Direction, 2A71: 0...359.99° in steps of 0.01°, 0 from the north.
  public static let trueWindDirection = sensor(
    "True Wind Direction", 0x2A71, "windDirection", direction, degree)

  /// Apparent Wind Speed, 2A72: 0...655.35 m/s in steps of 0.01 m/s.
  public static let apparentWindSpeed = sensor(
    "Apparent Wind Speed", 0x2A72, "windSpeed", speed, metersPerSecond)

  /// Apparent Wind Direction, 2A73: 0...359.99° in steps of 0.01°, 0 from ahead.
  public static let apparentWindDirection = sensor(
    "Apparent Wind Direction", 0x2A73, "windDirection", direction, degree)

  /// Gust Factor, 2A74: 0...25.5 times the mean speed in steps of 0.1.
  public static let gustFactor = sensor(
    "Gust Factor", 0x2A74, "gustFactor", Wire<Double>.uint8(scale: 0.1))

  /// Rainfall, 2A78: 0...65535 mm.
  public static let rainfall = sensor(
    "Rainfall", 0x2A78, "rainfall", Wire<Int>.uint16(), ProfileUnit("mm"))

  /// Pollen Concentration, 2A75: 0...16777215 in a cubic metre.
  public static let pollen = sensor(
    "Pollen Concentration", 0x2A75, "pollen", Wire<Int>.uint24(), ProfileUnit("/m³"))

  /// UV Index, 2A76: 0...255 without unit.
  public static let ultravioletIndex = sensor("UV Index", 0x2A76, "uvIndex", Wire<Int>.uint8())

  /// Irradiance, 2A77: 0...6553.5 W/m² in steps of 0.1 W/m².
  public static let irradiance = sensor(
    "Irradiance", 0x2A77, "irradiance", Wire<Double>.uint16(scale: 0.1), ProfileUnit("W/m²"))

  /// Illuminance, 2AFB: 0...167772.14 lx in steps of 0.01 lx, or unknown.
  public static let illuminance = sensor(
    "Illuminance", 0x2AFB, "illuminance",
    .special([0xFFFFFF: .unknown], Wire<Double>.uint24(scale: 0.01)), ProfileUnit("lx"),
    initialValue: .special(.unknown))

  /// Magnetic Declination, 2A2C: 0...359.99° in steps of 0.01°.
  public static let magneticDeclination = sensor(
    "Magnetic Declination", 0x2A2C, "declination", direction, degree)

  /// Magnetic Flux Density - 2D, 2AA0.
  public static let magneticFlux2D = CharacteristicProfile<MagneticFlux2D>(
    "Magnetic Flux Density - 2D", uuid: 0x2AA0, properties: [.read, .notify])

  /// Magnetic Flux Density - 3D, 2AA1.
  public static let magneticFlux3D = CharacteristicProfile<MagneticFlux3D>(
    "Magnetic Flux Density - 3D", uuid: 0x2AA1, properties: [.read, .notify])

  private static let speed = Wire<Double>.uint16(scale: 0.01)
  private static let direction = Wire<Double>.uint16(scale: 0.01).within(0...359.99)
  private static let degree = ProfileUnit("°")
  private static let metersPerSecond = ProfileUnit("m/s")
}

extension BluetoothSIG.EnvironmentalSensingService {
  /// The magnetic field along two axes (2AA0).
  public struct MagneticFlux2D: ProfileValue, Hashable {
    /// −3276.8...3276.7 µT in steps of 0.1 µT.
    public var x: Double
    /// −3276.8...3276.7 µT in steps of 0.1 µT.
    public var y: Double

    /// Makes a field from microteslas.
    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }

    /// Two numbers of 16 bits.
    public static let profileLayout = Layout<MagneticFlux2D>(MagneticFlux2D.init(x:y:)) {
      Field("x", \.x, .int16(scale: 0.1), unit: .microtesla)
      Field("y", \.y, .int16(scale: 0.1), unit: .microtesla)
    }
  }

  /// The magnetic field along three axes (2AA1).
  public struct MagneticFlux3D: ProfileValue, Hashable {
    /// −3276.8...3276.7 µT in steps of 0.1 µT.
    public var x: Double
    /// −3276.8...3276.7 µT in steps of 0.1 µT.
    public var y: Double
    /// −3276.8...3276.7 µT in steps of 0.1 µT.
    public var z: Double

    /// Makes a field from microteslas.
    public init(x: Double, y: Double, z: Double) {
      self.x = x
      self.y = y
      self.z = z
    }

    /// Three numbers of 16 bits.
    public static let profileLayout = Layout<MagneticFlux3D>(MagneticFlux3D.init(x:y:z:)) {
      Field("x", \.x, .int16(scale: 0.1), unit: .microtesla)
      Field("y", \.y, .int16(scale: 0.1), unit: .microtesla)
      Field("z", \.z, .int16(scale: 0.1), unit: .microtesla)
    }
  }
}
