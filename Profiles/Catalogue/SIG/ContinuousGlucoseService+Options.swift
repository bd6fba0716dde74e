extension BluetoothSIG.ContinuousGlucoseService {
  /// What a monitor notices of session and device.
  public struct SessionStatus: OptionSet, Hashable, Sendable {
    /// The bits that are sent.
    public let rawValue: UInt8

    /// Keeps any bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// No session runs.
    public static let sessionStopped = SessionStatus(rawValue: 1 << 0)
    /// The battery is low.
    public static let batteryLow = SessionStatus(rawValue: 1 << 1)
    /// The sensor is not for this monitor.
    public static let sensorTypeIncorrect = SessionStatus(rawValue: 1 << 2)
    /// The sensor has a fault.
    public static let sensorMalfunction = SessionStatus(rawValue: 1 << 3)
    /// The monitor has an alert of its own.
    public static let deviceSpecificAlert = SessionStatus(rawValue: 1 << 4)
    /// The monitor has a fault.
    public static let generalFault = SessionStatus(rawValue: 1 << 5)

    static let names = Options([
      .init(0, "sessionStopped"), .init(1, "batteryLow"), .init(2, "sensorTypeIncorrect"),
      .init(3, "sensorMalfunction"), .init(4, "deviceSpecificAlert"), .init(5, "generalFault"),
    ])
  }

  /// What a monitor notices of calibration and temperature.
  public struct CalibrationStatus: OptionSet, Hashable, Sendable {
    /// The bits that are sent.
    public let rawValue: UInt8

    /// Keeps any bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// It needs the time.
    public static let timeSynchronizationRequired = CalibrationStatus(rawValue: 1 << 0)
    /// It cannot be calibrated now.
    public static let calibrationNotAllowed = CalibrationStatus(rawValue: 1 << 1)
    /// It should be calibrated.
    public static let calibrationRecommended = CalibrationStatus(rawValue: 1 << 2)
    /// It must be calibrated.
    public static let calibrationRequired = CalibrationStatus(rawValue: 1 << 3)
    /// It is too warm.
    public static let temperatureTooHigh = CalibrationStatus(rawValue: 1 << 4)
    /// It is too cold.
    public static let temperatureTooLow = CalibrationStatus(rawValue: 1 << 5)

    static let names = Options([
      .init(0, "timeSynchronizationRequired"), .init(1, "calibrationNotAllowed"),
      .init(2, "calibrationRecommended"), .init(3, "calibrationRequired"),
      .init(4, "temperatureTooHigh"), .init(5, "temperatureTooLow"),
    ])
  }

  /// What the user of a monitor has to be told of.
  public struct Warnings: OptionSet, Hashable, Sendable {
    /// The bits that are sent.
    public let rawValue: UInt8

    /// Keeps any bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The concentration is under the low level of the patient.
    public static let belowPatientLow = Warnings(rawValue: 1 << 0)
    /// The concentration is over the high level of the patient.
    public static let abovePatientHigh = Warnings(rawValue: 1 << 1)
    /// The concentration is dangerously low.
    public static let belowHypo = Warnings(rawValue: 1 << 2)
    /// The concentration is dangerously high.
    public static let aboveHyper = Warnings(rawValue: 1 << 3)
    /// The concentration falls too fast.
    public static let decreasesTooFast = Warnings(rawValue: 1 << 4)
    /// The concentration rises too fast.
    public static let increasesTooFast = Warnings(rawValue: 1 << 5)
    /// The concentration is under the range of the sensor.
    public static let resultTooLow = Warnings(rawValue: 1 << 6)
    /// The concentration is over the range of the sensor.
    public static let resultTooHigh = Warnings(rawValue: 1 << 7)

    static let names = Options([
      .init(0, "belowPatientLow"), .init(1, "abovePatientHigh"), .init(2, "belowHypo"),
      .init(3, "aboveHyper"), .init(4, "decreasesTooFast"), .init(5, "increasesTooFast"),
      .init(6, "resultTooLow"), .init(7, "resultTooHigh"),
    ])
  }

  /// What a monitor can do.
  public struct SupportedFeatures: OptionSet, Hashable, Sendable {
    /// The bits that are sent.
    public let rawValue: UInt32

    /// Keeps any bits.
    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// It can be calibrated.
    public static let calibration = SupportedFeatures(rawValue: 1 << 0)
    /// It warns at the levels of the patient.
    public static let patientAlerts = SupportedFeatures(rawValue: 1 << 1)
    /// It warns of dangerously low concentrations.
    public static let hypoAlerts = SupportedFeatures(rawValue: 1 << 2)
    /// It warns of dangerously high concentrations.
    public static let hyperAlerts = SupportedFeatures(rawValue: 1 << 3)
    /// It warns of fast changes.
    public static let rateAlerts = SupportedFeatures(rawValue: 1 << 4)
    /// It has an alert of its own.
    public static let deviceSpecificAlert = SupportedFeatures(rawValue: 1 << 5)
    /// It notices a fault of the sensor.
    public static let malfunctionDetection = SupportedFeatures(rawValue: 1 << 6)
    /// It notices heat and cold.
    public static let temperatureDetection = SupportedFeatures(rawValue: 1 << 7)
    /// It notices concentrations outside its range.
    public static let resultRangeDetection = SupportedFeatures(rawValue: 1 << 8)
    /// It notices a low battery.
    public static let lowBatteryDetection = SupportedFeatures(rawValue: 1 << 9)
    /// It notices a sensor for another monitor.
    public static let sensorTypeErrorDetection = SupportedFeatures(rawValue: 1 << 10)
    /// It tells of faults.
    public static let generalFault = SupportedFeatures(rawValue: 1 << 11)
    /// It ends every value with a checksum.
    public static let endToEndChecksum = SupportedFeatures(rawValue: 1 << 12)
    /// It can be bonded with several centrals.
    public static let multipleBonds = SupportedFeatures(rawValue: 1 << 13)
    /// It can run several sessions.
    public static let multipleSessions = SupportedFeatures(rawValue: 1 << 14)
    /// It tells how fast the concentration changes.
    public static let trend = SupportedFeatures(rawValue: 1 << 15)
    /// It tells how far a concentration can be trusted.
    public static let quality = SupportedFeatures(rawValue: 1 << 16)

    static let names = Options([
      .init(0, "calibration"), .init(1, "patientAlerts"), .init(2, "hypoAlerts"),
      .init(3, "hyperAlerts"), .init(4, "rateAlerts"), .init(5, "deviceSpecificAlert"),
      .init(6, "malfunctionDetection"), .init(7, "temperatureDetection"),
      .init(8, "resultRangeDetection"), .init(9, "lowBatteryDetection"),
      .init(10, "sensorTypeErrorDetection"), .init(11, "generalFault"),
      .init(12, "endToEndChecksum"), .init(13, "multipleBonds"), .init(14, "multipleSessions"),
      .init(15, "trend"), .init(16, "quality"),
    ])
  }
}
