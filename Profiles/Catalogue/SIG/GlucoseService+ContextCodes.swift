extension BluetoothSIG.GlucoseService {
  /// The meals of a day.
  public struct CarbohydrateID: OpenEnumeration {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any code, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The first meal.
    public static let breakfast = CarbohydrateID(rawValue: 1)
    /// The meal at noon.
    public static let lunch = CarbohydrateID(rawValue: 2)
    /// The meal in the evening.
    public static let dinner = CarbohydrateID(rawValue: 3)
    /// Something between meals.
    public static let snack = CarbohydrateID(rawValue: 4)
    /// Something to drink.
    public static let drink = CarbohydrateID(rawValue: 5)
    /// A late meal.
    public static let supper = CarbohydrateID(rawValue: 6)
    /// A late breakfast.
    public static let brunch = CarbohydrateID(rawValue: 7)

    /// The codes that have a name.
    public static let names: [(code: CarbohydrateID, name: String)] = [
      (.breakfast, "breakfast"), (.lunch, "lunch"), (.dinner, "dinner"), (.snack, "snack"),
      (.drink, "drink"), (.supper, "supper"), (.brunch, "brunch"),
    ]
  }

  /// When the last meal was.
  public struct Meal: OpenEnumeration {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any code, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// It comes soon.
    public static let preprandial = Meal(rawValue: 1)
    /// It was not long ago.
    public static let postprandial = Meal(rawValue: 2)
    /// The user fasts.
    public static let fasting = Meal(rawValue: 3)
    /// Something small, such as a snack or a drink.
    public static let casual = Meal(rawValue: 4)
    /// The user goes to bed.
    public static let bedtime = Meal(rawValue: 5)

    /// The codes that have a name.
    public static let names: [(code: Meal, name: String)] = [
      (.preprandial, "preprandial"), (.postprandial, "postprandial"), (.fasting, "fasting"),
      (.casual, "casual"), (.bedtime, "bedtime"),
    ]
  }

  /// Who measured.
  public struct Tester: OpenEnumeration {
    /// The four bits that are sent.
    public let rawValue: UInt8

    /// Keeps any code, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The user.
    public static let user = Tester(rawValue: 1)
    /// Someone whose profession it is.
    public static let healthCareProfessional = Tester(rawValue: 2)
    /// A laboratory.
    public static let labTest = Tester(rawValue: 3)
    /// It is not known.
    public static let notAvailable = Tester(rawValue: 15)

    /// The codes that have a name.
    public static let names: [(code: Tester, name: String)] = [
      (.user, "user"), (.healthCareProfessional, "healthCareProfessional"), (.labTest, "labTest"),
      (.notAvailable, "notAvailable"),
    ]
  }

  /// How the user was.
  public struct Health: OpenEnumeration {
    /// The four bits that are sent.
    public let rawValue: UInt8

    /// Keeps any code, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// A little unwell.
    public static let minorIssues = Health(rawValue: 1)
    /// Ill.
    public static let majorIssues = Health(rawValue: 2)
    /// In her menses.
    public static let duringMenses = Health(rawValue: 3)
    /// Under stress.
    public static let underStress = Health(rawValue: 4)
    /// Well.
    public static let noIssues = Health(rawValue: 5)
    /// It is not known.
    public static let notAvailable = Health(rawValue: 15)

    /// The codes that have a name.
    public static let names: [(code: Health, name: String)] = [
      (.minorIssues, "minorIssues"), (.majorIssues, "majorIssues"), (.duringMenses, "duringMenses"),
      (.underStress, "underStress"), (.noIssues, "noIssues"), (.notAvailable, "notAvailable"),
    ]
  }

  /// What is taken against diabetes.
  public struct MedicationID: OpenEnumeration {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any code, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Insulin that acts within minutes.
    public static let rapidActingInsulin = MedicationID(rawValue: 1)
    /// Insulin that acts within an hour.
    public static let shortActingInsulin = MedicationID(rawValue: 2)
    /// Insulin that acts for half a day.
    public static let intermediateActingInsulin = MedicationID(rawValue: 3)
    /// Insulin that acts for a day.
    public static let longActingInsulin = MedicationID(rawValue: 4)
    /// A mixture of insulins.
    public static let premixedInsulin = MedicationID(rawValue: 5)

    /// The codes that have a name.
    public static let names: [(code: MedicationID, name: String)] = [
      (.rapidActingInsulin, "rapidActingInsulin"), (.shortActingInsulin, "shortActingInsulin"),
      (.intermediateActingInsulin, "intermediateActingInsulin"),
      (.longActingInsulin, "longActingInsulin"), (.premixedInsulin, "premixedInsulin"),
    ]
  }
}
