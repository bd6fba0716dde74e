/// The name of a pattern that stands for no number.
public struct SpecialValue: Hashable, Sendable, CustomStringConvertible {
  /// The name in texts.
  public let name: String

  /// Makes a special value of its name.
  public init(_ name: String) {
    self.name = name
  }

  /// The name.
  public var description: String { name }

  /// The value is not known.
  public static let unknown = SpecialValue("unknown")
  /// The device cannot tell the value.
  public static let unsupported = SpecialValue("unsupported")
  /// The measurement failed.
  public static let measurementUnsuccessful = SpecialValue("measurementUnsuccessful")
  /// The value is outside what the octets can tell.
  public static let outOfRange = SpecialValue("outOfRange")
  /// The value is over what the octets can tell.
  public static let overrun = SpecialValue("overrun")
  /// The value is not valid.
  public static let invalid = SpecialValue("invalid")
}

/// A number, or a pattern that stands for none.
public enum OrSpecial<Number: Sendable>: Sendable {
  /// The number.
  case value(Number)
  /// The pattern's meaning.
  case special(SpecialValue)

  /// The number, `nil` for a special value.
  public var value: Number? {
    if case .value(let number) = self { number } else { nil }
  }
}

extension OrSpecial: Equatable where Number: Equatable {}
extension OrSpecial: Hashable where Number: Hashable {}
extension OrSpecial: ExpressibleByIntegerLiteral where Number: ExpressibleByIntegerLiteral {
  /// A number.
  public init(integerLiteral value: Number.IntegerLiteralType) {
    self = .value(Number(integerLiteral: value))
  }
}
extension OrSpecial: ExpressibleByFloatLiteral where Number: ExpressibleByFloatLiteral {
  /// A number.
  public init(floatLiteral value: Number.FloatLiteralType) {
    self = .value(Number(floatLiteral: value))
  }
}

extension Wire {
  /// A number of which some patterns stand for no number.
  ///
  /// ```swift
  /// Field("humidity", \.humidity, .special([0xFFFF: .unknown], .uint16(scale: 0.01)))
  /// ```
  ///
  /// The patterns are numbers as sent, before scaling. A number whose octets would be one of the
  /// patterns is refused when written.
  public static func special<Number: Sendable>(
    _ names: KeyValuePairs<Int128, SpecialValue>, _ wire: Wire<Number>
  ) -> Wire where Value == OrSpecial<Number> {
    let specials = names.map { NumberMeaning.Special($0.key, $0.value.name) }
    let form = wire.form.with(specials)
    let reads: Decode = { reader throws(ProfileError) in
      if let raw = try form.peek(&reader), let found = specials.first(where: { $0.raw == raw }) {
        try reader.skip(form.minimumSize)
        return .special(SpecialValue(found.name))
      }
      return .value(try wire.decode(&reader))
    }
    let shows: Show = { value in
      switch value {
      case .value(let number): wire.datum(number)
      case .special(let special): .special(special.name)
      }
    }
    return Wire(
      form: form, decode: reads,
      encode: { value, writer throws(ProfileError) in try form.encode(shows(value), &writer) },
      datum: shows,
      value: { datum throws(ProfileError) in
        if let name = datum?.text, specials.contains(where: { $0.name == name }) {
          return .special(SpecialValue(name))
        }
        return .value(try wire.value(datum))
      },
      mark: Self.mark(form, shows))
  }
}

extension WireForm {
  /// The same form of a number with special patterns; other forms have none.
  func with(_ specials: [NumberMeaning.Special]) -> WireForm {
    switch self {
    case .integer(let form, .number(var number)):
      number.specials += specials
      return .integer(form, .number(number))
    case .bits(let range, .number(var number)):
      number.specials += specials
      return .bits(range, .number(number))
    case .limited(let limits, let inner):
      return .limited(limits, inner.with(specials))
    default:
      return self
    }
  }

  /// The number that comes next as it was sent.
  func peek(_ reader: inout OctetReader) throws(ProfileError) -> Int128? {
    switch self {
    case .integer(let form, _):
      let start = reader.offset
      let bits = try reader.bits(form)
      reader.rewind(to: start)
      return form.width.number(bits)
    case .bits(let range, _):
      return range.number(in: reader.flags)
    case .limited(_, let inner):
      return try inner.peek(&reader)
    default:
      return nil
    }
  }
}
