extension Wire where Value == Bool {
  /// One bit of the layout's flags word.
  public static func flag(_ bit: Int) -> Wire {
    let range = BitRange(bit: bit)
    return bits(
      range, .bool, { .bool($0) },
      decode: { $0 == 1 }, encode: { $0 ? 1 : 0 },
      value: { datum throws(ProfileError) in try datum.required().truth() })
  }
}

extension Wire where Value: FieldInteger {
  /// A range of bits of the layout's flags word as a number; `signed` makes it two's complement.
  public static func bits(_ range: Range<Int>, signed: Bool = false) -> Wire {
    let range = BitRange(range, isSigned: signed)
    let meaning = Meaning.number(NumberMeaning(rounds: false))
    return Wire(
      form: .bits(range, meaning),
      decode: { reader throws(ProfileError) in
        try range.value(in: reader.flags, at: reader.offset)
      },
      encode: { _, _ in }, datum: { .whole($0) },
      value: { datum throws(ProfileError) in try datum.required().whole() },
      mark: { value, word throws(ProfileError) in
        guard let number = Int128(exactly: value), range.width.bounds.contains(number) else {
          let bounds = range.width.bounds
          throw .outOfRange("\(value)", allowed: "\(bounds.lowerBound)...\(bounds.upperBound)")
        }
        try word.set(range, to: UInt64(truncatingIfNeeded: number))
      })
  }
}

extension Wire where Value == Double {
  /// A range of bits of the layout's flags word as a count of steps.
  public static func bits(
    _ range: Range<Int>, signed: Bool = false, scale: Scale, offset: Double = 0
  ) -> Wire {
    let meaning = NumberMeaning(
      scale: scale, offset: ProfileDecimal(offset) ?? .init(significand: 0), rounds: true)
    let range = BitRange(range, isSigned: signed)
    return Wire(
      form: .bits(range, .number(meaning)),
      datum: { meaning.shown($0, range.width.bounds) },
      value: { datum throws(ProfileError) in try datum.required().real() })
  }
}

extension Wire where Value: OpenEnumeration {
  /// A range of bits of the layout's flags word as a code.
  @inlinable
  public static func bits(_ range: Range<Int>, style: Codes.Style = .name) -> Wire {
    let range = BitRange(range, isSigned: Value.RawValue.isSigned)
    return bits(range, style) { reader throws(ProfileError) in
      Value(rawValue: try range.value(in: reader.flags, at: reader.offset))
    }
  }

  @usableFromInline
  static func bits(_ range: BitRange, _ style: Codes.Style, decode: @escaping Decode) -> Wire {
    let codes = Value.codes(style)
    return Wire(
      form: .bits(range, .codes(codes)), decode: decode,
      encode: { _, _ in },
      datum: { codes.shown(Int128($0.rawValue)) },
      value: { datum throws(ProfileError) in
        Value(rawValue: try codes.raw(datum.required()).exact())
      },
      mark: { value, word throws(ProfileError) in
        guard range.width.bounds.contains(Int128(value.rawValue)) else {
          let bounds = range.width.bounds
          throw .outOfRange(
            "\(value.rawValue)", allowed: "\(bounds.lowerBound)...\(bounds.upperBound)")
        }
        try word.set(range, to: UInt64(truncatingIfNeeded: value.rawValue))
      })
  }
}

extension Wire where Value: OptionSet & Sendable, Value.RawValue: FieldInteger {
  /// A range of bits of the layout's flags word as options, the lowest bit first.
  public static func bits(_ range: Range<Int>, _ options: Options = Options([])) -> Wire {
    let range = BitRange(range)
    return bits(
      range, .options(options), { .options(Int128(truncatingIfNeeded: $0.rawValue), options) },
      decode: { Value(rawValue: Value.RawValue(truncatingIfNeeded: $0)) },
      encode: { UInt64(truncatingIfNeeded: $0.rawValue) },
      value: { datum throws(ProfileError) in
        Value(rawValue: try options.raw(datum.required()).exact())
      })
  }
}

extension Wire where Value: Sendable {
  fileprivate static func bits(
    _ range: BitRange, _ meaning: Meaning, _ datum: @escaping @Sendable (Value) -> ProfileDatum,
    decode: @escaping @Sendable (UInt64) -> Value, encode: @escaping @Sendable (Value) -> UInt64,
    value: @escaping Accept
  ) -> Wire {
    Wire(
      form: .bits(range, meaning),
      decode: { reader throws(ProfileError) in
        decode(range.bits(of: reader.flags))
      },
      encode: { _, _ in }, datum: datum, value: value,
      mark: { value, word throws(ProfileError) in
        let bits = encode(value)
        guard bits <= range.mask >> UInt64(range.start) else {
          throw .outOfRange("\(bits)", allowed: "0...\(range.mask >> UInt64(range.start))")
        }
        try word.set(range, to: bits)
      })
  }
}

extension BitRange {
  /// The bits as a number of a type that may be too small for them.
  @inlinable @inline(__always)
  func value<Value: FixedWidthInteger>(
    in flags: UInt64, at offset: Int
  ) throws(ProfileError) -> Value {
    if !isSigned, let value = Value(exactly: bits(of: flags)) { return value }
    return try number(in: flags).exact(at: offset)
  }

  @usableFromInline
  func number(in flags: UInt64) -> Int128 {
    width.number(UInt128(bits(of: flags)))
  }
}

extension Int128 {
  /// The number in the range of another type.
  @usableFromInline
  func exact<Value: FixedWidthInteger>(at offset: Int? = nil) throws(ProfileError) -> Value {
    guard let value = Value(exactly: self) else {
      throw .outOfRange("\(self)", allowed: "\(Value.min)...\(Value.max)", offset: offset)
    }
    return value
  }
}
