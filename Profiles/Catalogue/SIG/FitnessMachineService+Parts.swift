extension BluetoothSIG.FitnessMachineService {
  /// How a machine sends its resistance: the specification changed, and machines differ.
  public enum ResistanceForm: Hashable, Sendable, CaseIterable {
    /// Two octets with sign, as in version 1.0 and in most machines.
    case sint16
    /// One octet in steps of 10, as in the SIG's field lists of today.
    ///
    /// A context chooses it with `resistanceLevel` being `uint8x10`.
    case uint8x10

    static func varying<Value>(_ layout: (ResistanceForm) -> Layout<Value>) -> Layout<Value> {
      layout(.sint16).varying([
        .init(ContextMatch("resistanceLevel", .equals("uint8x10")), layout(.uint8x10))
      ])
    }

    var wire: Wire<Int> {
      switch self {
      case .sint16: .int16()
      case .uint8x10: .uint8(scale: 10)
      }
    }

    var preciseWire: Wire<Double> {
      switch self {
      case .sint16: .int16(scale: 0.1)
      case .uint8x10: .uint8(scale: 10)
      }
    }

    /// The form of a difference, which has no sign.
    var stepWire: Wire<Double> {
      switch self {
      case .sint16: .uint16(scale: 0.1)
      case .uint8x10: .uint8(scale: 10)
      }
    }
  }

  /// The energy that a user spent; a machine that cannot tell a part says unknown.
  public struct Energy: Hashable, Sendable {
    /// In the session, 0...65534 kcal.
    public var total: OrSpecial<Int>
    /// For each hour, 0...65534 kcal.
    public var perHour: OrSpecial<Int>
    /// For each minute, 0...254 kcal.
    public var perMinute: OrSpecial<Int>

    /// Makes an energy from kilocalories.
    public init(total: OrSpecial<Int>, perHour: OrSpecial<Int>, perMinute: OrSpecial<Int>) {
      self.total = total
      self.perHour = perHour
      self.perMinute = perMinute
    }

    private static let word = Wire<OrSpecial<Int>>.special(
      [0xFFFF: .unknown], Wire<Int>.uint16())

    static let layout = Layout<Energy>(Energy.init(total:perHour:perMinute:)) {
      Field("totalEnergy", \.total, word, unit: kilocalorie)
      Field("energyPerHour", \.perHour, word, unit: kilocalorie)
      Field(
        "energyPerMinute", \.perMinute, .special([0xFF: .unknown], Wire<Int>.uint8()),
        unit: kilocalorie)
    }
  }

  /// The slope that a user moves on.
  public struct Slope: Hashable, Sendable {
    /// −3276.8...3276.6 % in steps of 0.1, upwards if positive, or unknown.
    public var inclination: OrSpecial<Double>
    /// −3276.8...3276.6° in steps of 0.1, or unknown.
    public var rampAngle: OrSpecial<Double>

    /// Makes a slope.
    public init(inclination: OrSpecial<Double>, rampAngle: OrSpecial<Double>) {
      self.inclination = inclination
      self.rampAngle = rampAngle
    }

    private static let wire = Wire<OrSpecial<Double>>.special(
      [0x7FFF: .unknown], Wire<Double>.int16(scale: 0.1))

    static let layout = Layout<Slope>(Slope.init(inclination:rampAngle:)) {
      Field("inclination", \.inclination, wire, unit: .percent)
      Field("rampAngle", \.rampAngle, wire, unit: ProfileUnit("°"))
    }
  }

  /// What a user does to the belt of a treadmill: forward if positive.
  public struct Belt: Hashable, Sendable {
    /// −32768...32766 N, or unknown.
    public var force: OrSpecial<Int>
    /// −32768...32766 W, or unknown.
    public var power: OrSpecial<Int>

    /// Makes a force and a power.
    public init(force: OrSpecial<Int>, power: OrSpecial<Int>) {
      self.force = force
      self.power = power
    }

    private static let wire = Wire<OrSpecial<Int>>.special(
      [0x7FFF: .unknown], Wire<Int>.int16())

    static let layout = Layout<Belt>(Belt.init(force:power:)) {
      Field("forceOnBelt", \.force, wire, unit: ProfileUnit("N"))
      Field("powerOutput", \.power, wire, unit: watt)
    }
  }

  /// How far a user went up and down on a treadmill.
  public struct PreciseElevationGain: Hashable, Sendable {
    /// 0...6553.5 m in steps of 0.1.
    public var positive: Double
    /// 0...6553.5 m in steps of 0.1.
    public var negative: Double

    /// Makes gains from metres.
    public init(positive: Double, negative: Double) {
      self.positive = positive
      self.negative = negative
    }

    static let layout = Layout<PreciseElevationGain>(
      PreciseElevationGain.init(positive:negative:)
    ) {
      Field("positiveElevationGain", \.positive, .uint16(scale: 0.1), unit: meter)
      Field("negativeElevationGain", \.negative, .uint16(scale: 0.1), unit: meter)
    }
  }

  /// How far a user went up and down on a cross trainer.
  public struct ElevationGain: Hashable, Sendable {
    /// 0...65535 m.
    public var positive: Int
    /// 0...65535 m.
    public var negative: Int

    /// Makes gains from metres.
    public init(positive: Int, negative: Int) {
      self.positive = positive
      self.negative = negative
    }

    static let layout = Layout<ElevationGain>(ElevationGain.init(positive:negative:)) {
      Field("positiveElevationGain", \.positive, .uint16(), unit: meter)
      Field("negativeElevationGain", \.negative, .uint16(), unit: meter)
    }
  }

  /// The rate of steps now and in the session.
  public struct StepRates: Hashable, Sendable {
    /// 0...65535 steps for each minute.
    public var current: Int
    /// 0...65535 steps for each minute.
    public var average: Int

    /// Makes rates.
    public init(current: Int, average: Int) {
      self.current = current
      self.average = average
    }

    static let layout = Layout<StepRates>(StepRates.init(current:average:)) {
      Field("stepRate", \.current, .uint16(), unit: perMinute)
      Field("averageStepRate", \.average, .uint16(), unit: perMinute)
    }
  }

  /// What a user has climbed in the session.
  public struct Climb: Hashable, Sendable {
    /// 0...65535 floors.
    public var floors: Int
    /// 0...65535 steps.
    public var steps: Int

    /// Makes counts.
    public init(floors: Int, steps: Int) {
      self.floors = floors
      self.steps = steps
    }

    static let layout = Layout<Climb>(Climb.init(floors:steps:)) {
      Field("floors", \.floors, .uint16())
      Field("stepCount", \.steps, .uint16())
    }
  }

  /// The strokes of a rower.
  public struct Strokes: Hashable, Sendable {
    /// 0...127.5 strokes for each minute in steps of 0.5.
    public var rate: Double
    /// The strokes of the session, 0...65535.
    public var count: Int

    /// Makes a rate and a count.
    public init(rate: Double, count: Int) {
      self.rate = rate
      self.count = count
    }

    static let layout = Layout<Strokes>(Strokes.init(rate:count:)) {
      Field("strokeRate", \.rate, .uint8(scale: 0.5), unit: perMinute)
      Field("strokeCount", \.count, .uint16())
    }
  }

  static let kilometersPerHour = ProfileUnit("km/h")
  static let kilocalorie = ProfileUnit("kcal")
  static let meter = ProfileUnit("m")
  static let perMinute = ProfileUnit("/min")
  static let revolutionsPerMinute = ProfileUnit("rpm")
  static let secondsPer500Meters = ProfileUnit("s/500m")
  static let watt = ProfileUnit("W")
}
