import GATT

extension BluetoothSIG.EnvironmentalSensingService {
  /// Carbon Dioxide Concentration, 2B8C: 0...65533 ppm, more, or unknown.
  public static let carbonDioxide = sensor(
    "Carbon Dioxide Concentration", 0x2B8C, "concentration",
    .special([0xFFFF: .unknown, 0xFFFE: .overrun], Wire<Int>.uint16()), ProfileUnit("ppm"),
    initialValue: .special(.unknown))

  /// Ammonia Concentration, 2BCF: kg/m³.
  public static let ammonia = gas(
    "Ammonia Concentration", 0x2BCF, kilogramsPerCubicMeter)

  /// Carbon Monoxide Concentration, 2BD0: kg/m³.
  public static let carbonMonoxide = gas(
    "Carbon Monoxide Concentration", 0x2BD0, kilogramsPerCubicMeter)

  /// Methane Concentration, 2BD1: ppb.
  public static let methane = gas(
    "Methane Concentration", 0x2BD1, partsPerBillion)

  /// Nitrogen Dioxide Concentration, 2BD2: kg/m³.
  public static let nitrogenDioxide = gas(
    "Nitrogen Dioxide Concentration", 0x2BD2, kilogramsPerCubicMeter)

  /// Non-Methane Volatile Organic Compounds Concentration, 2BD3: kg/m³.
  public static let volatileOrganicCompounds = gas(
    "Non-Methane Volatile Organic Compounds Concentration", 0x2BD3, kilogramsPerCubicMeter)

  /// Ozone Concentration, 2BD4: kg/m³.
  public static let ozone = gas(
    "Ozone Concentration", 0x2BD4, kilogramsPerCubicMeter)

  /// Particulate Matter - PM1 Concentration, 2BD5: kg/m³.
  public static let particlesOf1Micrometer = gas(
    "Particulate Matter - PM1 Concentration", 0x2BD5, kilogramsPerCubicMeter)

  /// Particulate Matter - PM2.5 Concentration, 2BD6: kg/m³.
  public static let particlesOf2Point5Micrometers = gas(
    "Particulate Matter - PM2.5 Concentration", 0x2BD6, kilogramsPerCubicMeter)

  /// Particulate Matter - PM10 Concentration, 2BD7: kg/m³.
  public static let particlesOf10Micrometers = gas(
    "Particulate Matter - PM10 Concentration", 0x2BD7, kilogramsPerCubicMeter)

  /// Sulfur Dioxide Concentration, 2BD8: kg/m³.
  public static let sulfurDioxide = gas(
    "Sulfur Dioxide Concentration", 0x2BD8, kilogramsPerCubicMeter)

  /// Sulfur Hexafluoride Concentration, 2BD9: kg/m³.
  public static let sulfurHexafluoride = gas(
    "Sulfur Hexafluoride Concentration", 0x2BD9, kilogramsPerCubicMeter)

  private static let kilogramsPerCubicMeter = ProfileUnit("kg/m³")
  private static let partsPerBillion = ProfileUnit("ppb")

  private static func gas(
    _ name: String, _ uuid: BluetoothUUID, _ unit: ProfileUnit
  ) -> CharacteristicProfile<MedicalFloat16> {
    sensor(name, uuid, "concentration", .medfloat16, unit, initialValue: .nan)
  }
}
