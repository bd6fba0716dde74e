extension BluetoothSIG.GlucoseService {
  /// What a meter noticed during a measurement.
  public struct SensorStatus: OptionSet, Hashable, Sendable {
    /// The bits that are sent.
    public let rawValue: UInt16

    /// Keeps any bits.
    public init(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    /// The battery was low.
    public static let batteryLow = SensorStatus(rawValue: 1 << 0)
    /// The sensor had a fault.
    public static let sensorMalfunction = SensorStatus(rawValue: 1 << 1)
    /// The drop was too small.
    public static let sampleSizeInsufficient = SensorStatus(rawValue: 1 << 2)
    /// The strip was not in its place.
    public static let stripInsertionError = SensorStatus(rawValue: 1 << 3)
    /// The strip was not for this meter.
    public static let stripTypeIncorrect = SensorStatus(rawValue: 1 << 4)
    /// The concentration was over the range.
    public static let resultTooHigh = SensorStatus(rawValue: 1 << 5)
    /// The concentration was under the range.
    public static let resultTooLow = SensorStatus(rawValue: 1 << 6)
    /// It was too warm.
    public static let temperatureTooHigh = SensorStatus(rawValue: 1 << 7)
    /// It was too cold.
    public static let temperatureTooLow = SensorStatus(rawValue: 1 << 8)
    /// The strip was pulled too early.
    public static let readInterrupted = SensorStatus(rawValue: 1 << 9)
    /// The meter had a fault.
    public static let generalFault = SensorStatus(rawValue: 1 << 10)
    /// The clock may be wrong.
    public static let timeFault = SensorStatus(rawValue: 1 << 11)

    static let names = Options([
      .init(0, "batteryLow"), .init(1, "sensorMalfunction"), .init(2, "sampleSizeInsufficient"),
      .init(3, "stripInsertionError"), .init(4, "stripTypeIncorrect"), .init(5, "resultTooHigh"),
      .init(6, "resultTooLow"), .init(7, "temperatureTooHigh"), .init(8, "temperatureTooLow"),
      .init(9, "readInterrupted"), .init(10, "generalFault"), .init(11, "timeFault"),
    ])
  }

  /// What a meter can do (Glucose Service 1.0, 3.3).
  public struct Features: OptionSet, Hashable, Sendable, ProfileValue {
    /// The bits that are sent.
    public let rawValue: UInt16

    /// Keeps any bits.
    public init(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    /// It notices a low battery during a measurement.
    public static let lowBatteryDetection = Features(rawValue: 1 << 0)
    /// It notices a fault of the sensor.
    public static let malfunctionDetection = Features(rawValue: 1 << 1)
    /// It notices a drop that is too small.
    public static let sampleSizeDetection = Features(rawValue: 1 << 2)
    /// It notices a strip that is not in its place.
    public static let stripInsertionErrorDetection = Features(rawValue: 1 << 3)
    /// It notices a strip for another meter.
    public static let stripTypeErrorDetection = Features(rawValue: 1 << 4)
    /// It notices a concentration outside its range.
    public static let resultRangeDetection = Features(rawValue: 1 << 5)
    /// It notices heat and cold.
    public static let temperatureRangeDetection = Features(rawValue: 1 << 6)
    /// It notices a strip that is pulled too early.
    public static let readInterruptDetection = Features(rawValue: 1 << 7)
    /// It tells of faults.
    public static let generalFault = Features(rawValue: 1 << 8)
    /// It tells of a wrong clock.
    public static let timeFault = Features(rawValue: 1 << 9)
    /// It can be bonded with several centrals.
    public static let multipleBonds = Features(rawValue: 1 << 10)

    static let names = Options([
      .init(0, "lowBatteryDetection"), .init(1, "malfunctionDetection"),
      .init(2, "sampleSizeDetection"), .init(3, "stripInsertionErrorDetection"),
      .init(4, "stripTypeErrorDetection"), .init(5, "resultRangeDetection"),
      .init(6, "temperatureRangeDetection"), .init(7, "readInterruptDetection"),
      .init(8, "generalFault"), .init(9, "timeFault"), .init(10, "multipleBonds"),
    ])

    /// Two octets.
    public static let profileLayout = Layout<Features>.single(
      .options(names), name: "features")
  }
}
