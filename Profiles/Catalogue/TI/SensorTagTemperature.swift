public import GATT

extension TISensorTag {
  /// The thermopile of the SensorTag CC2541, which measures the temperature of what it looks at.
  public struct TemperatureService: ServiceProfile {
    /// `F000AA00-0451-4000-B000-000000000000`.
    public static let uuid = TISensorTag.uuid(0xAA00)
    /// The name in listings.
    public static let name = "TI Temperature"

    /// The temperatures of the object and of the sensor itself.
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

extension TISensorTag.TemperatureService {
  /// The temperatures of the object and of the sensor itself.
  public static let data = CharacteristicProfile<Temperatures>(
    "Temperature Data", uuid: TISensorTag.uuid(0xAA01), properties: [.read, .notify],
    initialValue: Temperatures(voltage: -0.000026875, ambient: 26.46875))

  /// The switch of the sensor, off at first.
  public static let enabled = TISensorTag.enabled("Temperature", 0xAA02)

  /// The time between two samples, one second at first; firmware from 1.5.
  public static let period = TISensorTag.period("Temperature", 0xAA03, from: 300)
}

extension TISensorTag.TemperatureService {
  /// What the thermopile tells: a voltage, and the temperature of the sensor itself.
  ///
  /// The temperature of the object follows from both, and from a constant of the sensor that is
  /// published with two values; the results differ by about 2 K.
  public struct Temperatures: ProfileValue, Hashable {
    /// The constant S0 of the sensor.
    public struct Sensitivity: Hashable, Sendable {
      /// S0 in volts for each K⁴.
      public let value: Double

      /// Takes the S0 of a calibrated sensor.
      public init(_ value: Double) {
        self.value = value
      }

      /// 6.4 × 10⁻¹⁴, the value of most programs.
      public static let common = Sensitivity(6.4e-14)
      /// 5.593 × 10⁻¹⁴, the value of TI's own example.
      public static let low = Sensitivity(5.593e-14)
    }

    /// The voltage of the thermopile in volts, in steps of 0.15625 µV.
    public var voltage: Double
    /// The temperature of the sensor in °C, in steps of 1/128 °C.
    public var ambient: Double

    /// Makes a sample as the sensor measures it.
    public init(voltage: Double, ambient: Double) {
      self.voltage = voltage
      self.ambient = ambient
    }

    /// The temperature of the object in °C; no number for a voltage that no object causes.
    public func object(_ sensitivity: Sensitivity = .common) -> Double {
      Thermopile(ambient: ambient, sensitivity: sensitivity.value).object(voltage)
    }

    /// Object and ambient temperature from two words with sign.
    ///
    /// Tools show the temperature of the object for both values of S0; when they write, both must
    /// belong to one voltage.
    public static let profileLayout = Layout<Temperatures>(
      computed: "ti-thermopile", from: raw,
      decode: { raw, _ throws(ProfileError) in
        for sensitivity in [Sensitivity.common, .low] where !raw.object(sensitivity).isFinite {
          throw ProfileError.outOfRange(
            "\(raw.voltage) V at \(raw.ambient) °C",
            allowed: "what an object over absolute zero causes", offset: 0
          ).inField("object")
        }
        return raw
      },
      encode: { value, _ throws(ProfileError) in
        guard value.voltage.isFinite else {
          throw ProfileError.badValue(
            "this pair of object temperatures", allowed: "one that a single voltage causes"
          ).inField("object")
        }
        return value
      },
      { Temperatures(ambient: $0, object: $1, low: $2) }
    ) {
      Field("ambient", \.ambient, .shown(decimals: 4), unit: .celsius)
      Field(
        "object", \.common, .shown(decimals: 4), unit: .celsius, key: "object_degC_S0_6.4e-14")
      Field(
        "objectLow", \.low, .shown(decimals: 4), unit: .celsius, key: "object_degC_S0_5.593e-14")
    }

    private static let raw = Layout<Temperatures>(Temperatures.init(voltage:ambient:)) {
      Field("object", \.voltage, .number(.int16, scale: Scale(15625, d: -11)), unit: .volt)
      Field("ambient", \.ambient, .number(.int16, scale: Scale(1, b: -7)), unit: .celsius)
    }

    private var common: Double { object(.common) }
    private var low: Double { object(.low) }

    /// The sample that shows these temperatures; no number as voltage if there is none.
    private init(ambient: Double, object: Double, low: Double) {
      let common = Thermopile(ambient: ambient, sensitivity: Sensitivity.common.value)
      self.init(voltage: common.voltage(object), ambient: ambient)
      // One step of the voltage is over 0.02 K.
      if abs(self.low - low) > 0.02 { voltage = .nan }
    }
  }
}

/// The formula of the thermopile TMP006, in both directions.
private struct Thermopile {
  private let die: Double
  private let slope: Double
  private let offset: Double

  private static let bend = 13.4

  init(ambient: Double, sensitivity: Double) {
    die = ambient + 273.15
    let warmth = die - 298.15
    slope = sensitivity * (1 + 1.75e-3 * warmth - 1.678e-5 * warmth * warmth)
    offset = -2.94e-5 - 5.7e-7 * warmth + 4.63e-9 * warmth * warmth
  }

  func object(_ voltage: Double) -> Double {
    let rise = voltage - offset
    let power = fourth(die) + (rise + Self.bend * rise * rise) / slope
    return power.squareRoot().squareRoot() - 273.15
  }

  func voltage(_ object: Double) -> Double {
    let seebeck = slope * (fourth(object + 273.15) - fourth(die))
    return offset + ((1 + 4 * Self.bend * seebeck).squareRoot() - 1) / (2 * Self.bend)
  }

  private func fourth(_ value: Double) -> Double { value * value * value * value }
}
