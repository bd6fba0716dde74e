extension BluetoothSIG.FitnessMachineService {
  /// What an indoor bike measures (Fitness Machine Service 1.0, 4.9).
  public struct IndoorBikeData: ProfileValue, Hashable {
    /// 0...655.35 km/h in steps of 0.01; without it the rest of the value follows in another.
    public var speed: Double?
    /// The average of the session, 0...655.35 km/h in steps of 0.01.
    public var averageSpeed: Double?
    /// 0...32767.5 turns for each minute in steps of 0.5.
    public var cadence: Double?
    /// The average of the session, 0...32767.5 turns for each minute in steps of 0.5.
    public var averageCadence: Double?
    /// The distance of the session, 0...16777215 m.
    public var totalDistance: Int?
    /// The resistance, −32768...32767, or 0...2550 in steps of 10.
    public var resistanceLevel: Int?
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

    /// Whether the rest of the value follows in another.
    public var hasMoreData: Bool { speed == nil }

    /// Makes a value of what is measured.
    public init(
      speed: Double? = nil, averageSpeed: Double? = nil, cadence: Double? = nil,
      averageCadence: Double? = nil, totalDistance: Int? = nil, resistanceLevel: Int? = nil,
      power: Int? = nil, averagePower: Int? = nil, energy: Energy? = nil, heartRate: Int? = nil,
      metabolicEquivalent: Double? = nil, elapsed: Int? = nil, remaining: Int? = nil
    ) {
      self.speed = speed
      self.averageSpeed = averageSpeed
      self.cadence = cadence
      self.averageCadence = averageCadence
      self.totalDistance = totalDistance
      self.resistanceLevel = resistanceLevel
      self.power = power
      self.averagePower = averagePower
      self.energy = energy
      self.heartRate = heartRate
      self.metabolicEquivalent = metabolicEquivalent
      self.elapsed = elapsed
      self.remaining = remaining
    }

    // The flag follows from the first field.
    private init(
      _: Bool, _ speed: Double?, _ averageSpeed: Double?, _ cadence: Double?,
      _ averageCadence: Double?, _ totalDistance: Int?, _ resistanceLevel: Int?, _ power: Int?,
      _ averagePower: Int?, _ energy: Energy?, _ heartRate: Int?, _ metabolicEquivalent: Double?,
      _ elapsed: Int?, _ remaining: Int?
    ) {
      self.init(
        speed: speed, averageSpeed: averageSpeed, cadence: cadence, averageCadence: averageCadence,
        totalDistance: totalDistance, resistanceLevel: resistanceLevel, power: power,
        averagePower: averagePower, energy: energy, heartRate: heartRate,
        metabolicEquivalent: metabolicEquivalent, elapsed: elapsed, remaining: remaining)
    }

    /// Flags, and what they announce; the context tells the form of the resistance.
    public static let profileLayout = ResistanceForm.varying(layout)

    static func layout(_ form: ResistanceForm) -> Layout<IndoorBikeData> {
      Layout<IndoorBikeData>(
        IndoorBikeData.init(_:_:_:_:_:_:_:_:_:_:_:_:_:_:), flags: .uint16
      ) {
        Field("moreData", \.hasMoreData, .flag(0))
        Field("speed", \.speed, .unless(0, .uint16(scale: 0.01)), unit: kilometersPerHour)
        Field(
          "averageSpeed", \.averageSpeed, .when(1, .uint16(scale: 0.01)), unit: kilometersPerHour)
        Field("cadence", \.cadence, .when(2, .uint16(scale: 0.5)), unit: revolutionsPerMinute)
        Field(
          "averageCadence", \.averageCadence, .when(3, .uint16(scale: 0.5)),
          unit: revolutionsPerMinute)
        Field("totalDistance", \.totalDistance, .when(4, .uint24()), unit: meter)
        Field("resistanceLevel", \.resistanceLevel, .when(5, form.wire))
        Field("power", \.power, .when(6, .int16()), unit: watt)
        Field("averagePower", \.averagePower, .when(7, .int16()), unit: watt)
        Field("energy", \.energy, .when(8, .inline(Energy.layout)))
        Field("heartRate", \.heartRate, .when(9, .uint8()), unit: .beatsPerMinute)
        Field("metabolicEquivalent", \.metabolicEquivalent, .when(10, .uint8(scale: 0.1)))
        Field("elapsed", \.elapsed, .when(11, .uint16()), unit: .second)
        Field("remaining", \.remaining, .when(12, .uint16()), unit: .second)
      }
    }
  }
}
