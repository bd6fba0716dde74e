public import GATT

extension BluetoothSIG {
  /// What a device knows of its users, for each of them.
  ///
  /// A device has only some of the characteristics. Register a user or consent by the control
  /// point; the others then are about that user. User Data Service 1.1.
  public struct UserDataService: ServiceProfile {
    /// `181C`.
    public static let uuid: BluetoothUUID = 0x181C
    /// The name in listings.
    public static let name = "User Data"

    /// The first name, as UTF-8.
    public let firstName = Self.firstName
    /// The middle name, as UTF-8.
    public let middleName = Self.middleName
    /// The last name, as UTF-8.
    public let lastName = Self.lastName
    /// The e-mail address, as UTF-8.
    public let emailAddress = Self.emailAddress
    /// The language by its code of ISO 639-1, such as `en`.
    public let language = Self.language
    /// The age in years, 0...255.
    public let age = Self.age
    /// The day of birth.
    public let dateOfBirth = Self.dateOfBirth
    /// The gender.
    public let gender = Self.gender
    /// The weight in kg, 0...327.675 in steps of 0.005.
    public let weight = Self.weight
    /// The height in m, 0...655.35 in steps of 0.01.
    public let height = Self.height
    /// The height in m, 0...6.5535 in steps of 0.0001.
    public let highResolutionHeight = Self.highResolutionHeight
    /// The girth of the waist in m, 0...655.35 in steps of 0.01.
    public let waistCircumference = Self.waistCircumference
    /// The girth of the hip in m, 0...655.35 in steps of 0.01.
    public let hipCircumference = Self.hipCircumference
    /// The length of a stride in m, 0...65.535 in steps of 0.001.
    public let strideLength = Self.strideLength
    /// The most oxygen that the body takes up, in mL for each kg and minute, 0...255.
    public let maximalOxygenUptake = Self.maximalOxygenUptake
    /// The energy that is eaten in a day in kcal, 0...65535.
    public let caloricIntake = Self.caloricIntake
    /// The time without movement after which the device tells so, in s, 0...65535.
    public let sedentaryInterval = Self.sedentaryInterval
    /// What the user wants to reach in a day.
    public let activityGoal = Self.activityGoal
    /// The highest heart rate that the user reached, in bpm, 0...255.
    public let heartRateMax = Self.heartRateMax
    /// The heart rate at rest in bpm, 0...255.
    public let restingHeartRate = Self.restingHeartRate
    /// The highest heart rate that is good for the user, in bpm, 0...255.
    public let maximumRecommendedHeartRate = Self.maximumRecommendedHeartRate
    /// The heart rate from which exercise is aerobic, in bpm, 0...255.
    public let aerobicThreshold = Self.aerobicThreshold
    /// The heart rate from which exercise is anaerobic, in bpm, 0...255.
    public let anaerobicThreshold = Self.anaerobicThreshold
    /// The day on which the thresholds were found.
    public let thresholdAssessmentDate = Self.thresholdAssessmentDate
    /// The lower limit for burning fat in bpm, 0...255.
    public let fatBurnLowerLimit = Self.fatBurnLowerLimit
    /// The upper limit for burning fat in bpm, 0...255.
    public let fatBurnUpperLimit = Self.fatBurnUpperLimit
    /// The lower limit of aerobic exercise in bpm, 0...255.
    public let aerobicLowerLimit = Self.aerobicLowerLimit
    /// The upper limit of aerobic exercise in bpm, 0...255.
    public let aerobicUpperLimit = Self.aerobicUpperLimit
    /// The lower limit of anaerobic exercise in bpm, 0...255.
    public let anaerobicLowerLimit = Self.anaerobicLowerLimit
    /// The upper limit of anaerobic exercise in bpm, 0...255.
    public let anaerobicUpperLimit = Self.anaerobicUpperLimit
    /// The limits between five zones of exercise.
    public let fiveZoneLimits = Self.fiveZoneLimits
    /// The limits between four zones of exercise.
    public let fourZoneLimits = Self.fourZoneLimits
    /// The limits between three zones of exercise.
    public let threeZoneLimits = Self.threeZoneLimits
    /// The limit between burning fat and fitness in bpm, 0...255.
    public let twoZoneLimit = Self.twoZoneLimit
    /// A number that grows whenever someone changes the data.
    public let databaseChangeIncrement = Self.databaseChangeIncrement
    /// Whose data is shown, 0...254, or unknown as at first.
    public let userIndex = Self.userIndex
    /// Takes orders on users.
    public let controlPoint = Self.controlPoint

    /// Makes the profile.
    public init() {}

    /// The characteristics in the order of their handles.
    public var characteristics: [AnyCharacteristicProfile] {
      [
        AnyCharacteristicProfile(firstName), .init(middleName), .init(lastName),
        .init(emailAddress), .init(language), .init(age), .init(dateOfBirth), .init(gender),
        .init(weight), .init(height), .init(highResolutionHeight), .init(waistCircumference),
        .init(hipCircumference), .init(strideLength), .init(maximalOxygenUptake),
        .init(caloricIntake), .init(sedentaryInterval), .init(activityGoal), .init(heartRateMax),
        .init(restingHeartRate), .init(maximumRecommendedHeartRate), .init(aerobicThreshold),
        .init(anaerobicThreshold), .init(thresholdAssessmentDate), .init(fatBurnLowerLimit),
        .init(fatBurnUpperLimit), .init(aerobicLowerLimit), .init(aerobicUpperLimit),
        .init(anaerobicLowerLimit), .init(anaerobicUpperLimit), .init(fiveZoneLimits),
        .init(fourZoneLimits), .init(threeZoneLimits), .init(twoZoneLimit),
        .init(databaseChangeIncrement), .init(userIndex), .init(controlPoint),
      ]
    }
  }
}
