public import GATT

extension BluetoothSIG {
  /// Running Speed and Cadence: a foot pod's speed, steps, stride length and distance.
  public struct RunningSpeedCadenceService: ServiceProfile {
    /// `1814`.
    public static let uuid: BluetoothUUID = 0x1814
    /// The name in listings.
    public static let name = "Running Speed and Cadence"

    /// Speed and cadence, notified about once a second.
    public let measurement = Self.measurement
    /// What the sensor can do.
    public let feature = Self.feature
    /// Where the sensor is.
    public let location = SensorLocation.characteristic
    /// Sets the distance and the location, and calibrates.
    public let controlPoint = SpeedCadenceControlPoint.characteristic

    /// Makes the profile.
    public init() {}

    /// The four characteristics in the order of the specification.
    public var characteristics: [AnyCharacteristicProfile] {
      [AnyCharacteristicProfile(measurement), .init(feature), .init(location), .init(controlPoint)]
    }
  }
}

extension BluetoothSIG.RunningSpeedCadenceService {
  /// RSC Measurement, 2A53.
  public static let measurement = CharacteristicProfile<Measurement>(
    "RSC Measurement", uuid: 0x2A53, properties: .notify,
    initialValue: Measurement(speed: 0, cadence: 0))

  /// RSC Feature, 2A54.
  public static let feature = CharacteristicProfile<Feature>(
    "RSC Feature", uuid: 0x2A54, properties: .read, initialValue: [])

  /// Speed and cadence of a runner (Running Speed and Cadence Service 1.0, 3.1).
  public struct Measurement: ProfileValue, Hashable {
    /// 0...255.996 m/s in steps of 1/256 m/s.
    public var speed: Double
    /// Steps of one foot for each minute, 0...255.
    public var cadence: Int
    /// 0...655.35 m in steps of 1 cm, if the sensor measures it.
    public var strideLength: Double?
    /// 0...429496729.5 m in steps of 0.1 m, if the sensor measures it.
    public var totalDistance: Double?
    /// Whether the user runs; otherwise the user walks.
    public var isRunning: Bool

    /// Makes a measurement.
    public init(
      speed: Double, cadence: Int, strideLength: Double? = nil, totalDistance: Double? = nil,
      isRunning: Bool = false
    ) {
      self.speed = speed
      self.cadence = cadence
      self.strideLength = strideLength
      self.totalDistance = totalDistance
      self.isRunning = isRunning
    }

    /// Flags, speed, cadence, and what the flags announce.
    public static let profileLayout = Layout<Measurement>(
      Measurement.init(speed:cadence:strideLength:totalDistance:isRunning:), flags: .uint8
    ) {
      Field("speed", \.speed, .uint16(scale: 1.0 / 256), unit: ProfileUnit("m/s"))
      Field("cadence", \.cadence, .uint8(), unit: ProfileUnit("/min"))
      Field("strideLength", \.strideLength, .when(0, .uint16(scale: 0.01)), unit: ProfileUnit("m"))
      Field("totalDistance", \.totalDistance, .when(1, .uint32(scale: 0.1)), unit: ProfileUnit("m"))
      Field("running", \.isRunning, .flag(2))
    }
  }

  /// What a sensor can do (Running Speed and Cadence Service 1.0, 3.2).
  public struct Feature: OptionSet, ProfileValue, Hashable {
    /// The 16 bits that are sent.
    public let rawValue: UInt16

    /// Keeps any bits, with or without a name.
    public init(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    /// It measures the length of a stride.
    public static let strideLength = Feature(rawValue: 1 << 0)
    /// It measures the distance.
    public static let totalDistance = Feature(rawValue: 1 << 1)
    /// It tells walking from running.
    public static let walkingOrRunning = Feature(rawValue: 1 << 2)
    /// It can be calibrated.
    public static let calibration = Feature(rawValue: 1 << 3)
    /// It can be told where it is.
    public static let multipleLocations = Feature(rawValue: 1 << 4)

    private static let options = Options([
      .init(0, "strideLength"), .init(1, "totalDistance"), .init(2, "walkingOrRunning"),
      .init(3, "calibration"), .init(4, "multipleLocations"),
    ])

    /// Two octets.
    public static let profileLayout = Layout<Feature>.single(.options(options), name: "features")
  }
}
