extension Wire {
  /// A value that is there if a bit of the layout's flags word is set.
  ///
  /// Writing sets the bit if there is a value and clears it otherwise. Several fields may have
  /// the same bit; they are there together or not at all.
  @inlinable
  public static func when<Inner: Sendable>(_ bit: Int, _ wire: Wire<Inner>) -> Wire
  where Value == Inner? {
    when(.set(bit), wire)
  }

  /// A value that is there if a bit of the layout's flags word is clear.
  @inlinable
  public static func unless<Inner: Sendable>(_ bit: Int, _ wire: Wire<Inner>) -> Wire
  where Value == Inner? {
    when(.clear(bit), wire)
  }

  /// A value that is there under a condition on the layout's flags word.
  @inlinable
  public static func when<Inner: Sendable>(
    _ condition: FlagCondition, _ wire: Wire<Inner>
  ) -> Wire where Value == Inner? {
    when(condition, wire) { reader throws(ProfileError) in
      condition.holds(in: reader.flags) ? try wire.read(&reader) : nil
    }
  }

  @usableFromInline
  static func when<Inner: Sendable>(
    _ condition: FlagCondition, _ wire: Wire<Inner>, decode: @escaping Decode
  ) -> Wire where Value == Inner? {
    Wire(
      form: .when(condition, wire.form), decode: decode,
      encode: { value, writer throws(ProfileError) in
        if let value { try wire.encode(value, &writer) }
      },
      datum: { $0.flatMap(wire.datum) },
      value: { datum throws(ProfileError) in
        guard let datum else { return nil }
        return try wire.value(datum)
      },
      mark: { value, word throws(ProfileError) in
        try condition.mark(value != nil, &word)
        if let value { try wire.mark?(value, &word) }
      })
  }

  /// A value in one of two forms, the second if a bit of the layout's flags word is set; writing
  /// takes the first if it holds the value.
  @inlinable
  public static func either(bit: Int, _ clear: Wire, _ set: Wire) -> Wire where Value: Sendable {
    let place = UInt64(min(max(bit, 0), 63))
    return either(bit, clear, set) { reader throws(ProfileError) in
      reader.flags >> place & 1 == 1 ? try set.read(&reader) : try clear.read(&reader)
    }
  }

  @usableFromInline
  static func either(
    _ bit: Int, _ clear: Wire, _ set: Wire, decode: @escaping Decode
  ) -> Wire where Value: Sendable {
    let either = Either(bit: bit, clear: .init(clear.form), set: .init(set.form))
    let fits: @Sendable (Value) -> Bool = { value in
      var probe = OctetWriter(capacity: 0)
      do throws(ProfileError) {
        try clear.encode(value, &probe)
        return true
      } catch {
        return false
      }
    }
    return Wire(
      form: .either(either), decode: decode,
      encode: { value, writer throws(ProfileError) in
        try (fits(value) ? clear : set).encode(value, &writer)
      },
      datum: { fits($0) ? clear.datum($0) : set.datum($0) },
      value: { datum throws(ProfileError) in try set.value(datum) },
      mark: { value, word throws(ProfileError) in
        try word.set(either.range, to: fits(value) ? 0 : 1)
      })
  }

  /// A number whose unit, and with it the form, a bit of the layout's flags word chooses.
  public static func unit<Number: Sendable>(
    bit: Int, clear: Wire<Number>, _ clearUnit: ProfileUnit, set: Wire<Number>,
    _ setUnit: ProfileUnit
  ) -> Wire where Value == Quantity<Number> {
    let either = Either(
      bit: bit, clear: .init(clear.form, clearUnit), set: .init(set.form, setUnit))
    return Wire(
      form: .either(either),
      decode: { reader throws(ProfileError) in
        let isSet = reader.flags >> UInt64(either.bit) & 1 == 1
        return Quantity(
          isSet ? try set.read(&reader) : try clear.read(&reader), isSet ? setUnit : clearUnit)
      },
      encode: { quantity, writer throws(ProfileError) in
        try (quantity.unit == setUnit ? set : clear).encode(quantity.value, &writer)
      },
      datum: { quantity in
        let wire = quantity.unit == setUnit ? set : clear
        return wire.datum(quantity.value).map { .quantity($0, quantity.unit) }
      },
      value: { datum throws(ProfileError) in
        guard case .quantity(let value, let unit) = try datum.required() else {
          return Quantity(try clear.value(datum), clearUnit)
        }
        return Quantity(try (unit == setUnit ? set : clear).value(value), unit)
      },
      mark: { quantity, word throws(ProfileError) in
        guard quantity.unit == clearUnit || quantity.unit == setUnit else {
          throw .badValue("the unit \(quantity.unit)", allowed: "\(clearUnit) or \(setUnit)")
        }
        try word.set(either.range, to: quantity.unit == setUnit ? 1 : 0)
      })
  }
}

/// A number with the unit that the sender chose.
public struct Quantity<Number: Sendable>: Sendable {
  /// The number.
  public var value: Number
  /// The unit that it has.
  public var unit: ProfileUnit

  /// Makes a quantity.
  public init(_ value: Number, _ unit: ProfileUnit) {
    self.value = value
    self.unit = unit
  }
}

extension Quantity: Equatable where Number: Equatable {}
extension Quantity: Hashable where Number: Hashable {}
