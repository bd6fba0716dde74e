extension BluetoothSIG.ContinuousGlucoseService {
  /// What a monitor can do (Continuous Glucose Monitoring Service 1.0, 3.2).
  public struct Feature: ProfileValue, Hashable {
    /// What it can do beyond measuring.
    public var supported: SupportedFeatures
    /// What it measures.
    public var sample: BluetoothSIG.GlucoseService.Sample
    /// Whether a checksum follows; otherwise two octets of ones do.
    public var isProtected: Bool

    /// Makes features of all parts.
    public init(
      supported: SupportedFeatures, sample: BluetoothSIG.GlucoseService.Sample, isProtected: Bool
    ) {
      self.supported = supported
      self.sample = sample
      self.isProtected = isProtected
    }

    /// Makes features; the checksum follows from them.
    public init(
      supported: SupportedFeatures = [],
      sample: BluetoothSIG.GlucoseService.Sample = .init(
        type: .interstitialFluid, location: .subcutaneous)
    ) {
      self.init(
        supported: supported, sample: sample,
        isProtected: supported.contains(.endToEndChecksum))
    }

    /// Three octets of options, one for the sample, and two for the checksum.
    public static let profileLayout = Layout<Feature>(
      Feature.init(supported:sample:isProtected:)
    ) {
      Field("features", \.supported, .options(size: 3, SupportedFeatures.names))
      Field("sample", \.sample, .inline(BluetoothSIG.GlucoseService.Sample.layout))
      Field("crcValid", \.isProtected, .checksum(.orAllOnes))
    }
  }

  /// What a monitor notices now (Continuous Glucose Monitoring Service 1.0, 3.3).
  public struct Status: ProfileValue, Hashable {
    /// The time since the start of the session in min, 0...65535.
    public var timeOffset: Int
    /// What it notices of session and device.
    public var session: SessionStatus
    /// What it notices of calibration and temperature.
    public var calibration: CalibrationStatus
    /// What the user has to be told of.
    public var warnings: Warnings
    /// Whether the value ends with a checksum.
    public var isProtected: Bool

    /// Makes a status.
    public init(
      timeOffset: Int, session: SessionStatus = [], calibration: CalibrationStatus = [],
      warnings: Warnings = [], isProtected: Bool = false
    ) {
      self.timeOffset = timeOffset
      self.session = session
      self.calibration = calibration
      self.warnings = warnings
      self.isProtected = isProtected
    }

    /// Five octets, and two for the checksum.
    public static let profileLayout = Layout<Status>(
      Status.init(timeOffset:session:calibration:warnings:isProtected:)
    ) {
      Field("timeOffset", \.timeOffset, .uint16(), unit: .minute)
      Field("status", \.session, .options(SessionStatus.names))
      Field("calTemp", \.calibration, .options(CalibrationStatus.names))
      Field("warning", \.warnings, .options(Warnings.names))
      Field("crcValid", \.isProtected, .checksum(.ifOctetsRemain))
    }
  }

  /// When a session started (Continuous Glucose Monitoring Service 1.0, 3.4).
  public struct SessionStartTime: ProfileValue, Hashable {
    /// The local time without the offset for summer.
    public var time: DateTime
    /// What local time adds to UTC in min, −720...840 in steps of 15, or unknown.
    public var timeZone: OrSpecial<Int>
    /// What summer adds to local time in min: 0, 30, 60 or 120, or unknown.
    public var daylightSaving: OrSpecial<Int>
    /// Whether the value ends with a checksum.
    public var isProtected: Bool

    /// Makes a start.
    public init(
      time: DateTime, timeZone: OrSpecial<Int>, daylightSaving: OrSpecial<Int>,
      isProtected: Bool = false
    ) {
      self.time = time
      self.timeZone = timeZone
      self.daylightSaving = daylightSaving
      self.isProtected = isProtected
    }

    /// Nine octets, and two for the checksum.
    public static let profileLayout = Layout<SessionStartTime>(
      SessionStartTime.init(time:timeZone:daylightSaving:isProtected:)
    ) {
      Field("sessionStartTime", \.time, .dateTime)
      Field(
        "timeZone", \.timeZone,
        .special([-128: .unknown], .int8(scale: 15).within(-720...840)), unit: .minute)
      Field(
        "dst", \.daylightSaving,
        .special([255: .unknown], .uint8(scale: 15).among([0, 30, 60, 120])), unit: .minute)
      Field("crcValid", \.isProtected, .checksum(.ifOctetsRemain))
    }
  }

  /// How long a sensor lasts (Continuous Glucose Monitoring Service 1.0, 3.5).
  public struct SessionRunTime: ProfileValue, Hashable {
    /// The time from the start of the session in h, 0...65535.
    public var hours: Int
    /// Whether the value ends with a checksum.
    public var isProtected: Bool

    /// Makes a time.
    public init(hours: Int, isProtected: Bool = false) {
      self.hours = hours
      self.isProtected = isProtected
    }

    /// Two octets, and two for the checksum.
    public static let profileLayout = Layout<SessionRunTime>(
      SessionRunTime.init(hours:isProtected:)
    ) {
      Field("sessionRunTime", \.hours, .uint16(), unit: .hour)
      Field("crcValid", \.isProtected, .checksum(.ifOctetsRemain))
    }
  }
}
