extension BluetoothSIG.CyclingPowerService {
  /// What a power meter measures and can be told.
  public struct Abilities: OptionSet, Hashable, Sendable {
    /// The lower 20 bits of the feature.
    public let rawValue: UInt32

    /// Keeps any bits; those over bit 19 cannot be written.
    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// It measures how the legs share the power.
    public static let pedalPowerBalance = Abilities(rawValue: 1 << 0)
    /// It adds up the torque.
    public static let accumulatedTorque = Abilities(rawValue: 1 << 1)
    /// It counts the turns of the wheel.
    public static let wheelRevolutions = Abilities(rawValue: 1 << 2)
    /// It counts the turns of the crank.
    public static let crankRevolutions = Abilities(rawValue: 1 << 3)
    /// It tells the extreme forces or torques of a turn.
    public static let extremeMagnitudes = Abilities(rawValue: 1 << 4)
    /// It tells where the extremes of a turn are.
    public static let extremeAngles = Abilities(rawValue: 1 << 5)
    /// It tells the dead spots of a turn.
    public static let deadSpotAngles = Abilities(rawValue: 1 << 6)
    /// It adds up the energy.
    public static let accumulatedEnergy = Abilities(rawValue: 1 << 7)
    /// It tells when its offset has to be compensated.
    public static let offsetCompensationIndicator = Abilities(rawValue: 1 << 8)
    /// It can compensate its offset.
    public static let offsetCompensation = Abilities(rawValue: 1 << 9)
    /// It can leave out parts of the measurement.
    public static let contentMasking = Abilities(rawValue: 1 << 10)
    /// It can be told where it is.
    public static let multipleLocations = Abilities(rawValue: 1 << 11)
    /// It can be told the length of the crank.
    public static let crankLengthAdjustment = Abilities(rawValue: 1 << 12)
    /// It can be told the length of the chain.
    public static let chainLengthAdjustment = Abilities(rawValue: 1 << 13)
    /// It can be told the weight of the chain.
    public static let chainWeightAdjustment = Abilities(rawValue: 1 << 14)
    /// It can be told the span of its gauge.
    public static let spanLengthAdjustment = Abilities(rawValue: 1 << 15)
    /// It senses torque; otherwise it senses force.
    public static let torqueBased = Abilities(rawValue: 1 << 16)
    /// It tells the direction of forces.
    public static let instantaneousDirection = Abilities(rawValue: 1 << 17)
    /// It knows when it was calibrated.
    public static let factoryCalibrationDate = Abilities(rawValue: 1 << 18)
    /// It can compensate its offset in the enhanced way.
    public static let enhancedOffsetCompensation = Abilities(rawValue: 1 << 19)

    static let options = Options([
      .init(0, "pedalPowerBalance"),
      .init(1, "accumulatedTorque"),
      .init(2, "wheelRevolutions"),
      .init(3, "crankRevolutions"),
      .init(4, "extremeMagnitudes"),
      .init(5, "extremeAngles"),
      .init(6, "deadSpotAngles"),
      .init(7, "accumulatedEnergy"),
      .init(8, "offsetCompensationIndicator"),
      .init(9, "offsetCompensation"),
      .init(10, "contentMasking"),
      .init(11, "multipleLocations"),
      .init(12, "crankLengthAdjustment"),
      .init(13, "chainLengthAdjustment"),
      .init(14, "chainWeightAdjustment"),
      .init(15, "spanLengthAdjustment"),
      .init(16, "torqueBased"),
      .init(17, "instantaneousDirection"),
      .init(18, "factoryCalibrationDate"),
      .init(19, "enhancedOffsetCompensation"),
    ])
  }
}
