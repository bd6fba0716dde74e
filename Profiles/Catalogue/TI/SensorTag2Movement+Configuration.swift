extension TISensorTag2.MovementService {
  /// Axes of a sensor.
  public struct Axes: OptionSet, Hashable, Sendable {
    /// The three bits that are sent.
    public let rawValue: UInt8

    /// Keeps any number.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The z axis.
    public static let z = Axes(rawValue: 1 << 0)
    /// The y axis.
    public static let y = Axes(rawValue: 1 << 1)
    /// The x axis.
    public static let x = Axes(rawValue: 1 << 2)
    /// All three axes.
    public static let all: Axes = [.x, .y, .z]

    fileprivate static let names = Options(
      [.init(2, "x"), .init(1, "y"), .init(0, "z")], style: .names)
  }

  /// What is measured.
  public struct Configuration: ProfileValue, Hashable {
    /// The axes of the gyroscope.
    public var gyroAxes: Axes
    /// The axes of the accelerometer.
    public var accelerometerAxes: Axes
    /// Whether the magnetometer measures.
    public var magnetometer: Bool
    /// Whether the sensors sleep while the SensorTag lies still.
    public var wakesOnMotion: Bool
    /// The range of the accelerometer.
    public var range: Range

    /// Makes a configuration; without arguments all sensors are off.
    public init(
      gyroAxes: Axes = [], accelerometerAxes: Axes = [], magnetometer: Bool = false,
      wakesOnMotion: Bool = false, range: Range = .eightG
    ) {
      self.gyroAxes = gyroAxes
      self.accelerometerAxes = accelerometerAxes
      self.magnetometer = magnetometer
      self.wakesOnMotion = wakesOnMotion
      self.range = range
    }

    /// One word.
    public static let profileLayout = Layout<Configuration>(
      Configuration.init(gyroAxes:accelerometerAxes:magnetometer:wakesOnMotion:range:),
      flags: .uint16
    ) {
      Field("gyroAxes", \.gyroAxes, .bits(0..<3, Axes.names))
      Field("accelAxes", \.accelerometerAxes, .bits(3..<6, Axes.names))
      Field("magnetometer", \.magnetometer, .flag(6))
      Field("wakeOnMotion", \.wakesOnMotion, .flag(7))
      Field("accelRange", \.range, .bits(8..<10, style: .quantity), unit: .standardGravity)
    }
  }
}
