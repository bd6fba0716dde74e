extension BluetoothSIG.FitnessMachineService {
  /// What a treadmill measures (Fitness Machine Service 1.0, 4.4).
  public struct TreadmillData: ProfileValue, Hashable {
    /// 0...655.35 km/h in steps of 0.01; without it the rest of the value follows in another.
    public var speed: Double?
    /// The average of the session, 0...655.35 km/h in steps of 0.01.
    public var averageSpeed: Double?
    /// The distance of the session, 0...16777215 m.
    public var totalDistance: Int?
    /// The slope of the belt.
    public var slope: Slope?
    /// How far the user went up and down in the session.
    public var elevationGain: PreciseElevationGain?
    /// 0...65535 s for 500 m.
    public var pace: Int?
    /// The average of the session, 0...65535 s for 500 m.
    public var averagePace: Int?
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
    /// What the user does to the belt.
    public var belt: Belt?

    /// Whether the rest of the value follows in another.
    public var hasMoreData: Bool { speed == nil }

    /// Makes a value of what is measured.
    public init(
      speed: Double? = nil, averageSpeed: Double? = nil, totalDistance: Int? = nil,
      slope: Slope? = nil, elevationGain: PreciseElevationGain? = nil, pace: Int? = nil,
      averagePace: Int? = nil, energy: Energy? = nil, heartRate: Int? = nil,
      metabolicEquivalent: Double? = nil, elapsed: Int? = nil, remaining: Int? = nil,
      belt: Belt? = nil
    ) {
      self.speed = speed
      self.averageSpeed = averageSpeed
      self.totalDistance = totalDistance
      self.slope = slope
      self.elevationGain = elevationGain
      self.pace = pace
      self.averagePace = averagePace
      self.energy = energy
      self.heartRate = heartRate
      self.metabolicEquivalent = metabolicEquivalent
      self.elapsed = elapsed
      self.remaining = remaining
      self.belt = belt
    }

    // The flag follows from the first field.
    private init(
      _: Bool, _ speed: Double?, _ averageSpeed: Double?, _ totalDistance: Int?, _ slope: Slope?,
      _ elevationGain: PreciseElevationGain?, _ pace: Int?, _ averagePace: Int?, _ energy: Energy?,
      _ heartRate: Int?, _ metabolicEquivalent: Double?, _ elapsed: Int?, _ remaining: Int?,
      _ belt: Belt?
    ) {
      self.init(
        speed: speed, averageSpeed: averageSpeed, totalDistance: totalDistance, slope: slope,
        elevationGain: elevationGain, pace: pace, averagePace: averagePace, energy: energy,
        heartRate: heartRate, metabolicEquivalent: metabolicEquivalent, elapsed: elapsed,
        remaining: remaining, belt: belt)
    }

    /// Flags, and what they announce.
    public static let profileLayout = Layout<TreadmillData>(
      TreadmillData.init(_:_:_:_:_:_:_:_:_:_:_:_:_:_:), flags: .uint16
    ) {
      Field("moreData", \.hasMoreData, .flag(0))
      Field("speed", \.speed, .unless(0, .uint16(scale: 0.01)), unit: kilometersPerHour)
      Field(
        "averageSpeed", \.averageSpeed, .when(1, .uint16(scale: 0.01)), unit: kilometersPerHour)
      Field("totalDistance", \.totalDistance, .when(2, .uint24()), unit: meter)
      Field("slope", \.slope, .when(3, .inline(Slope.layout)))
      Field("elevationGain", \.elevationGain, .when(4, .inline(PreciseElevationGain.layout)))
      Field("pace", \.pace, .when(5, .uint16()), unit: secondsPer500Meters)
      Field("averagePace", \.averagePace, .when(6, .uint16()), unit: secondsPer500Meters)
      Field("energy", \.energy, .when(7, .inline(Energy.layout)))
      Field("heartRate", \.heartRate, .when(8, .uint8()), unit: .beatsPerMinute)
      Field("metabolicEquivalent", \.metabolicEquivalent, .when(9, .uint8(scale: 0.1)))
      Field("elapsed", \.elapsed, .when(10, .uint16()), unit: .second)
      Field("remaining", \.remaining, .when(11, .uint16()), unit: .second)
      Field("belt", \.belt, .when(12, .inline(Belt.layout)))
    }
  }
}
