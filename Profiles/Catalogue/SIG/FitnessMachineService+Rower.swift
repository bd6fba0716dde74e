extension BluetoothSIG.FitnessMachineService {
  /// What a rowing machine measures (Fitness Machine Service 1.0, 4.8).
  public struct RowerData: ProfileValue, Hashable {
    /// The strokes; without them the rest of the value follows in another.
    public var strokes: Strokes?
    /// The average of the session, 0...127.5 strokes for each minute in steps of 0.5.
    public var averageStrokeRate: Double?
    /// The distance of the session, 0...16777215 m.
    public var totalDistance: Int?
    /// 0...65535 s for 500 m.
    public var pace: Int?
    /// The average of the session, 0...65535 s for 500 m.
    public var averagePace: Int?
    /// −32768...32767 W.
    public var power: Int?
    /// The average of the session, −32768...32767 W.
    public var averagePower: Int?
    /// The resistance, −32768...32767, or 0...2550 in steps of 10.
    public var resistanceLevel: Int?
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
    public var hasMoreData: Bool { strokes == nil }

    /// Makes a value of what is measured.
    public init(
      strokes: Strokes? = nil, averageStrokeRate: Double? = nil, totalDistance: Int? = nil,
      pace: Int? = nil, averagePace: Int? = nil, power: Int? = nil, averagePower: Int? = nil,
      resistanceLevel: Int? = nil, energy: Energy? = nil, heartRate: Int? = nil,
      metabolicEquivalent: Double? = nil, elapsed: Int? = nil, remaining: Int? = nil
    ) {
      self.strokes = strokes
      self.averageStrokeRate = averageStrokeRate
      self.totalDistance = totalDistance
      self.pace = pace
      self.averagePace = averagePace
      self.power = power
      self.averagePower = averagePower
      self.resistanceLevel = resistanceLevel
      self.energy = energy
      self.heartRate = heartRate
      self.metabolicEquivalent = metabolicEquivalent
      self.elapsed = elapsed
      self.remaining = remaining
    }

    // The flag follows from the first field.
    private init(
      _: Bool, _ strokes: Strokes?, _ averageStrokeRate: Double?, _ totalDistance: Int?,
      _ pace: Int?, _ averagePace: Int?, _ power: Int?, _ averagePower: Int?,
      _ resistanceLevel: Int?, _ energy: Energy?, _ heartRate: Int?, _ metabolicEquivalent: Double?,
      _ elapsed: Int?, _ remaining: Int?
    ) {
      self.init(
        strokes: strokes, averageStrokeRate: averageStrokeRate, totalDistance: totalDistance,
        pace: pace, averagePace: averagePace, power: power, averagePower: averagePower,
        resistanceLevel: resistanceLevel, energy: energy, heartRate: heartRate,
        metabolicEquivalent: metabolicEquivalent, elapsed: elapsed, remaining: remaining)
    }

    /// Flags, and what they announce; the context tells the form of the resistance.
    public static let profileLayout = ResistanceForm.varying(layout)

    static func layout(_ form: ResistanceForm) -> Layout<RowerData> {
      Layout<RowerData>(
        RowerData.init(_:_:_:_:_:_:_:_:_:_:_:_:_:_:), flags: .uint16
      ) {
        Field("moreData", \.hasMoreData, .flag(0))
        Field("strokes", \.strokes, .unless(0, .inline(Strokes.layout)))
        Field(
          "averageStrokeRate", \.averageStrokeRate, .when(1, .uint8(scale: 0.5)), unit: perMinute)
        Field("totalDistance", \.totalDistance, .when(2, .uint24()), unit: meter)
        Field("pace", \.pace, .when(3, .uint16()), unit: secondsPer500Meters)
        Field("averagePace", \.averagePace, .when(4, .uint16()), unit: secondsPer500Meters)
        Field("power", \.power, .when(5, .int16()), unit: watt)
        Field("averagePower", \.averagePower, .when(6, .int16()), unit: watt)
        Field("resistanceLevel", \.resistanceLevel, .when(7, form.wire))
        Field("energy", \.energy, .when(8, .inline(Energy.layout)))
        Field("heartRate", \.heartRate, .when(9, .uint8()), unit: .beatsPerMinute)
        Field("metabolicEquivalent", \.metabolicEquivalent, .when(10, .uint8(scale: 0.1)))
        Field("elapsed", \.elapsed, .when(11, .uint16()), unit: .second)
        Field("remaining", \.remaining, .when(12, .uint16()), unit: .second)
      }
    }
  }
}
