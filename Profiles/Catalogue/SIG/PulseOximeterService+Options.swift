extension BluetoothSIG.PulseOximeterService {
  /// What a device can do beyond measuring.
  public struct SupportedFeatures: OptionSet, Hashable, Sendable {
    /// The bits that are sent.
    public let rawValue: UInt16

    /// Keeps any bits.
    public init(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    /// It tells how far a measurement can be trusted.
    public static let measurementStatus = SupportedFeatures(rawValue: 1 << 0)
    /// It tells what is wrong with device and sensor.
    public static let deviceStatus = SupportedFeatures(rawValue: 1 << 1)
    /// It stores spot checks.
    public static let storage = SupportedFeatures(rawValue: 1 << 2)
    /// It has a clock.
    public static let timestamp = SupportedFeatures(rawValue: 1 << 3)
    /// It sends values over a shorter time.
    public static let fastReading = SupportedFeatures(rawValue: 1 << 4)
    /// It sends values over a longer time.
    public static let slowReading = SupportedFeatures(rawValue: 1 << 5)
    /// It measures the strength of the pulse.
    public static let pulseAmplitudeIndex = SupportedFeatures(rawValue: 1 << 6)
    /// It can be bonded with several centrals.
    public static let multipleBonds = SupportedFeatures(rawValue: 1 << 7)

    static let names = Options([
      .init(0, "measurementStatus"), .init(1, "deviceStatus"), .init(2, "storage"),
      .init(3, "timestamp"), .init(4, "fastReading"), .init(5, "slowReading"),
      .init(6, "pulseAmplitudeIndex"), .init(7, "multipleBonds"),
    ])
  }

  /// How far a measurement can be trusted.
  public struct MeasurementStatus: OptionSet, Hashable, Sendable {
    /// The bits that are sent.
    public let rawValue: UInt16

    /// Keeps any bits.
    public init(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    /// The measurement goes on.
    public static let ongoing = MeasurementStatus(rawValue: 1 << 5)
    /// The values are a first estimate.
    public static let earlyEstimate = MeasurementStatus(rawValue: 1 << 6)
    /// The values are checked.
    public static let validated = MeasurementStatus(rawValue: 1 << 7)
    /// The values are of full quality.
    public static let fullyQualified = MeasurementStatus(rawValue: 1 << 8)
    /// The values were stored.
    public static let fromStorage = MeasurementStatus(rawValue: 1 << 9)
    /// The values show how the device works.
    public static let forDemonstration = MeasurementStatus(rawValue: 1 << 10)
    /// The values are a test.
    public static let forTesting = MeasurementStatus(rawValue: 1 << 11)
    /// The device is being calibrated.
    public static let calibrating = MeasurementStatus(rawValue: 1 << 12)
    /// There is no measurement.
    public static let unavailable = MeasurementStatus(rawValue: 1 << 13)
    /// The values may be wrong.
    public static let questionable = MeasurementStatus(rawValue: 1 << 14)
    /// The values are wrong.
    public static let invalid = MeasurementStatus(rawValue: 1 << 15)

    static let names = Options([
      .init(5, "ongoing"), .init(6, "earlyEstimate"), .init(7, "validated"),
      .init(8, "fullyQualified"), .init(9, "fromStorage"), .init(10, "forDemonstration"),
      .init(11, "forTesting"), .init(12, "calibrating"), .init(13, "unavailable"),
      .init(14, "questionable"), .init(15, "invalid"),
    ])
  }

  /// What is wrong with device and sensor.
  public struct DeviceStatus: OptionSet, Hashable, Sendable {
    /// The bits that are sent.
    public let rawValue: UInt32

    /// Keeps any bits.
    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// The display is slow to follow.
    public static let extendedDisplayUpdate = DeviceStatus(rawValue: 1 << 0)
    /// The device has a fault.
    public static let equipmentMalfunction = DeviceStatus(rawValue: 1 << 1)
    /// The signal is hard to read.
    public static let signalProcessingIrregularity = DeviceStatus(rawValue: 1 << 2)
    /// The signal is too weak.
    public static let inadequateSignal = DeviceStatus(rawValue: 1 << 3)
    /// The signal is poor.
    public static let poorSignal = DeviceStatus(rawValue: 1 << 4)
    /// Little blood flows.
    public static let lowPerfusion = DeviceStatus(rawValue: 1 << 5)
    /// The signal jumps.
    public static let erraticSignal = DeviceStatus(rawValue: 1 << 6)
    /// There is no pulse in the signal.
    public static let nonpulsatileSignal = DeviceStatus(rawValue: 1 << 7)
    /// The pulse may be wrong.
    public static let questionablePulse = DeviceStatus(rawValue: 1 << 8)
    /// The signal is being analysed.
    public static let signalAnalysisOngoing = DeviceStatus(rawValue: 1 << 9)
    /// Something disturbs the sensor.
    public static let sensorInterference = DeviceStatus(rawValue: 1 << 10)
    /// Nobody wears the sensor.
    public static let sensorUnconnectedToUser = DeviceStatus(rawValue: 1 << 11)
    /// The sensor is not known.
    public static let unknownSensorConnected = DeviceStatus(rawValue: 1 << 12)
    /// The sensor has moved.
    public static let sensorDisplaced = DeviceStatus(rawValue: 1 << 13)
    /// The sensor has a fault.
    public static let sensorMalfunctioning = DeviceStatus(rawValue: 1 << 14)
    /// There is no sensor.
    public static let sensorDisconnected = DeviceStatus(rawValue: 1 << 15)

    static let names = Options([
      .init(0, "extendedDisplayUpdate"), .init(1, "equipmentMalfunction"),
      .init(2, "signalProcessingIrregularity"), .init(3, "inadequateSignal"),
      .init(4, "poorSignal"), .init(5, "lowPerfusion"), .init(6, "erraticSignal"),
      .init(7, "nonpulsatileSignal"), .init(8, "questionablePulse"),
      .init(9, "signalAnalysisOngoing"), .init(10, "sensorInterference"),
      .init(11, "sensorUnconnectedToUser"), .init(12, "unknownSensorConnected"),
      .init(13, "sensorDisplaced"), .init(14, "sensorMalfunctioning"),
      .init(15, "sensorDisconnected"),
    ])
  }
}

extension Wire where Value == BluetoothSIG.PulseOximeterService.DeviceStatus {
  /// Three octets of options.
  static var inDeviceStatus: Wire {
    .options(size: 3, BluetoothSIG.PulseOximeterService.DeviceStatus.names)
  }
}
