public import GATT

extension BluetoothSIG {
  /// Cycling Speed and Cadence: turns of wheel and crank, from which a client computes both.
  public struct CyclingSpeedCadenceService: ServiceProfile {
    /// `1816`.
    public static let uuid: BluetoothUUID = 0x1816
    /// The name in listings.
    public static let name = "Cycling Speed and Cadence"

    /// The counters, notified about once a second.
    public let measurement = Self.measurement
    /// What the sensor can do.
    public let feature = Self.feature
    /// Where the sensor is.
    public let location = SensorLocation.characteristic
    /// Sets the counter and the location.
    public let controlPoint = SpeedCadenceControlPoint.characteristic

    /// Makes the profile.
    public init() {}

    /// The four characteristics in the order of the specification.
    public var characteristics: [AnyCharacteristicProfile] {
      [AnyCharacteristicProfile(measurement), .init(feature), .init(location), .init(controlPoint)]
    }
  }
}

extension BluetoothSIG.CyclingSpeedCadenceService {
  /// CSC Measurement, 2A5B.
  public static let measurement = CharacteristicProfile<Measurement>(
    "CSC Measurement", uuid: 0x2A5B, properties: .notify, initialValue: Measurement())

  /// CSC Feature, 2A5C.
  public static let feature = CharacteristicProfile<Feature>(
    "CSC Feature", uuid: 0x2A5C, properties: .read,
    initialValue: [.wheelRevolutions, .crankRevolutions])

  /// The counters of wheel and crank (Cycling Speed and Cadence Service 1.0, 3.1).
  public struct Measurement: ProfileValue, Hashable {
    /// The wheel's counter, if the sensor has one.
    public var wheel: BluetoothSIG.WheelRevolutions?
    /// The crank's counter, if the sensor has one.
    public var crank: BluetoothSIG.CrankRevolutions?

    /// Makes a measurement.
    public init(
      wheel: BluetoothSIG.WheelRevolutions? = nil, crank: BluetoothSIG.CrankRevolutions? = nil
    ) {
      self.wheel = wheel
      self.crank = crank
    }

    /// Flags and the counters that they announce.
    public static let profileLayout = Layout<Measurement>(
      Measurement.init(wheel:crank:), flags: .uint8
    ) {
      Field("wheel", \.wheel, .when(0, .inline(BluetoothSIG.WheelRevolutions.speedLayout)))
      Field("crank", \.crank, .when(1, .inline(BluetoothSIG.CrankRevolutions.layout)))
    }
  }

  /// What a sensor can do (Cycling Speed and Cadence Service 1.0, 3.2).
  public struct Feature: OptionSet, ProfileValue, Hashable {
    /// The 16 bits that are sent.
    public let rawValue: UInt16

    /// Keeps any bits, with or without a name.
    public init(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    /// It counts the turns of the wheel.
    public static let wheelRevolutions = Feature(rawValue: 1 << 0)
    /// It counts the turns of the crank.
    public static let crankRevolutions = Feature(rawValue: 1 << 1)
    /// It can be told where it is.
    public static let multipleLocations = Feature(rawValue: 1 << 2)

    private static let options = Options([
      .init(0, "wheelRevolutions"), .init(1, "crankRevolutions"), .init(2, "multipleLocations"),
    ])

    /// Two octets.
    public static let profileLayout = Layout<Feature>.single(.options(options), name: "features")
  }
}
