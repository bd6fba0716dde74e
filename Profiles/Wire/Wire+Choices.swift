/// A value that is one of several named codes, and may be one that no name exists for yet.
///
/// A code without a name is kept, so that a newer peripheral can be read and answered:
///
/// ```swift
/// struct Posture: OpenEnumeration {
///   let rawValue: UInt8
///   static let sitting = Posture(rawValue: 0)
///   static let names: [(code: Posture, name: String)] = [(.sitting, "Sitting")]
/// }
/// ```
public protocol OpenEnumeration: RawRepresentable, Hashable, Sendable
where RawValue: FixedWidthInteger & BitwiseCopyable & Sendable {
  /// Takes any code.
  init(rawValue: RawValue)

  /// The codes that have a name, in the order of listings.
  static var names: [(code: Self, name: String)] { get }
}

extension OpenEnumeration {
  /// The name of the code, or `unknown(7)`.
  public var name: String {
    Self.names.first { $0.code == self }?.name ?? "unknown(\(rawValue))"
  }

  /// Finds a code by its name in any case, or by the form `unknown(7)`.
  public init?(name: String) {
    if let known = Self.names.first(where: { $0.name.lowercased() == name.lowercased() }) {
      self = known.code
      return
    }
    guard name.hasPrefix("unknown("), name.hasSuffix(")"),
      let raw = RawValue(name.dropFirst(8).dropLast())
    else { return nil }
    self.init(rawValue: raw)
  }

  static func codes(_ style: Codes.Style) -> Codes {
    Codes(names.map { .init(Int128($0.code.rawValue), $0.name) }, style: style)
  }
}

extension Wire where Value: OpenEnumeration {
  /// A code whose unknown values are kept; `style` says what tools show.
  public static func enumeration(order: OctetOrder = .little, style: Codes.Style = .name) -> Wire {
    let size = MemoryLayout<Value.RawValue>.size
    let codes = Value.codes(style)
    let form = IntegerForm(size: size, isSigned: Value.RawValue.isSigned, order: order)
    return Wire(
      form: .integer(form, .codes(codes)),
      decode: { reader throws(ProfileError) in
        Value(rawValue: try reader.integer(order: order))
      },
      encode: { value, writer throws(ProfileError) in
        writer.append(value.rawValue, order: order)
      },
      datum: { codes.shown(Int128($0.rawValue)) },
      value: { datum throws(ProfileError) in
        Value(rawValue: try codes.raw(datum.required()).exact())
      })
  }
}

extension Wire
where Value: OptionSet & Sendable, Value.RawValue: FieldInteger & BitwiseCopyable {
  /// A set of options; bits without a name are kept.
  ///
  /// `options` names the bits for tools.
  public static func options(
    _ options: Options = Options([]), order: OctetOrder = .little
  ) -> Wire {
    let form = IntegerForm(
      size: MemoryLayout<Value.RawValue>.size, isSigned: false, order: order)
    return Wire(
      form: .integer(form, .options(options)),
      decode: { reader throws(ProfileError) in
        Value(rawValue: try reader.integer(order: order))
      },
      encode: { value, writer throws(ProfileError) in
        writer.append(value.rawValue, order: order)
      },
      datum: { .options(Int128(truncatingIfNeeded: $0.rawValue), options) },
      value: { datum throws(ProfileError) in
        Value(rawValue: try options.raw(datum.required()).exact())
      })
  }
}

extension Wire where Value: OptionSet & Sendable, Value.RawValue: FieldInteger {
  /// A set of options in a number of octets that is no Swift type, such as three.
  public static func options(
    size: Int, _ options: Options = Options([]), order: OctetOrder = .little
  ) -> Wire {
    Wire(
      form: .integer(IntegerForm(size: size, order: order), .options(options)),
      datum: { .options(Int128(truncatingIfNeeded: $0.rawValue), options) },
      value: { datum throws(ProfileError) in
        Value(rawValue: try options.raw(datum.required()).exact())
      })
  }
}

extension Wire where Value == Bool {
  /// One octet, 0 for false and 1 for true; any other octet is refused.
  public static var bool: Wire {
    Wire(
      form: .integer(.uint8, .bool),
      decode: { reader throws(ProfileError) in
        let offset = reader.offset
        let octet = try reader.integer(UInt8.self)
        guard octet <= 1 else { throw .badValue("\(octet)", allowed: "0 or 1", offset: offset) }
        return octet == 1
      },
      encode: { value, writer throws(ProfileError) in
        writer.append(UInt8(value ? 1 : 0))
      },
      datum: { .bool($0) },
      value: { datum throws(ProfileError) in try datum.required().truth() })
  }
}

extension Codes {
  func shown(_ raw: Int128) -> ProfileDatum {
    (try? datum(raw)) ?? .integer(raw)
  }
}

extension ProfileDatum {
  static func options(_ raw: Int128, _ options: Options) -> ProfileDatum {
    options.datum(UInt128(truncatingIfNeeded: raw))
  }

  func truth() throws(ProfileError) -> Bool {
    try Meaning.bool.bits(self, BitWidth(8, isSigned: false)) == 1
  }
}
