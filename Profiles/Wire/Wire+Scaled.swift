extension Wire where Value == Double {
  /// One unsigned octet as `raw × scale + offset`.
  public static func uint8(scale: Double = 1, offset: Double = 0) -> Wire {
    number(.uint8, scale: Scale(scale), offset: offset)
  }
  /// One signed octet as `raw × scale + offset`.
  public static func int8(scale: Double = 1, offset: Double = 0) -> Wire {
    number(.int8, scale: Scale(scale), offset: offset)
  }
  /// Two octets without sign as `raw × scale + offset`.
  public static func uint16(
    scale: Double = 1, offset: Double = 0, order: OctetOrder = .little
  ) -> Wire {
    number(IntegerForm(size: 2, order: order), scale: Scale(scale), offset: offset)
  }
  /// Two octets with sign as `raw × scale + offset`.
  public static func int16(
    scale: Double = 1, offset: Double = 0, order: OctetOrder = .little
  ) -> Wire {
    number(IntegerForm(size: 2, isSigned: true, order: order), scale: Scale(scale), offset: offset)
  }
  /// Three octets without sign as `raw × scale + offset`.
  public static func uint24(
    scale: Double = 1, offset: Double = 0, order: OctetOrder = .little
  ) -> Wire {
    number(IntegerForm(size: 3, order: order), scale: Scale(scale), offset: offset)
  }
  /// Three octets with sign as `raw × scale + offset`.
  public static func int24(
    scale: Double = 1, offset: Double = 0, order: OctetOrder = .little
  ) -> Wire {
    number(IntegerForm(size: 3, isSigned: true, order: order), scale: Scale(scale), offset: offset)
  }
  /// Four octets without sign as `raw × scale + offset`.
  public static func uint32(
    scale: Double = 1, offset: Double = 0, order: OctetOrder = .little
  ) -> Wire {
    number(IntegerForm(size: 4, order: order), scale: Scale(scale), offset: offset)
  }
  /// Four octets with sign as `raw × scale + offset`; for fixed point the scale is 1 / 2^n.
  public static func int32(
    scale: Double = 1, offset: Double = 0, order: OctetOrder = .little
  ) -> Wire {
    number(IntegerForm(size: 4, isSigned: true, order: order), scale: Scale(scale), offset: offset)
  }

  /// A physical quantity as a count of steps, rounded half away from zero to the nearest one.
  ///
  /// The other forms are short for this one. A `Double` scale is taken as the short binary or
  /// decimal fraction that it prints as; `Scale(17572, d: -2, b: -16)` says exactly what is meant.
  /// The bits of `ignoring` carry something else. A `Double` holds counts of up to 53 bits.
  public static func number(
    _ form: IntegerForm, scale: Scale = .one, offset: Double = 0, ignoring ignored: UInt64 = 0
  ) -> Wire {
    let steps = Steps(scale, offset: offset)
    let meaning = NumberMeaning(
      scale: scale, offset: ProfileDecimal(offset) ?? .init(significand: 0), ignored: ignored,
      rounds: true)
    let mask = ~Int64(truncatingIfNeeded: ignored)
    return Wire(
      form: .integer(form, .number(meaning)),
      plan: ignored == 0 ? NumberPlan(form, steps) : nil,
      decode: { reader throws(ProfileError) in
        let number = form.width.number(try reader.bits(form))
        guard let count = Int64(exactly: number) else { return steps.value(of: Double(number)) }
        return steps.value(of: count & mask)
      },
      encode: { value, writer throws(ProfileError) in
        let count = steps.count(of: value).flatMap { Int128(exactly: $0) }
        guard let count, form.bounds.contains(count) else {
          throw meaning.outside(.real(value), form.bounds)
        }
        writer.append(UInt128(truncatingIfNeeded: count & Int128(mask)), form)
      },
      datum: { meaning.shown($0, form.bounds) },
      value: { datum throws(ProfileError) in try datum.required().real() })
  }
}

extension IntegerForm {
  /// One signed octet.
  public static let int8 = IntegerForm(size: 1, isSigned: true)
  /// Two octets with sign, least significant first.
  public static let int16 = IntegerForm(size: 2, isSigned: true)
  /// Three octets with sign, least significant first.
  public static let int24 = IntegerForm(size: 3, isSigned: true)
  /// Four octets with sign, least significant first.
  public static let int32 = IntegerForm(size: 4, isSigned: true)
}

extension NumberMeaning {
  /// The quantity that would be sent, or the one asked for if none would.
  func shown(_ value: Double, _ bounds: ClosedRange<Int128>) -> ProfileDatum {
    guard let raw = try? raw(.real(value), bounds) else { return .real(value) }
    return quantity(raw)
  }
}

extension ProfileDatum {
  /// The number as a `Double`.
  func real() throws(ProfileError) -> Double {
    guard let value = doubleValue else { throw .badValue(printed, allowed: "a number") }
    return value
  }
}

/// The arithmetic between a quantity and the count of steps that is sent for it.
///
/// Where scale and offset have a common denominator, a quantity is a quotient of two exact
/// numbers and so the `Double` nearest to the true one.
@usableFromInline
struct Steps: Sendable {
  @usableFromInline let factor: Double
  @usableFromInline let addend: Double
  @usableFromInline let divisor: Double

  init(_ scale: Scale, offset: Double) {
    let shift = ProfileDecimal(offset)
    let tens = min(scale.decimal, shift?.exponent ?? 0, 0)
    if scale.isExact, let shift, tens >= -22, abs(scale.binary) <= 60,
      let tenfold = ProfileDecimal.power(scale.decimal - tens),
      let common = shift.rescaled(to: tens)
    {
      factor = Double(scale.multiplier) * Double(tenfold) * exp2(scale.binary)
      addend = Double(common.significand)
      divisor = ProfileDecimal(significand: 1, exponent: -tens).doubleValue
    } else {
      factor = scale.real
      addend = offset
      divisor = 1
    }
  }

  @inlinable @inline(__always)
  func value(of count: Int64) -> Double {
    value(of: Double(count))
  }

  @inlinable @inline(__always)
  func value(of count: Double) -> Double {
    let dividend = count * factor + addend
    // Scales by powers of two need no division, which takes longer than the rest.
    return divisor == 1 ? dividend : dividend / divisor
  }

  func count(of value: Double) -> Double? {
    let count = (value * divisor - addend) / factor
    return count.isFinite ? count.rounded(.toNearestOrAwayFromZero) : nil
  }
}

private func exp2(_ exponent: Int) -> Double {
  Double(sign: .plus, exponent: exponent, significand: 1)
}
