extension BluetoothSIG.HealthThermometerService {
  /// One temperature (Health Thermometer Service 1.0, 3.1).
  public struct Measurement: ProfileValue, Hashable {
    /// The temperature with its resolution, in °C or °F as the thermometer is set.
    public var temperature: Quantity<MedicalFloat32>
    /// When it was measured, for thermometers with a clock.
    public var timestamp: DateTime?
    /// Where it was measured.
    public var site: MeasurementSite?

    /// Makes a measurement; its unit is °C or °F.
    public init(
      temperature: Quantity<MedicalFloat32>, timestamp: DateTime? = nil,
      site: MeasurementSite? = nil
    ) {
      self.temperature = temperature
      self.timestamp = timestamp
      self.site = site
    }

    /// Makes a measurement in °C.
    public init(
      celsius: MedicalFloat32, timestamp: DateTime? = nil, site: MeasurementSite? = nil
    ) {
      self.init(temperature: Quantity(celsius, .celsius), timestamp: timestamp, site: site)
    }

    /// The temperature in °C, whatever the unit; NaN if the measurement failed.
    public var celsius: Double {
      let value = temperature.value.doubleValue
      return temperature.unit == .fahrenheit ? (value - 32) / 1.8 : value
    }

    /// Flags, a number of four octets, and what the flags tell.
    public static let profileLayout = Layout<Measurement>(
      Measurement.init(temperature:timestamp:site:), flags: .uint8
    ) {
      Field(
        "temperature", \.temperature,
        .unit(bit: 0, clear: .medfloat32, .celsius, set: .medfloat32, .fahrenheit))
      Field("timestamp", \.timestamp, .when(1, .dateTime))
      Field("type", \.site, .when(2, .enumeration(style: .code)))
    }
  }

  /// Where a temperature is measured (Health Thermometer Service 1.0, 3.2).
  public struct MeasurementSite: OpenEnumeration, ProfileValue {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any code, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// In an armpit.
    public static let armpit = MeasurementSite(rawValue: 1)
    /// Somewhere on the body.
    public static let body = MeasurementSite(rawValue: 2)
    /// On an ear, usually the lobe.
    public static let ear = MeasurementSite(rawValue: 3)
    /// On a finger.
    public static let finger = MeasurementSite(rawValue: 4)
    /// In the stomach or the bowels.
    public static let gastrointestinalTract = MeasurementSite(rawValue: 5)
    /// In the mouth.
    public static let mouth = MeasurementSite(rawValue: 6)
    /// In the rectum.
    public static let rectum = MeasurementSite(rawValue: 7)
    /// On a toe.
    public static let toe = MeasurementSite(rawValue: 8)
    /// In an ear, on the drum.
    public static let tympanum = MeasurementSite(rawValue: 9)

    /// The codes that have a name.
    public static let names: [(code: MeasurementSite, name: String)] = [
      (.armpit, "armpit"), (.body, "body"), (.ear, "ear"), (.finger, "finger"),
      (.gastrointestinalTract, "gastrointestinalTract"), (.mouth, "mouth"), (.rectum, "rectum"),
      (.toe, "toe"), (.tympanum, "tympanum"),
    ]

    /// One octet.
    public static let profileLayout = Layout<MeasurementSite>.single(
      .enumeration(style: .code), name: "type")
  }
}
