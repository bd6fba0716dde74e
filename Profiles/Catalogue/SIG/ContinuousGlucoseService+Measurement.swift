extension BluetoothSIG.ContinuousGlucoseService {
  /// One record (Continuous Glucose Monitoring Service 1.0, 3.1).
  public struct Measurement: Hashable, Sendable {
    /// The concentration of glucose in mg/dL.
    public var concentration: MedicalFloat16
    /// The time since the start of the session in min, 0...65535.
    public var timeOffset: Int
    /// What the monitor noticed of session and device.
    public var status: SessionStatus?
    /// What the monitor noticed of calibration and temperature.
    public var calibration: CalibrationStatus?
    /// What the user has to be told of.
    public var warnings: Warnings?
    /// How fast the concentration changes, in mg/dL/min.
    public var trend: MedicalFloat16?
    /// How far the concentration can be trusted, in %.
    public var quality: MedicalFloat16?
    /// Whether the record ends with a checksum.
    public var isProtected: Bool

    /// Makes a record.
    public init(
      concentration: MedicalFloat16, timeOffset: Int, status: SessionStatus? = nil,
      calibration: CalibrationStatus? = nil, warnings: Warnings? = nil,
      trend: MedicalFloat16? = nil, quality: MedicalFloat16? = nil, isProtected: Bool = false
    ) {
      self.concentration = concentration
      self.timeOffset = timeOffset
      self.status = status
      self.calibration = calibration
      self.warnings = warnings
      self.trend = trend
      self.quality = quality
      self.isProtected = isProtected
    }

    static let layout = Layout<Measurement>(
      Measurement.init(
        concentration:timeOffset:status:calibration:warnings:trend:quality:isProtected:),
      flags: .uint8
    ) {
      Field("concentration", \.concentration, .medfloat16, unit: .milligramsPerDecilitre)
      Field("timeOffset", \.timeOffset, .uint16(), unit: .minute)
      Field("status", \.status, .when(7, .options(SessionStatus.names)))
      Field("calTemp", \.calibration, .when(6, .options(CalibrationStatus.names)))
      Field("warning", \.warnings, .when(5, .options(Warnings.names)))
      Field(
        "trend", \.trend, .when(0, .medfloat16), unit: .milligramsPerDecilitreMinute)
      Field("quality", \.quality, .when(1, .medfloat16), unit: .percent)
      Field("crcValid", \.isProtected, .checksum(.ifOctetsRemain))
    }

    /// Records with their size before them.
    static let records = Layout<[Measurement]>.single(
      .oneOrMore(.sized(SizePrefix(includesItself: true), .record(layout))), name: "records")
  }
}
