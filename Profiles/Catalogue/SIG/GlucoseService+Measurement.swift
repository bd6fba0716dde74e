extension BluetoothSIG.GlucoseService {
  /// One stored measurement (Glucose Service 1.0, 3.1).
  public struct Measurement: ProfileValue, Hashable {
    /// The number of the record, 0...65535.
    public var sequence: Int
    /// When it was measured, by a clock that the user does not set.
    public var baseTime: DateTime
    /// What to add to the time for the one that the user sees, in min.
    public var timeOffset: Int?
    /// What was measured, if that succeeded.
    public var result: Result?
    /// What the meter noticed.
    public var status: SensorStatus?
    /// Whether a context with the same sequence number is stored.
    public var isContextFollowing: Bool

    /// Makes a measurement.
    public init(
      sequence: Int, baseTime: DateTime, timeOffset: Int? = nil, result: Result? = nil,
      status: SensorStatus? = nil, isContextFollowing: Bool = false
    ) {
      self.sequence = sequence
      self.baseTime = baseTime
      self.timeOffset = timeOffset
      self.result = result
      self.status = status
      self.isContextFollowing = isContextFollowing
    }

    /// Flags, number and time, and what the flags tell.
    public static let profileLayout = Layout<Measurement>(
      Measurement.init(sequence:baseTime:timeOffset:result:status:isContextFollowing:),
      flags: .uint8
    ) {
      Field("sequence", \.sequence, .uint16())
      Field("baseTime", \.baseTime, .dateTime)
      Field("timeOffset", \.timeOffset, .when(0, .int16()), unit: .minute)
      Field("result", \.result, .when(1, .inline(Result.layout)))
      Field("status", \.status, .when(3, .options(SensorStatus.names)))
      Field("contextFollows", \.isContextFollowing, .flag(4))
    }
  }

  /// A concentration of glucose with what was measured.
  public struct Result: Hashable, Sendable {
    /// The concentration in kg/L or mol/L.
    public var concentration: Quantity<MedicalFloat16>
    /// What was measured.
    public var sample: Sample

    /// Makes a result; its unit is kg/L or mol/L.
    public init(concentration: Quantity<MedicalFloat16>, sample: Sample) {
      self.concentration = concentration
      self.sample = sample
    }

    /// The concentration in mg/dL, whatever the unit; NaN if the measurement failed.
    ///
    /// A mole of glucose has 180.156 g.
    public var milligramsPerDecilitre: Double {
      let value = concentration.value.doubleValue
      return concentration.unit == .molesPerLitre ? value * 18_015.6 : value * 100_000
    }

    static let layout = Layout<Result>(
      Result.init(concentration:sample:)
    ) {
      Field(
        "concentration", \.concentration,
        .unit(
          bit: 2, clear: .medfloat16, .kilogramsPerLitre, set: .medfloat16, .molesPerLitre))
      Field("sample", \.sample, .inline(Sample.layout))
    }
  }
}
