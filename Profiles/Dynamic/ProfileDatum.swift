public import FoundationEssentials

/// The value of a field for tools, which know its layout only at run time.
public enum ProfileDatum: Hashable, Sendable {
  /// A whole number.
  case integer(Int128)
  /// A whole number over the range of `Int128`.
  case unsigned(UInt128)
  /// A number with the decimals of its resolution.
  case decimal(ProfileDecimal)
  /// A number that was sent as IEEE 754 or is the result of a formula.
  case real(Double)
  /// A text, or the name of a code.
  case text(String)
  /// Octets without further structure.
  case octets(Data)
  /// A truth value.
  case bool(Bool)
  /// Several values of one kind, or the names of the options that are set.
  case list([ProfileDatum])
  /// A nested group of named values.
  case record(ProfileRecord)
  /// A pattern that stands for no number, such as `unknown` or `NaN`.
  case special(String)
  /// A value whose unit the octets choose; inside a record the entry tells the unit instead.
  indirect case quantity(ProfileDatum, ProfileUnit)
}

extension ProfileDatum {
  /// The number, if this is one or a text that reads as one.
  public var number: ProfileDecimal? {
    switch self {
    case .integer(let value): ProfileDecimal(significand: value)
    case .unsigned(let value): Int128(exactly: value).map { ProfileDecimal(significand: $0) }
    case .decimal(let value): value
    case .real(let value): ProfileDecimal(value)
    case .text(let text): ProfileDecimal(text.trimmed)
    case .quantity(let value, _): value.number
    case .octets, .bool, .list, .record, .special: nil
    }
  }

  /// The nearest `Double`, if this is a number.
  public var doubleValue: Double? {
    switch self {
    case .real(let value): value
    case .unsigned(let value): Double(value)
    case .quantity(let value, _): value.doubleValue
    default: number?.doubleValue
    }
  }

  /// The text, the name of a special value, or the print of a number.
  public var text: String? {
    switch self {
    case .text(let text), .special(let text): text
    case .integer(let value): "\(value)"
    case .unsigned(let value): "\(value)"
    case .decimal(let value): "\(value)"
    case .real(let value): "\(value)"
    case .bool(let value): value ? "true" : "false"
    case .quantity(let value, _): value.text
    case .octets, .list, .record: nil
    }
  }

  /// The octets, also from a text of hexadecimal digits.
  public var octets: Data? {
    switch self {
    case .octets(let octets): octets
    case .text(let text): Data(hexadecimal: text.trimmed)
    default: nil
    }
  }

  /// Whether there is a number, so that a unit says something.
  var isQuantity: Bool {
    switch self {
    case .list(let elements): elements.contains(where: \.isQuantity)
    case .quantity(let value, _): value.isQuantity
    default: doubleValue?.isFinite == true
    }
  }

  /// The text for errors, whatever the kind.
  var printed: String {
    switch self {
    case .octets(let octets): hexadecimal(octets)
    case .list(let elements): "[" + elements.map(\.printed).joined(separator: ", ") + "]"
    case .record(let record): record.description
    case .text(let text): "\"\(text)\""
    default: text ?? ""
    }
  }
}

extension ProfileDatum: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
  /// A whole number.
  public init(integerLiteral value: Int64) { self = .integer(Int128(value)) }
  /// A decimal as short as the `Double` prints.
  public init(floatLiteral value: Double) {
    self = ProfileDecimal(value).map(ProfileDatum.decimal) ?? .real(value)
  }
  /// A text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// A truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Several values.
  public init(arrayLiteral elements: ProfileDatum...) { self = .list(elements) }
}
