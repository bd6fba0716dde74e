extension BluetoothSIG.FitnessMachineService {
  /// What a machine can do (Fitness Machine Service 1.0, 4.3).
  public struct Feature: ProfileValue, Hashable {
    /// What the machine measures.
    public var measures: Measures
    /// What a client can set.
    public var targets: Targets

    /// Makes a description.
    public init(measures: Measures, targets: Targets) {
      self.measures = measures
      self.targets = targets
    }

    /// Eight octets.
    public static let profileLayout = Layout<Feature>(Feature.init(measures:targets:)) {
      Field("features", \.measures, .options(Measures.options))
      Field("targetSettings", \.targets, .options(Targets.options))
    }
  }

  /// What a machine measures.
  public struct Measures: OptionSet, Hashable, Sendable {
    /// The 32 bits that are sent.
    public let rawValue: UInt32

    /// Keeps any bits, with or without a name.
    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// The average speed.
    public static let averageSpeed = Measures(rawValue: 1 << 0)
    /// The cadence.
    public static let cadence = Measures(rawValue: 1 << 1)
    /// The distance.
    public static let totalDistance = Measures(rawValue: 1 << 2)
    /// The inclination.
    public static let inclination = Measures(rawValue: 1 << 3)
    /// The height that the user went up and down.
    public static let elevationGain = Measures(rawValue: 1 << 4)
    /// The pace.
    public static let pace = Measures(rawValue: 1 << 5)
    /// The steps.
    public static let stepCount = Measures(rawValue: 1 << 6)
    /// The resistance.
    public static let resistanceLevel = Measures(rawValue: 1 << 7)
    /// The pairs of steps.
    public static let strideCount = Measures(rawValue: 1 << 8)
    /// The energy.
    public static let expendedEnergy = Measures(rawValue: 1 << 9)
    /// The heart rate.
    public static let heartRate = Measures(rawValue: 1 << 10)
    /// Multiples of the energy spent at rest.
    public static let metabolicEquivalent = Measures(rawValue: 1 << 11)
    /// The time since the session began.
    public static let elapsedTime = Measures(rawValue: 1 << 12)
    /// The time until the session ends.
    public static let remainingTime = Measures(rawValue: 1 << 13)
    /// The power.
    public static let power = Measures(rawValue: 1 << 14)
    /// The force on the belt and its power.
    public static let forceOnBelt = Measures(rawValue: 1 << 15)
    /// The data of users, which it keeps.
    public static let userDataRetention = Measures(rawValue: 1 << 16)

    static let options = Options([
      .init(0, "averageSpeed"), .init(1, "cadence"), .init(2, "totalDistance"),
      .init(3, "inclination"), .init(4, "elevationGain"), .init(5, "pace"), .init(6, "stepCount"),
      .init(7, "resistanceLevel"), .init(8, "strideCount"), .init(9, "expendedEnergy"),
      .init(10, "heartRate"), .init(11, "metabolicEquivalent"), .init(12, "elapsedTime"),
      .init(13, "remainingTime"), .init(14, "power"), .init(15, "forceOnBelt"),
      .init(16, "userDataRetention"),
    ])
  }

  /// What a client can set.
  public struct Targets: OptionSet, Hashable, Sendable {
    /// The 32 bits that are sent.
    public let rawValue: UInt32

    /// Keeps any bits, with or without a name.
    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// The speed.
    public static let speed = Targets(rawValue: 1 << 0)
    /// The inclination.
    public static let inclination = Targets(rawValue: 1 << 1)
    /// The resistance.
    public static let resistance = Targets(rawValue: 1 << 2)
    /// The power.
    public static let power = Targets(rawValue: 1 << 3)
    /// The heart rate.
    public static let heartRate = Targets(rawValue: 1 << 4)
    /// The energy to spend.
    public static let expendedEnergy = Targets(rawValue: 1 << 5)
    /// The steps to take.
    public static let stepNumber = Targets(rawValue: 1 << 6)
    /// The pairs of steps to take.
    public static let strideNumber = Targets(rawValue: 1 << 7)
    /// The distance to go.
    public static let distance = Targets(rawValue: 1 << 8)
    /// The time to train.
    public static let trainingTime = Targets(rawValue: 1 << 9)
    /// The time in two zones of the heart rate.
    public static let timeInTwoZones = Targets(rawValue: 1 << 10)
    /// The time in three zones of the heart rate.
    public static let timeInThreeZones = Targets(rawValue: 1 << 11)
    /// The time in five zones of the heart rate.
    public static let timeInFiveZones = Targets(rawValue: 1 << 12)
    /// The road to simulate.
    public static let simulation = Targets(rawValue: 1 << 13)
    /// The circumference of the wheel.
    public static let wheelCircumference = Targets(rawValue: 1 << 14)
    /// The calibration by letting the wheel run out.
    public static let spinDown = Targets(rawValue: 1 << 15)
    /// The cadence.
    public static let cadence = Targets(rawValue: 1 << 16)

    static let options = Options([
      .init(0, "speed"), .init(1, "inclination"), .init(2, "resistance"), .init(3, "power"),
      .init(4, "heartRate"), .init(5, "expendedEnergy"), .init(6, "stepNumber"),
      .init(7, "strideNumber"), .init(8, "distance"), .init(9, "trainingTime"),
      .init(10, "timeInTwoZones"), .init(11, "timeInThreeZones"), .init(12, "timeInFiveZones"),
      .init(13, "simulation"), .init(14, "wheelCircumference"), .init(15, "spinDown"),
      .init(16, "cadence"),
    ])
  }

  /// A phase of a training.
  public struct Activity: OpenEnumeration {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any octet, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Something else.
    public static let other = Activity(rawValue: 0)
    /// Nothing.
    public static let idle = Activity(rawValue: 1)
    /// Warming up.
    public static let warmingUp = Activity(rawValue: 2)
    /// An interval of low intensity.
    public static let lowIntensityInterval = Activity(rawValue: 3)
    /// An interval of high intensity.
    public static let highIntensityInterval = Activity(rawValue: 4)
    /// An interval to recover.
    public static let recoveryInterval = Activity(rawValue: 5)
    /// An isometric exercise.
    public static let isometric = Activity(rawValue: 6)
    /// An exercise at a heart rate.
    public static let heartRateControl = Activity(rawValue: 7)
    /// A fitness test.
    public static let fitnessTest = Activity(rawValue: 8)
    /// Slower than the controlled region.
    public static let speedTooLow = Activity(rawValue: 9)
    /// Faster than the controlled region.
    public static let speedTooHigh = Activity(rawValue: 10)
    /// Cooling down.
    public static let coolDown = Activity(rawValue: 11)
    /// An exercise at a power.
    public static let wattControl = Activity(rawValue: 12)
    /// An exercise without programme.
    public static let manualMode = Activity(rawValue: 13)
    /// Getting ready.
    public static let preWorkout = Activity(rawValue: 14)
    /// Leaving.
    public static let postWorkout = Activity(rawValue: 15)

    /// The codes that have a name.
    public static let names: [(code: Activity, name: String)] = [
      (.other, "other"), (.idle, "idle"), (.warmingUp, "warmingUp"),
      (.lowIntensityInterval, "lowIntensityInterval"),
      (.highIntensityInterval, "highIntensityInterval"), (.recoveryInterval, "recoveryInterval"),
      (.isometric, "isometric"), (.heartRateControl, "heartRateControl"),
      (.fitnessTest, "fitnessTest"), (.speedTooLow, "speedTooLow"), (.speedTooHigh, "speedTooHigh"),
      (.coolDown, "coolDown"), (.wattControl, "wattControl"), (.manualMode, "manualMode"),
      (.preWorkout, "preWorkout"), (.postWorkout, "postWorkout"),
    ]
  }
}
