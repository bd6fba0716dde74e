import GATT

extension BluetoothSIG.UserDataService {
  /// The weight in kg, 0...327.675 in steps of 0.005.
  public static let weight = CharacteristicProfile<Double>(
    "Weight", uuid: 0x2A98, properties: [.read, .write],
    layout: .single(.uint16(scale: 0.005), name: "weight", unit: .kilogram))

  /// The height in m, 0...655.35 in steps of 0.01.
  public static let height = CharacteristicProfile<Double>(
    "Height", uuid: 0x2A8E, properties: [.read, .write],
    layout: .single(.uint16(scale: 0.01), name: "height", unit: .metre))

  /// The height in m, 0...6.5535 in steps of 0.0001.
  public static let highResolutionHeight = CharacteristicProfile<Double>(
    "High Resolution Height", uuid: 0x2B47, properties: [.read, .write],
    layout: .single(.uint16(scale: 0.0001), name: "height", unit: .metre))

  /// The girth of the waist in m, 0...655.35 in steps of 0.01.
  public static let waistCircumference = CharacteristicProfile<Double>(
    "Waist Circumference", uuid: 0x2A97, properties: [.read, .write],
    layout: .single(.uint16(scale: 0.01), name: "waistCircumference", unit: .metre))

  /// The girth of the hip in m, 0...655.35 in steps of 0.01.
  public static let hipCircumference = CharacteristicProfile<Double>(
    "Hip Circumference", uuid: 0x2A8F, properties: [.read, .write],
    layout: .single(.uint16(scale: 0.01), name: "hipCircumference", unit: .metre))

  /// The length of a stride in m, 0...65.535 in steps of 0.001.
  public static let strideLength = CharacteristicProfile<Double>(
    "Stride Length", uuid: 0x2B49, properties: [.read, .write],
    layout: .single(.uint16(scale: 0.001), name: "strideLength", unit: .metre))

  /// The most oxygen that the body takes up, in mL for each kg and minute, 0...255.
  public static let maximalOxygenUptake = CharacteristicProfile<Int>(
    "VO2 Max", uuid: 0x2A96, properties: [.read, .write],
    layout: .single(.uint8(), name: "VO2Max", unit: ProfileUnit("mL/(kg·min)")))

  /// The energy that is eaten in a day in kcal, 0...65535.
  public static let caloricIntake = CharacteristicProfile<Int>(
    "Caloric Intake", uuid: 0x2B50, properties: [.read, .write],
    layout: .single(.uint16(), name: "caloricIntake", unit: .kilocalorie))

  /// The time without movement after which the device tells so, in s, 0...65535.
  public static let sedentaryInterval = CharacteristicProfile<Int>(
    "Sedentary Interval Notification", uuid: 0x2B4F, properties: [.read, .write],
    layout: .single(.uint16(), name: "sedentaryInterval", unit: .second))

  /// What the user wants to reach in a day.
  public static let activityGoal = CharacteristicProfile<ActivityGoal>(
    "Activity Goal", uuid: 0x2B4E, properties: [.read, .write])
}
