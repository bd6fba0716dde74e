/// A whole number that a field can hold.
public typealias FieldInteger = FixedWidthInteger & Sendable

extension Wire where Value: FieldInteger {
  /// One unsigned octet, times `scale`.
  public static func uint8(scale: Value = 1) -> Wire { integer(UInt8.self, .little, scale) }
  /// One signed octet, times `scale`.
  public static func int8(scale: Value = 1) -> Wire { integer(Int8.self, .little, scale) }
  /// Two octets without sign, times `scale`.
  public static func uint16(scale: Value = 1, order: OctetOrder = .little) -> Wire {
    integer(UInt16.self, order, scale)
  }
  /// Two octets with sign, times `scale`.
  public static func int16(scale: Value = 1, order: OctetOrder = .little) -> Wire {
    integer(Int16.self, order, scale)
  }
  /// Three octets without sign, times `scale`.
  public static func uint24(scale: Value = 1, order: OctetOrder = .little) -> Wire {
    integer(IntegerForm(size: 3, order: order), scale: scale)
  }
  /// Three octets with sign, times `scale`.
  public static func int24(scale: Value = 1, order: OctetOrder = .little) -> Wire {
    integer(IntegerForm(size: 3, isSigned: true, order: order), scale: scale)
  }
  /// Four octets without sign, times `scale`.
  public static func uint32(scale: Value = 1, order: OctetOrder = .little) -> Wire {
    integer(UInt32.self, order, scale)
  }
  /// Four octets with sign, times `scale`.
  public static func int32(scale: Value = 1, order: OctetOrder = .little) -> Wire {
    integer(Int32.self, order, scale)
  }
  /// Eight octets without sign, times `scale`.
  public static func uint64(scale: Value = 1, order: OctetOrder = .little) -> Wire {
    integer(UInt64.self, order, scale)
  }
  /// Eight octets with sign, times `scale`.
  public static func int64(scale: Value = 1, order: OctetOrder = .little) -> Wire {
    integer(Int64.self, order, scale)
  }
  /// Sixteen octets without sign.
  public static func uint128(order: OctetOrder = .little) -> Wire {
    integer(UInt128.self, order, 1)
  }

  /// A number of 1 to 16 octets, times `scale`; for sizes such as 40 or 48 bits.
  public static func integer(_ form: IntegerForm, scale: Value = 1) -> Wire {
    multiple(
      form, scale,
      read: { reader throws(ProfileError) in
        let bits = try reader.bits(form)
        if !form.isSigned { return try whole(bits, scale) }
        return try whole(form.width.number(bits), scale)
      },
      write: { count, writer in
        guard Int128(exactly: count).map(form.bounds.contains) ?? (form.size == 16) else {
          return false
        }
        guard form.isSigned || count >= 0 else { return false }
        writer.append(UInt128(truncatingIfNeeded: count), form)
        return true
      })
  }

  /// A number as `Raw` in octets.
  static func integer<Raw: FieldInteger & BitwiseCopyable>(
    _ raw: Raw.Type, _ order: OctetOrder, _ scale: Value
  ) -> Wire {
    let isSame = Raw.self == Value.self && scale == 1
    return multiple(
      IntegerForm(size: MemoryLayout<Raw>.size, isSigned: Raw.isSigned, order: order), scale,
      read: { reader throws(ProfileError) in
        let raw = try reader.integer(Raw.self, order: order)
        // The conversion that always succeeds takes long where the types are not known.
        return isSame ? unsafeBitCast(raw, to: Value.self) : try whole(raw, scale)
      },
      write: { count, writer in
        guard let raw = Raw(exactly: count) else { return false }
        writer.append(raw, order: order)
        return true
      })
  }

  /// A whole number that fits only if it is a multiple of the scale.
  private static func multiple(
    _ form: IntegerForm, _ scale: Value, read: @escaping Decode,
    write: @escaping @Sendable (Value, inout OctetWriter) -> Bool
  ) -> Wire {
    let meaning = NumberMeaning(scale: Scale(Int64(clamping: scale)), rounds: false)
    let allowed = allowed(form, scale)
    return Wire(
      form: .integer(form, .number(meaning)),
      plan: scale == 1 ? NumberPlan(form) : nil,
      decode: { reader throws(ProfileError) in
        let start = reader.offset
        do throws(ProfileError) {
          return try read(&reader)
        } catch {
          throw error.at(start)
        }
      },
      encode: { value, writer throws(ProfileError) in
        let (count, isImpossible) = value.dividedReportingOverflow(by: scale)
        guard !isImpossible, count &* scale == value else {
          throw .badValue("\(value)", allowed: "a multiple of \(scale)")
        }
        guard write(count, &writer) else { throw .outOfRange("\(value)", allowed: allowed) }
      },
      datum: { .whole($0) },
      value: { datum throws(ProfileError) in try datum.required().whole() })
  }

  private static func whole(
    _ raw: some FixedWidthInteger, _ scale: Value
  ) throws(ProfileError)
    -> Value
  {
    guard let count = Value(exactly: raw) else {
      throw .outOfRange("\(raw)", allowed: "\(Value.min)...\(Value.max)")
    }
    let (value, overflow) = count.multipliedReportingOverflow(by: scale)
    guard !overflow else {
      throw .outOfRange("\(raw) times \(scale)", allowed: "\(Value.min)...\(Value.max)")
    }
    return value
  }

  private static func allowed(_ form: IntegerForm, _ scale: Value) -> String {
    let ends = [form.bounds.lowerBound, form.bounds.upperBound].map { product($0, scale) }.sorted()
    return "\(ends[0])...\(ends[1])"
  }

  /// The nearest value to a count of steps.
  private static func product(_ count: some FieldInteger, _ scale: Value) -> Value {
    let count = Value(clamping: count)
    let (product, overflow) = count.multipliedReportingOverflow(by: scale)
    guard overflow else { return product }
    return (count < 0) == (scale < 0) ? .max : .min
  }
}

extension ProfileDatum {
  static func whole(_ value: some FixedWidthInteger) -> ProfileDatum {
    if let signed = Int128(exactly: value) { return .integer(signed) }
    return .unsigned(UInt128(truncatingIfNeeded: value))
  }

  /// The whole number in the range of its type.
  func whole<Value: FixedWidthInteger>() throws(ProfileError) -> Value {
    if case .unsigned(let value) = self, let number = Value(exactly: value) { return number }
    guard let number, let whole = number.whole else {
      throw .badValue(printed, allowed: "a whole number")
    }
    guard let value = Value(exactly: whole) else {
      throw .outOfRange("\(whole)", allowed: "\(Value.min)...\(Value.max)")
    }
    return value
  }
}
