import GATT

extension BluetoothSIG.UserDataService {
  /// The highest heart rate that the user reached, in bpm, 0...255.
  public static let heartRateMax = rate("Heart Rate Max", 0x2A8D, "heartRateMax")

  /// The heart rate at rest in bpm, 0...255.
  public static let restingHeartRate = rate("Resting Heart Rate", 0x2A92, "restingHeartRate")

  /// The highest heart rate that is good for the user, in bpm, 0...255.
  public static let maximumRecommendedHeartRate = rate(
    "Maximum Recommended Heart Rate", 0x2A91, "maximumRecommendedHeartRate")

  /// The heart rate from which exercise is aerobic, in bpm, 0...255.
  public static let aerobicThreshold = rate("Aerobic Threshold", 0x2A7F, "aerobicThreshold")

  /// The heart rate from which exercise is anaerobic, in bpm, 0...255.
  public static let anaerobicThreshold = rate("Anaerobic Threshold", 0x2A83, "anaerobicThreshold")

  /// The day on which the thresholds were found.
  public static let thresholdAssessmentDate = CharacteristicProfile<CalendarDay>(
    "Date of Threshold Assessment", uuid: 0x2A86, properties: [.read, .write],
    layout: .single(.day, name: "dateOfThresholdAssessment"))

  /// The lower limit for burning fat in bpm, 0...255.
  public static let fatBurnLowerLimit = rate(
    "Fat Burn Heart Rate Lower Limit", 0x2A88, "fatBurnLowerLimit")

  /// The upper limit for burning fat in bpm, 0...255.
  public static let fatBurnUpperLimit = rate(
    "Fat Burn Heart Rate Upper Limit", 0x2A89, "fatBurnUpperLimit")

  /// The lower limit of aerobic exercise in bpm, 0...255.
  public static let aerobicLowerLimit = rate(
    "Aerobic Heart Rate Lower Limit", 0x2A7E, "aerobicLowerLimit")

  /// The upper limit of aerobic exercise in bpm, 0...255.
  public static let aerobicUpperLimit = rate(
    "Aerobic Heart Rate Upper Limit", 0x2A84, "aerobicUpperLimit")

  /// The lower limit of anaerobic exercise in bpm, 0...255.
  public static let anaerobicLowerLimit = rate(
    "Anaerobic Heart Rate Lower Limit", 0x2A81, "anaerobicLowerLimit")

  /// The upper limit of anaerobic exercise in bpm, 0...255.
  public static let anaerobicUpperLimit = rate(
    "Anaerobic Heart Rate Upper Limit", 0x2A82, "anaerobicUpperLimit")

  /// The limits between five zones of exercise.
  public static let fiveZoneLimits = CharacteristicProfile<FiveZoneLimits>(
    "Five Zone Heart Rate Limits", uuid: 0x2A8B, properties: [.read, .write])

  /// The limits between four zones of exercise.
  public static let fourZoneLimits = CharacteristicProfile<FourZoneLimits>(
    "Four Zone Heart Rate Limits", uuid: 0x2B4C, properties: [.read, .write])

  /// The limits between three zones of exercise.
  public static let threeZoneLimits = CharacteristicProfile<ThreeZoneLimits>(
    "Three Zone Heart Rate Limits", uuid: 0x2A94, properties: [.read, .write])

  /// The limit between burning fat and fitness in bpm, 0...255.
  public static let twoZoneLimit = rate("Two Zone Heart Rate Limit", 0x2A95, "fatBurnFitness")

  private static func rate(
    _ name: String, _ uuid: BluetoothUUID, _ field: String
  ) -> CharacteristicProfile<Int> {
    CharacteristicProfile(
      name, uuid: uuid, properties: [.read, .write],
      layout: .single(.uint8(), name: field, unit: .beatsPerMinute))
  }
}
