extension BluetoothSIG.FitnessMachineService {
  /// What a step climber measures (Fitness Machine Service 1.0, 4.6).
  public struct StepClimberData: ProfileValue, Hashable {
    /// The floors and steps; without them the rest of the value follows in another.
    public var climb: Climb?
    /// 0...65535 steps for each minute.
    public var stepRate: Int?
    /// The average of the session, 0...65535 steps for each minute.
    public var averageStepRate: Int?
    /// How far the user went up in the session, 0...65535 m.
    public var positiveElevationGain: Int?
    /// The energy that the user spent.
    public var energy: Energy?
    /// 0...255 beats for each minute.
    public var heartRate: Int?
    /// Multiples of the energy spent at rest, 0...25.5 in steps of 0.1.
    public var metabolicEquivalent: Double?
    /// The time since the session began, 0...65535 s.
    public var elapsed: Int?
    /// The time until the session ends, 0...65535 s.
    public var remaining: Int?

    /// Whether the rest of the value follows in another.
    public var hasMoreData: Bool { climb == nil }

    /// Makes a value of what is measured.
    public init(
      climb: Climb? = nil, stepRate: Int? = nil, averageStepRate: Int? = nil,
      positiveElevationGain: Int? = nil, energy: Energy? = nil, heartRate: Int? = nil,
      metabolicEquivalent: Double? = nil, elapsed: Int? = nil, remaining: Int? = nil
    ) {
      self.climb = climb
      self.stepRate = stepRate
      self.averageStepRate = averageStepRate
      self.positiveElevationGain = positiveElevationGain
      self.energy = energy
      self.heartRate = heartRate
      self.metabolicEquivalent = metabolicEquivalent
      self.elapsed = elapsed
      self.remaining = remaining
    }

    // The flag follows from the first field.
    private init(
      _: Bool, _ climb: Climb?, _ stepRate: Int?, _ averageStepRate: Int?,
      _ positiveElevationGain: Int?, _ energy: Energy?, _ heartRate: Int?,
      _ metabolicEquivalent: Double?, _ elapsed: Int?, _ remaining: Int?
    ) {
      self.init(
        climb: climb, stepRate: stepRate, averageStepRate: averageStepRate,
        positiveElevationGain: positiveElevationGain, energy: energy, heartRate: heartRate,
        metabolicEquivalent: metabolicEquivalent, elapsed: elapsed, remaining: remaining)
    }

    /// Flags, and what they announce.
    public static let profileLayout = Layout<StepClimberData>(
      StepClimberData.init(_:_:_:_:_:_:_:_:_:_:), flags: .uint16
    ) {
      Field("moreData", \.hasMoreData, .flag(0))
      Field("climb", \.climb, .unless(0, .inline(Climb.layout)))
      Field("stepRate", \.stepRate, .when(1, .uint16()), unit: perMinute)
      Field("averageStepRate", \.averageStepRate, .when(2, .uint16()), unit: perMinute)
      Field("positiveElevationGain", \.positiveElevationGain, .when(3, .uint16()), unit: meter)
      Field("energy", \.energy, .when(4, .inline(Energy.layout)))
      Field("heartRate", \.heartRate, .when(5, .uint8()), unit: .beatsPerMinute)
      Field("metabolicEquivalent", \.metabolicEquivalent, .when(6, .uint8(scale: 0.1)))
      Field("elapsed", \.elapsed, .when(7, .uint16()), unit: .second)
      Field("remaining", \.remaining, .when(8, .uint16()), unit: .second)
    }
  }

  /// What a stair climber measures (Fitness Machine Service 1.0, 4.7).
  public struct StairClimberData: ProfileValue, Hashable {
    /// The floors of the session, 0...65535; without it the rest of the value follows in another.
    public var floors: Int?
    /// 0...65535 steps for each minute.
    public var stepRate: Int?
    /// The average of the session, 0...65535 steps for each minute.
    public var averageStepRate: Int?
    /// How far the user went up in the session, 0...65535 m.
    public var positiveElevationGain: Int?
    /// The pairs of steps of the session, 0...65535.
    public var strideCount: Int?
    /// The energy that the user spent.
    public var energy: Energy?
    /// 0...255 beats for each minute.
    public var heartRate: Int?
    /// Multiples of the energy spent at rest, 0...25.5 in steps of 0.1.
    public var metabolicEquivalent: Double?
    /// The time since the session began, 0...65535 s.
    public var elapsed: Int?
    /// The time until the session ends, 0...65535 s.
    public var remaining: Int?

    /// Whether the rest of the value follows in another.
    public var hasMoreData: Bool { floors == nil }

    /// Makes a value of what is measured.
    public init(
      floors: Int? = nil, stepRate: Int? = nil, averageStepRate: Int? = nil,
      positiveElevationGain: Int? = nil, strideCount: Int? = nil, energy: Energy? = nil,
      heartRate: Int? = nil, metabolicEquivalent: Double? = nil, elapsed: Int? = nil,
      remaining: Int? = nil
    ) {
      self.floors = floors
      self.stepRate = stepRate
      self.averageStepRate = averageStepRate
      self.positiveElevationGain = positiveElevationGain
      self.strideCount = strideCount
      self.energy = energy
      self.heartRate = heartRate
      self.metabolicEquivalent = metabolicEquivalent
      self.elapsed = elapsed
      self.remaining = remaining
    }

    // The flag follows from the first field.
    private init(
      _: Bool, _ floors: Int?, _ stepRate: Int?, _ averageStepRate: Int?,
      _ positiveElevationGain: Int?, _ strideCount: Int?, _ energy: Energy?, _ heartRate: Int?,
      _ metabolicEquivalent: Double?, _ elapsed: Int?, _ remaining: Int?
    ) {
      self.init(
        floors: floors, stepRate: stepRate, averageStepRate: averageStepRate,
        positiveElevationGain: positiveElevationGain, strideCount: strideCount, energy: energy,
        heartRate: heartRate, metabolicEquivalent: metabolicEquivalent, elapsed: elapsed,
        remaining: remaining)
    }

    /// Flags, and what they announce.
    public static let profileLayout = Layout<StairClimberData>(
      StairClimberData.init(_:_:_:_:_:_:_:_:_:_:_:), flags: .uint16
    ) {
      Field("moreData", \.hasMoreData, .flag(0))
      Field("floors", \.floors, .unless(0, .uint16()))
      Field("stepRate", \.stepRate, .when(1, .uint16()), unit: perMinute)
      Field("averageStepRate", \.averageStepRate, .when(2, .uint16()), unit: perMinute)
      Field("positiveElevationGain", \.positiveElevationGain, .when(3, .uint16()), unit: meter)
      Field("strideCount", \.strideCount, .when(4, .uint16()))
      Field("energy", \.energy, .when(5, .inline(Energy.layout)))
      Field("heartRate", \.heartRate, .when(6, .uint8()), unit: .beatsPerMinute)
      Field("metabolicEquivalent", \.metabolicEquivalent, .when(7, .uint8(scale: 0.1)))
      Field("elapsed", \.elapsed, .when(8, .uint16()), unit: .second)
      Field("remaining", \.remaining, .when(9, .uint16()), unit: .second)
    }
  }
}
