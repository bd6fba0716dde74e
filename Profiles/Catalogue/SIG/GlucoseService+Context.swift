extension BluetoothSIG.GlucoseService {
  /// What the user noted beside a measurement (Glucose Service 1.0, 3.2).
  public struct Context: ProfileValue, Hashable {
    /// The number of the record that it belongs to, 0...65535.
    public var sequence: Int
    /// Flags that no version of the service gives a meaning.
    public var extendedFlags: UInt8?
    /// What was eaten.
    public var carbohydrate: Carbohydrate?
    /// When the last meal was.
    public var meal: Meal?
    /// Who measured, and how the user was.
    public var person: Person?
    /// How much the user moved.
    public var exercise: Exercise?
    /// What was taken against diabetes.
    public var medication: Medication?
    /// The share of glycated haemoglobin in %.
    public var hbA1c: MedicalFloat16?

    /// Makes a context.
    public init(
      sequence: Int, extendedFlags: UInt8? = nil, carbohydrate: Carbohydrate? = nil,
      meal: Meal? = nil, person: Person? = nil, exercise: Exercise? = nil,
      medication: Medication? = nil, hbA1c: MedicalFloat16? = nil
    ) {
      self.sequence = sequence
      self.extendedFlags = extendedFlags
      self.carbohydrate = carbohydrate
      self.meal = meal
      self.person = person
      self.exercise = exercise
      self.medication = medication
      self.hbA1c = hbA1c
    }

    /// Flags, number, and what the flags tell.
    public static let profileLayout = Layout<Context>(
      Context.init(
        sequence:extendedFlags:carbohydrate:meal:person:exercise:medication:hbA1c:),
      flags: .uint8
    ) {
      Field("sequence", \.sequence, .uint16())
      Field("extendedFlags", \.extendedFlags, .when(7, .uint8()))
      Field("carbohydrate", \.carbohydrate, .when(0, .inline(Carbohydrate.layout)))
      Field("meal", \.meal, .when(1, .enumeration(style: .code)))
      Field("person", \.person, .when(2, .inline(Person.layout)))
      Field("exercise", \.exercise, .when(3, .inline(Exercise.layout)))
      Field("medication", \.medication, .when(4, .inline(Medication.layout)))
      Field("HbA1c", \.hbA1c, .when(6, .medfloat16), unit: .percent)
    }
  }

  /// What was eaten.
  public struct Carbohydrate: Hashable, Sendable {
    /// At which meal.
    public var meal: CarbohydrateID
    /// How much carbohydrate, in kg.
    public var mass: MedicalFloat16

    /// Makes a meal.
    public init(meal: CarbohydrateID, mass: MedicalFloat16) {
      self.meal = meal
      self.mass = mass
    }

    static let layout = Layout<Carbohydrate>(
      Carbohydrate.init(meal:mass:)
    ) {
      Field("carbohydrateID", \.meal, .enumeration(style: .code))
      Field("carbohydrate", \.mass, .medfloat16, unit: .kilogram)
    }
  }

  /// Who measured, and how the user was.
  public struct Person: Hashable, Sendable {
    /// Who measured.
    public var tester: Tester
    /// How the user was.
    public var health: Health

    /// Makes a note.
    public init(tester: Tester, health: Health) {
      self.tester = tester
      self.health = health
    }

    static let layout = Layout<Person>(
      Person.init(tester:health:), flags: .uint8
    ) {
      Field("tester", \.tester, .bits(0..<4, style: .code))
      Field("health", \.health, .bits(4..<8, style: .code))
    }
  }

  /// How much the user moved.
  public struct Exercise: Hashable, Sendable {
    /// How long, in s, 0...65534 or overrun.
    public var duration: OrSpecial<Int>
    /// How hard, 0...100 % of what the user can do.
    public var intensity: Int

    /// Makes an exercise.
    public init(duration: OrSpecial<Int>, intensity: Int) {
      self.duration = duration
      self.intensity = intensity
    }

    static let layout = Layout<Exercise>(
      Exercise.init(duration:intensity:)
    ) {
      Field(
        "exerciseDuration", \.duration, .special([0xFFFF: .overrun], .uint16()), unit: .second)
      Field("exerciseIntensity", \.intensity, .uint8(), unit: .percent, range: 0...100)
    }
  }

  /// What was taken against diabetes.
  public struct Medication: Hashable, Sendable {
    /// Which kind.
    public var kind: MedicationID
    /// How much, in kg or L.
    public var amount: Quantity<MedicalFloat16>

    /// Makes a medication; its unit is kg or L.
    public init(kind: MedicationID, amount: Quantity<MedicalFloat16>) {
      self.kind = kind
      self.amount = amount
    }

    static let layout = Layout<Medication>(
      Medication.init(kind:amount:)
    ) {
      Field("medicationID", \.kind, .enumeration(style: .code))
      Field(
        "medication", \.amount,
        .unit(bit: 5, clear: .medfloat16, .kilogram, set: .medfloat16, .litre))
    }
  }
}
