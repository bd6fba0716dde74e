extension ProfileUnit {
  /// Degrees Fahrenheit.
  public static let fahrenheit = ProfileUnit("°F")
  /// Millimetres of mercury.
  public static let millimetreOfMercury = ProfileUnit("mmHg")
  /// Thousands of pascals.
  public static let kilopascal = ProfileUnit("kPa")
  /// Sixty seconds.
  public static let minute = ProfileUnit("min")
  /// Sixty minutes.
  public static let hour = ProfileUnit("h")
  /// Years.
  public static let year = ProfileUnit("yr")
  /// Kilograms.
  public static let kilogram = ProfileUnit("kg")
  /// Pounds of 0.45359237 kg.
  public static let pound = ProfileUnit("lb")
  /// Metres.
  public static let metre = ProfileUnit("m")
  /// Inches of 0.0254 m.
  public static let inch = ProfileUnit("in")
  /// Litres.
  public static let litre = ProfileUnit("L")
  /// Kilograms in each litre.
  public static let kilogramsPerLitre = ProfileUnit("kg/L")
  /// Moles in each litre.
  public static let molesPerLitre = ProfileUnit("mol/L")
  /// Thousandths of a gram in each tenth of a litre.
  public static let milligramsPerDecilitre = ProfileUnit("mg/dL")
  /// Ohms.
  public static let ohm = ProfileUnit("Ω")
  /// Thousands of calories.
  public static let kilocalorie = ProfileUnit("kcal")

  /// Thousandths of a gram in each tenth of a litre, for each minute.
  public static let milligramsPerDecilitreMinute = ProfileUnit("mg/dL/min")
}
