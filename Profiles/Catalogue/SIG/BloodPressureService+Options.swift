extension BluetoothSIG.BloodPressureService {
  /// What a device noticed during a measurement.
  public struct MeasurementStatus: OptionSet, Hashable, Sendable {
    /// The bits that are sent.
    public let rawValue: UInt16

    /// Keeps any bits.
    public init(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    /// The body moved.
    public static let bodyMovement = MeasurementStatus(rawValue: 1 << 0)
    /// The cuff was too loose.
    public static let cuffTooLoose = MeasurementStatus(rawValue: 1 << 1)
    /// The pulse was irregular.
    public static let irregularPulse = MeasurementStatus(rawValue: 1 << 2)
    /// The pulse was over the range.
    public static let pulseRateTooHigh = MeasurementStatus(rawValue: 1 << 3)
    /// The pulse was under the range.
    public static let pulseRateTooLow = MeasurementStatus(rawValue: 1 << 4)
    /// The cuff was not at the height of the heart.
    public static let improperPosition = MeasurementStatus(rawValue: 1 << 5)

    static let names = Options([
      .init(0, "bodyMovement"), .init(1, "cuffTooLoose"), .init(2, "irregularPulse"),
      .init(3, "pulseRateTooHigh"), .init(4, "pulseRateTooLow"), .init(5, "improperPosition"),
    ])
  }

  /// What a device can do (Blood Pressure Service 1.1, 3.3).
  public struct Features: OptionSet, Hashable, Sendable, ProfileValue {
    /// The bits that are sent.
    public let rawValue: UInt16

    /// Keeps any bits.
    public init(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    /// It notices movement.
    public static let bodyMovementDetection = Features(rawValue: 1 << 0)
    /// It notices a loose cuff.
    public static let cuffFitDetection = Features(rawValue: 1 << 1)
    /// It notices an irregular pulse.
    public static let irregularPulseDetection = Features(rawValue: 1 << 2)
    /// It notices a pulse outside its range.
    public static let pulseRateRangeDetection = Features(rawValue: 1 << 3)
    /// It notices a wrong height of the cuff.
    public static let positionDetection = Features(rawValue: 1 << 4)
    /// It can be bonded with several centrals.
    public static let multipleBonds = Features(rawValue: 1 << 5)
    /// It protects values by a checksum.
    public static let endToEndChecksum = Features(rawValue: 1 << 6)
    /// It has the user data service.
    public static let userData = Features(rawValue: 1 << 7)
    /// It sends the time that the user sees.
    public static let userFacingTime = Features(rawValue: 1 << 8)

    static let names = Options([
      .init(0, "bodyMovementDetection"), .init(1, "cuffFitDetection"),
      .init(2, "irregularPulseDetection"), .init(3, "pulseRateRangeDetection"),
      .init(4, "positionDetection"), .init(5, "multipleBonds"), .init(6, "endToEndChecksum"),
      .init(7, "userData"), .init(8, "userFacingTime"),
    ])

    /// Two octets.
    public static let profileLayout = Layout<Features>.single(
      .options(names), name: "features")
  }
}
