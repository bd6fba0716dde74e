public import GATT

extension BluetoothSIG {
  /// Fitness Machine: treadmills, cross trainers, climbers, rowers and indoor bikes.
  ///
  /// A machine has the data characteristic of its kind. It sends data that are too long for one
  /// notification in several, of which the last has the first field.
  public struct FitnessMachineService: ServiceProfile {
    /// `1826`.
    public static let uuid: BluetoothUUID = 0x1826
    /// The name in listings.
    public static let name = "Fitness Machine"

    /// What the machine can do.
    public let feature = Self.feature
    /// The data of a treadmill.
    public let treadmill = Self.treadmill
    /// The data of a cross trainer.
    public let crossTrainer: CharacteristicProfile<CrossTrainerData>
    /// The data of a step climber.
    public let stepClimber = Self.stepClimber
    /// The data of a stair climber.
    public let stairClimber = Self.stairClimber
    /// The data of a rowing machine.
    public let rower: CharacteristicProfile<RowerData>
    /// The data of an indoor bike.
    public let indoorBike: CharacteristicProfile<IndoorBikeData>
    /// What the user does at the moment.
    public let trainingStatus = Self.trainingStatus
    /// The speeds that can be set.
    public let speedRange = Self.speedRange
    /// The inclinations that can be set.
    public let inclinationRange = Self.inclinationRange
    /// The resistances that can be set.
    public let resistanceRange: CharacteristicProfile<ResistanceRange>
    /// The powers that can be set.
    public let powerRange = Self.powerRange
    /// The heart rates that can be set.
    public let heartRateRange = Self.heartRateRange
    /// Controls the machine.
    public let controlPoint = Self.controlPoint
    /// What happened to the machine.
    public let status = Self.status

    /// Makes the profile for a machine's form of the resistance.
    ///
    /// Without it the form is that of version 1.0, unless a context asks for the other.
    public init(resistance form: ResistanceForm? = nil) {
      crossTrainer = Self.crossTrainer(form)
      rower = Self.rower(form)
      indoorBike = Self.indoorBike(form)
      resistanceRange = Self.resistanceRange(form)
    }

    /// The 15 characteristics in the order of the specification.
    public var characteristics: [AnyCharacteristicProfile] {
      let data: [AnyCharacteristicProfile] = [
        .init(feature), .init(treadmill), .init(crossTrainer), .init(stepClimber),
        .init(stairClimber), .init(rower), .init(indoorBike), .init(trainingStatus),
      ]
      let control: [AnyCharacteristicProfile] = [
        .init(speedRange), .init(inclinationRange), .init(resistanceRange), .init(powerRange),
        .init(heartRateRange), .init(controlPoint), .init(status),
      ]
      return data + control
    }
  }
}

extension BluetoothSIG.FitnessMachineService {
  /// Fitness Machine Feature, 2ACC.
  public static let feature = CharacteristicProfile<Feature>(
    "Fitness Machine Feature", uuid: 0x2ACC, properties: .read,
    initialValue: Feature(measures: [], targets: []))

  /// Treadmill Data, 2ACD.
  public static let treadmill = CharacteristicProfile<TreadmillData>(
    "Treadmill Data", uuid: 0x2ACD, properties: .notify)

  /// Step Climber Data, 2ACF.
  public static let stepClimber = CharacteristicProfile<StepClimberData>(
    "Step Climber Data", uuid: 0x2ACF, properties: .notify)

  /// Stair Climber Data, 2AD0.
  public static let stairClimber = CharacteristicProfile<StairClimberData>(
    "Stair Climber Data", uuid: 0x2AD0, properties: .notify)

  /// Training Status, 2AD3.
  public static let trainingStatus = CharacteristicProfile<TrainingStatus>(
    "Training Status", uuid: 0x2AD3, properties: [.read, .notify],
    initialValue: TrainingStatus(activity: .idle))

  /// Supported Speed Range, 2AD4.
  public static let speedRange = CharacteristicProfile<SpeedRange>(
    "Supported Speed Range", uuid: 0x2AD4, properties: .read)

  /// Supported Inclination Range, 2AD5.
  public static let inclinationRange = CharacteristicProfile<InclinationRange>(
    "Supported Inclination Range", uuid: 0x2AD5, properties: .read)

  /// Supported Power Range, 2AD8.
  public static let powerRange = CharacteristicProfile<PowerRange>(
    "Supported Power Range", uuid: 0x2AD8, properties: .read)

  /// Supported Heart Rate Range, 2AD7.
  public static let heartRateRange = CharacteristicProfile<HeartRateRange>(
    "Supported Heart Rate Range", uuid: 0x2AD7, properties: .read)

  /// Fitness Machine Control Point, 2AD9.
  public static let controlPoint = CharacteristicProfile<ControlPoint>(
    "Fitness Machine Control Point", uuid: 0x2AD9, properties: [.write, .indicate])

  /// Fitness Machine Status, 2ADA.
  public static let status = CharacteristicProfile<Status>(
    "Fitness Machine Status", uuid: 0x2ADA, properties: .notify)

  /// Cross Trainer Data, 2ACE, in a form of the resistance or that of the context.
  public static func crossTrainer(
    _ form: ResistanceForm? = nil
  ) -> CharacteristicProfile<CrossTrainerData> {
    CharacteristicProfile(
      "Cross Trainer Data", uuid: 0x2ACE, properties: .notify,
      layout: form.map(CrossTrainerData.layout) ?? CrossTrainerData.profileLayout)
  }

  /// Rower Data, 2AD1, in a form of the resistance or that of the context.
  public static func rower(
    _ form: ResistanceForm? = nil
  ) -> CharacteristicProfile<RowerData> {
    CharacteristicProfile(
      "Rower Data", uuid: 0x2AD1, properties: .notify,
      layout: form.map(RowerData.layout) ?? RowerData.profileLayout)
  }

  /// Indoor Bike Data, 2AD2, in a form of the resistance or that of the context.
  public static func indoorBike(
    _ form: ResistanceForm? = nil
  ) -> CharacteristicProfile<IndoorBikeData> {
    CharacteristicProfile(
      "Indoor Bike Data", uuid: 0x2AD2, properties: .notify,
      layout: form.map(IndoorBikeData.layout) ?? IndoorBikeData.profileLayout)
  }

  /// Supported Resistance Level Range, 2AD6, in a form of the resistance or that of the context.
  public static func resistanceRange(
    _ form: ResistanceForm? = nil
  ) -> CharacteristicProfile<ResistanceRange> {
    CharacteristicProfile(
      "Supported Resistance Level Range", uuid: 0x2AD6, properties: .read,
      layout: form.map(ResistanceRange.layout) ?? ResistanceRange.profileLayout)
  }
}
