public import GATT

extension TISensorTag {
  /// The barometer of the SensorTag CC2541, whose samples mean nothing without its calibration.
  ///
  /// Write ``Mode/calibrate`` once, read the calibration, then switch the sensor on:
  ///
  /// ```swift
  /// let calibration = try service.calibration.decode(octets)
  /// let layout = TISensorTag.BarometerService.Weather.layout(calibration)
  /// ```
  ///
  /// The data characteristic takes the octets of the calibration from the context's
  /// `calibration`.
  public struct BarometerService: ServiceProfile {
    /// `F000AA40-0451-4000-B000-000000000000`.
    public static let uuid = TISensorTag.uuid(0xAA40)
    /// The name in listings.
    public static let name = "TI Barometer"

    /// The pressure and the temperature of the air.
    public let data = Self.data
    /// The switch of the sensor.
    public let mode = Self.mode
    /// The calibration of the sensor.
    public let calibration = Self.calibration
    /// The time between two samples.
    public let period = Self.period

    /// Makes the profile.
    public init() {}

    /// The characteristics in the order of their handles.
    public var characteristics: [AnyCharacteristicProfile] {
      [AnyCharacteristicProfile(data), .init(mode), .init(calibration), .init(period)]
    }
  }
}

extension TISensorTag.BarometerService {
  /// The pressure and the temperature of the air.
  public static let data = CharacteristicProfile<Weather>(
    "Barometer Data", uuid: TISensorTag.uuid(0xAA41), properties: [.read, .notify])

  /// The switch of the sensor, off at first.
  public static let mode = CharacteristicProfile<Mode>(
    "Barometer Enabled", uuid: TISensorTag.uuid(0xAA42), properties: [.read, .write],
    initialValue: .no)

  /// The calibration of the sensor.
  public static let calibration = CharacteristicProfile<Calibration>(
    "Barometer Calibration Data", uuid: TISensorTag.uuid(0xAA43), properties: .read,
    initialValue: Calibration(
      c1: 45697, c2: 25592, c3: 48894, c4: 36174, c5: 7001, c6: 1990, c7: -2369, c8: 5542))

  /// The time between two samples, one second at first; firmware from 1.5.
  public static let period = TISensorTag.period("Barometer", 0xAA44)

  /// What the barometer does.
  public struct Mode: OpenEnumeration, ProfileValue {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any octet; 255 reports an error.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The sensor is off.
    public static let no = Mode(rawValue: 0)
    /// The sensor is on.
    public static let yes = Mode(rawValue: 1)
    /// The sensor copies its calibration to where it can be read.
    public static let calibrate = Mode(rawValue: 2)

    /// The codes that have a name.
    public static let names: [(code: Mode, name: String)] = [
      (.no, "No"), (.yes, "Yes"), (.calibrate, "Calibrate"),
    ]

    /// One octet.
    public static let profileLayout = Layout<Mode>.single(.enumeration(), name: "enabled")
  }

  /// The eight numbers with which the sensor was calibrated.
  public struct Calibration: ProfileValue, Hashable {
    /// The scale of the temperature, in 2⁻²⁴ °C.
    public var c1: Int
    /// The temperature at zero, in 2⁻¹⁰ °C.
    public var c2: Int
    /// The sensitivity of the pressure at zero.
    public var c3: Int
    /// How the sensitivity changes with the temperature.
    public var c4: Int
    /// How it changes with the square of the temperature.
    public var c5: Int
    /// The offset of the pressure at zero.
    public var c6: Int
    /// How the offset changes with the temperature.
    public var c7: Int
    /// How it changes with the square of the temperature.
    public var c8: Int

    /// Makes a calibration: four words without sign and four with sign.
    public init(c1: Int, c2: Int, c3: Int, c4: Int, c5: Int, c6: Int, c7: Int, c8: Int) {
      (self.c1, self.c2, self.c3, self.c4) = (c1, c2, c3, c4)
      (self.c5, self.c6, self.c7, self.c8) = (c5, c6, c7, c8)
    }

    /// Eight words.
    public static let profileLayout = Layout<Calibration>(
      Calibration.init(c1:c2:c3:c4:c5:c6:c7:c8:)
    ) {
      Field("c1", \.c1, .uint16())
      Field("c2", \.c2, .uint16())
      Field("c3", \.c3, .uint16())
      Field("c4", \.c4, .uint16())
      Field("c5", \.c5, .int16())
      Field("c6", \.c6, .int16())
      Field("c7", \.c7, .int16())
      Field("c8", \.c8, .int16())
    }
  }
}
