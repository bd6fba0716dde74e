/// The physical unit of a field.
public struct ProfileUnit: Hashable, Sendable, CustomStringConvertible {
  /// The symbol that follows the number in texts.
  public let symbol: String

  /// Makes a unit from its symbol.
  public init(_ symbol: String) {
    self.symbol = symbol
  }

  /// The symbol in letters, digits and underscores, for names: `degC`, `km_per_h`, `pct`.
  public var suffix: String {
    var text = ""
    for character in symbol {
      switch character {
      case "°": text += "deg"
      case "%": text += "pct"
      case "µ", "μ": text += "u"
      case "Ω": text += "ohm"
      case "²": text += "2"
      case "³": text += "3"
      case "/": text += text.isEmpty ? "per_" : "_per_"
      case "·": text += "_"
      case _ where character.isASCII && (character.isLetter || character.isNumber):
        text.append(character)
      default: break
      }
    }
    return text
  }

  /// The symbol.
  public var description: String { symbol }

  /// Multiples of 9.80665 m/s².
  public static let standardGravity = ProfileUnit("g")
  /// Seconds.
  public static let second = ProfileUnit("s")
  /// Thousandths of a second.
  public static let millisecond = ProfileUnit("ms")
  /// Hundredths.
  public static let percent = ProfileUnit("%")
  /// Degrees Celsius.
  public static let celsius = ProfileUnit("°C")
  /// Millionths of a tesla.
  public static let microtesla = ProfileUnit("µT")
  /// Degrees of angle for each second.
  public static let degreesPerSecond = ProfileUnit("°/s")
  /// Volts.
  public static let volt = ProfileUnit("V")
  /// Pascals.
  public static let pascal = ProfileUnit("Pa")
  /// Hundreds of pascals.
  public static let hectopascal = ProfileUnit("hPa")
  /// Lumens for each square metre.
  public static let lux = ProfileUnit("lx")
  /// Degrees of angle.
  public static let degree = ProfileUnit("°")
  /// Hertz.
  public static let hertz = ProfileUnit("Hz")
  /// Thousandths of a volt.
  public static let millivolt = ProfileUnit("mV")
  /// Metres per second for each second.
  public static let metrePerSquareSecond = ProfileUnit("m/s²")
  /// Millionths.
  public static let partsPerMillion = ProfileUnit("ppm")
  /// Thousand-millionths.
  public static let partsPerBillion = ProfileUnit("ppb")
  /// Millionths of a siemens for each centimetre.
  public static let microsiemensPerCentimetre = ProfileUnit("µS/cm")
  /// Centimetres.
  public static let centimetre = ProfileUnit("cm")
  /// Millimetres.
  public static let millimetre = ProfileUnit("mm")
  /// Kilometres.
  public static let kilometre = ProfileUnit("km")
  /// Grams of mass.
  public static let gram = ProfileUnit("g")
  /// Watts.
  public static let watt = ProfileUnit("W")
  /// Kilowatt hours.
  public static let kilowattHour = ProfileUnit("kWh")
  /// Amperes.
  public static let ampere = ProfileUnit("A")
  /// Milliamperes.
  public static let milliampere = ProfileUnit("mA")
  /// Newtons.
  public static let newton = ProfileUnit("N")
  /// Joules.
  public static let joule = ProfileUnit("J")
  /// Metres a second.
  public static let metresPerSecond = ProfileUnit("m/s")
  /// Kilometres an hour.
  public static let kilometresPerHour = ProfileUnit("km/h")
  /// Cubic metres.
  public static let cubicMetre = ProfileUnit("m³")
  /// Millilitres.
  public static let millilitre = ProfileUnit("mL")
  /// Bars of pressure.
  public static let bar = ProfileUnit("bar")
  /// Decibels.
  public static let decibel = ProfileUnit("dB")
  /// Beats for each minute.
  public static let beatsPerMinute = ProfileUnit("bpm")
  /// Thousands of joules.
  public static let kilojoule = ProfileUnit("kJ")
  /// Decibels over one milliwatt.
  public static let decibelMilliwatt = ProfileUnit("dBm")

  func text(_ number: String) -> String { "\(number) \(symbol)" }

  /// The number in a text, which may but need not name the unit.
  func number(in text: String) -> String {
    let text = text.trimmed
    guard text.hasSuffix(symbol) else { return text }
    let number = text.dropLast(symbol.count)
    // The end of a longer word, such as another unit or the name of a special value, is no unit.
    guard symbol.first?.isLetter != true || number.last?.isLetter != true else { return text }
    return String(number).trimmed
  }
}

extension String {
  /// The text without spaces at its ends.
  var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
