extension BluetoothSIG.FitnessMachineService {
  /// What a cross trainer measures (Fitness Machine Service 1.0, 4.5).
  public struct CrossTrainerData: ProfileValue, Hashable {
    /// 0...655.35 km/h in steps of 0.01; without it the rest of the value follows in another.
    public var speed: Double?
    /// The average of the session, 0...655.35 km/h in steps of 0.01.
    public var averageSpeed: Double?
    /// The distance of the session, 0...16777215 m.
    public var totalDistance: Int?
    /// The rate of the steps.
    public var steps: StepRates?
    /// The pairs of steps of the session, 0...6553.5 in steps of 0.1.
    public var strideCount: Double?
    /// How far the user went up and down in the session.
    public var elevationGain: ElevationGain?
    /// The slope of the machine.
    public var slope: Slope?
    /// The resistance, −3276.8...3276.7 in steps of 0.1, or 0...2550 in steps of 10.
    public var resistanceLevel: Double?
    /// −32768...32767 W.
    public var power: Int?
    /// The average of the session, −32768...32767 W.
    public var averagePower: Int?
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
    /// Whether the user moves backward.
    public var isBackward: Bool

    /// Whether the rest of the value follows in another.
    public var hasMoreData: Bool { speed == nil }

    /// Makes a value of what is measured.
    public init(
      speed: Double? = nil, averageSpeed: Double? = nil, totalDistance: Int? = nil,
      steps: StepRates? = nil, strideCount: Double? = nil, elevationGain: ElevationGain? = nil,
      slope: Slope? = nil, resistanceLevel: Double? = nil, power: Int? = nil,
      averagePower: Int? = nil, energy: Energy? = nil, heartRate: Int? = nil,
      metabolicEquivalent: Double? = nil, elapsed: Int? = nil, remaining: Int? = nil,
      isBackward: Bool = false
    ) {
      self.speed = speed
      self.averageSpeed = averageSpeed
      self.totalDistance = totalDistance
      self.steps = steps
      self.strideCount = strideCount
      self.elevationGain = elevationGain
      self.slope = slope
      self.resistanceLevel = resistanceLevel
      self.power = power
      self.averagePower = averagePower
      self.energy = energy
      self.heartRate = heartRate
      self.metabolicEquivalent = metabolicEquivalent
      self.elapsed = elapsed
      self.remaining = remaining
      self.isBackward = isBackward
    }

    // The flag follows from the first field.
    private init(
      _: Bool, _ speed: Double?, _ averageSpeed: Double?, _ totalDistance: Int?,
      _ steps: StepRates?, _ strideCount: Double?, _ elevationGain: ElevationGain?, _ slope: Slope?,
      _ resistanceLevel: Double?, _ power: Int?, _ averagePower: Int?, _ energy: Energy?,
      _ heartRate: Int?, _ metabolicEquivalent: Double?, _ elapsed: Int?, _ remaining: Int?,
      _ isBackward: Bool
    ) {
      self.init(
        speed: speed, averageSpeed: averageSpeed, totalDistance: totalDistance, steps: steps,
        strideCount: strideCount, elevationGain: elevationGain, slope: slope,
        resistanceLevel: resistanceLevel, power: power, averagePower: averagePower, energy: energy,
        heartRate: heartRate, metabolicEquivalent: metabolicEquivalent, elapsed: elapsed,
        remaining: remaining, isBackward: isBackward)
    }

    /// Flags, and what they announce; the context tells the form of the resistance.
    public static let profileLayout = ResistanceForm.varying(layout)

    static func layout(_ form: ResistanceForm) -> Layout<CrossTrainerData> {
      Layout<CrossTrainerData>(
        CrossTrainerData.init(_:_:_:_:_:_:_:_:_:_:_:_:_:_:_:_:_:), flags: .uint24
      ) {
        Field("moreData", \.hasMoreData, .flag(0))
        Field("speed", \.speed, .unless(0, .uint16(scale: 0.01)), unit: kilometersPerHour)
        Field(
          "averageSpeed", \.averageSpeed, .when(1, .uint16(scale: 0.01)), unit: kilometersPerHour)
        Field("totalDistance", \.totalDistance, .when(2, .uint24()), unit: meter)
        Field("steps", \.steps, .when(3, .inline(StepRates.layout)))
        Field("strideCount", \.strideCount, .when(4, .uint16(scale: 0.1)))
        Field("elevationGain", \.elevationGain, .when(5, .inline(ElevationGain.layout)))
        Field("slope", \.slope, .when(6, .inline(Slope.layout)))
        Field("resistanceLevel", \.resistanceLevel, .when(7, form.preciseWire))
        Field("power", \.power, .when(8, .int16()), unit: watt)
        Field("averagePower", \.averagePower, .when(9, .int16()), unit: watt)
        Field("energy", \.energy, .when(10, .inline(Energy.layout)))
        Field("heartRate", \.heartRate, .when(11, .uint8()), unit: .beatsPerMinute)
        Field("metabolicEquivalent", \.metabolicEquivalent, .when(12, .uint8(scale: 0.1)))
        Field("elapsed", \.elapsed, .when(13, .uint16()), unit: .second)
        Field("remaining", \.remaining, .when(14, .uint16()), unit: .second)
        Field("backward", \.isBackward, .flag(15))
      }
    }
  }
}
