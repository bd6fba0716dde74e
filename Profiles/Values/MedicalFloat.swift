/// An IEEE 11073 SFLOAT (medfloat16): mantissa × 10^exponent in 16 bits.
///
/// Mantissa and exponent are kept, because the exponent tells the resolution: 2.0 and 2.00 are
/// different octets.
public struct MedicalFloat16: Hashable, Sendable {
  /// The 16 bits: a 4-bit exponent over a 12-bit mantissa, both two's complement.
  public let bitPattern: UInt16

  /// Takes any bits.
  public init(bitPattern: UInt16) {
    self.bitPattern = bitPattern
  }

  /// Not a number: the measurement failed.
  public static let nan = MedicalFloat16(bitPattern: 0x07FF)
  /// Not at this resolution.
  public static let notAtThisResolution = MedicalFloat16(bitPattern: 0x0800)
  /// Over the range.
  public static let positiveInfinity = MedicalFloat16(bitPattern: 0x07FE)
  /// Under the range.
  public static let negativeInfinity = MedicalFloat16(bitPattern: 0x0802)

  static let format = MedicalFormat(mantissaBits: 12, exponentBits: 4)
}

/// An IEEE 11073 FLOAT (medfloat32): mantissa × 10^exponent in 32 bits.
///
/// Mantissa and exponent are kept, because the exponent tells the resolution: 37.5 and 37.50 are
/// different octets.
public struct MedicalFloat32: Hashable, Sendable {
  /// The 32 bits: an 8-bit exponent over a 24-bit mantissa, both two's complement.
  public let bitPattern: UInt32

  /// Takes any bits.
  public init(bitPattern: UInt32) {
    self.bitPattern = bitPattern
  }

  /// Not a number: the measurement failed.
  public static let nan = MedicalFloat32(bitPattern: 0x007F_FFFF)
  /// Not at this resolution.
  public static let notAtThisResolution = MedicalFloat32(bitPattern: 0x0080_0000)
  /// Over the range.
  public static let positiveInfinity = MedicalFloat32(bitPattern: 0x007F_FFFE)
  /// Under the range.
  public static let negativeInfinity = MedicalFloat32(bitPattern: 0x0080_0002)

  static let format = MedicalFormat(mantissaBits: 24, exponentBits: 8)
}

/// What both IEEE 11073 numbers have.
public protocol MedicalFloat: Hashable, Sendable, CustomStringConvertible,
  ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral
{
  /// How many octets the number has, 2 or 4.
  static var size: Int { get }
  /// The bits in the low end of a word.
  var bits: UInt32 { get }
  /// Takes the bits from the low end of a word.
  init(bits: UInt32)
}

extension MedicalFloat16: MedicalFloat {
  /// Two octets.
  public static var size: Int { 2 }
  /// The bits in the low end of a word.
  public var bits: UInt32 { UInt32(bitPattern) }
  /// Takes the bits from the low end of a word.
  public init(bits: UInt32) { self.init(bitPattern: UInt16(truncatingIfNeeded: bits)) }
}

extension MedicalFloat32: MedicalFloat {
  /// Four octets.
  public static var size: Int { 4 }
  /// The bits in the low end of a word.
  public var bits: UInt32 { bitPattern }
  /// Takes the bits from the low end of a word.
  public init(bits: UInt32) { self.init(bitPattern: bits) }
}

extension MedicalFloat {
  var format: MedicalFormat { .of(size: Self.size) }

  /// The digits as sent.
  public var mantissa: Int { format.mantissa(bits) }

  /// The power of ten as sent.
  public var exponent: Int { format.exponent(bits) }

  /// `NaN`, `NRes`, `+INF`, `-INF` or `reserved` if the bits stand for no number.
  public var specialName: String? { format.special(bits) }

  /// The number with its resolution, `nil` for a special value.
  public var decimal: ProfileDecimal? { format.decimal(bits) }

  /// The nearest `Double`; NaN for every special value but the infinities.
  public var doubleValue: Double {
    switch specialName {
    case nil: decimal?.doubleValue ?? .nan
    case "+INF": .infinity
    case "-INF": -.infinity
    default: .nan
    }
  }

  /// Takes a number with its resolution, rounded half away from zero where the digits do not
  /// fit; `nil` outside the range.
  public init?(_ decimal: ProfileDecimal) {
    guard let bits = MedicalFormat.of(size: Self.size).bits(decimal) else { return nil }
    self.init(bits: bits)
  }

  /// Takes the shortest decimal that the number prints as, rounded where the digits do not fit;
  /// NaN and what is outside the range become the special values.
  public init(_ value: Double) {
    let format = MedicalFormat.of(size: Self.size)
    let bits = ProfileDecimal(value).map { format.bits($0) ?? format.infinity(value) }
    self.init(bits: bits ?? (value.isNaN ? format.nan : format.infinity(value)))
  }

  /// Takes the shortest decimal that the number prints as.
  public init(floatLiteral value: Double) { self.init(value) }

  /// Takes a whole number.
  public init(integerLiteral value: Int64) { self.init(Double(value)) }

  /// The digits with their resolution, or the name of the special value.
  public var description: String { specialName ?? decimal?.description ?? "" }
}
