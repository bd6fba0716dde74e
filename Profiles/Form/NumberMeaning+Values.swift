extension NumberMeaning {
  /// The quantity or the special value that a number stands for.
  func datum(_ raw: Int128) -> ProfileDatum {
    if let special = specials.first(where: { $0.raw == raw }) { return .special(special.name) }
    return quantity(raw)
  }

  /// The quantity of a number, special or not.
  func quantity(_ raw: Int128) -> ProfileDatum {
    let count = raw & ~Int128(ignored)
    guard let value = scale.quantity(count)?.adding(offset) else {
      return .real(Double(count) * scale.real + offset.doubleValue)
    }
    return value.exponent == 0 ? .integer(value.significand) : .decimal(value)
  }

  /// The number to send for a quantity or a special value.
  func raw(_ datum: ProfileDatum, _ bounds: ClosedRange<Int128>) throws(ProfileError) -> Int128 {
    switch datum {
    case .special(let name), .text(let name):
      if let special = specials.first(where: { $0.name == name }) { return special.raw }
    default:
      break
    }
    guard let count = try count(datum, bounds) else { throw outside(datum, bounds) }
    let raw = count & ~Int128(ignored)
    guard bounds.contains(raw), !specials.contains(where: { $0.raw == raw })
    else { throw outside(datum, bounds) }
    return raw
  }

  private func count(
    _ datum: ProfileDatum, _ bounds: ClosedRange<Int128>
  ) throws(ProfileError) -> Int128? {
    if let exact = datum.number?.adding(offset.negated).flatMap({ scale.count($0) }) {
      guard exact.isExact || rounds else {
        throw .badValue(datum.text ?? datum.printed, allowed: "a multiple of \(scale)")
      }
      return exact.count
    }
    guard let value = datum.doubleValue else {
      let names = specials.map { " or \($0.name)" }.joined()
      throw .badValue(datum.printed, allowed: (rounds ? "a number" : "a whole number") + names)
    }
    let count = (value - offset.doubleValue) / scale.real
    return Int128(exactly: count.rounded(.toNearestOrAwayFromZero))
  }

  /// Reports a quantity that no number stands for, with as many digits as tell it from the limits.
  func outside(_ datum: ProfileDatum, _ bounds: ClosedRange<Int128>) -> ProfileError {
    let ends = ends(bounds)
    let shown = (value: text(datum), ends: ends.map(text))
    guard shown.ends.contains(shown.value) else {
      return .outOfRange(shown.value, allowed: shown.ends.joined(separator: "..."))
    }
    return .outOfRange(
      datum.text ?? datum.printed, allowed: ends.map { $0.text ?? "" }.joined(separator: "..."))
  }

  /// The smallest and the largest quantity.
  private func ends(_ bounds: ClosedRange<Int128>) -> [ProfileDatum] {
    var (low, high) = (bounds.lowerBound, bounds.upperBound)
    let taken = Set(specials.map(\.raw))
    while low < high, taken.contains(low) { low += 1 }
    while low < high, taken.contains(high) { high -= 1 }
    return (scale.real < 0 ? [high, low] : [low, high]).map(quantity)
  }

  /// Prints as many decimals as tell one step from the next.
  func text(_ datum: ProfileDatum) -> String {
    switch datum {
    case .real(let value): fixed(value, decimals: decimals)
    case .special(let name): name
    default: datum.number.map { $0.text(decimals: decimals) } ?? datum.printed
    }
  }

  private var decimals: Int {
    var decimals = 0
    var step = abs(scale.real)
    while step < 0.999_999_999, decimals < 12 {
      step *= 10
      decimals += 1
    }
    // A value half a step off the printed grid would be rounded to its neighbour.
    let isOnGrid =
      isWhole(offset.doubleValue / scale.real) && (abs(scale.real) < 1 || isWhole(scale.real))
    return isOnGrid ? decimals : decimals + 1
  }

  private func isWhole(_ number: Double) -> Bool {
    abs(number - number.rounded()) < 1e-9
  }
}

/// Prints a number with a fixed count of decimals, rounded half away from zero.
func fixed(_ value: Double, decimals: Int) -> String {
  guard let decimal = ProfileDecimal(value) else { return "\(value)" }
  return decimal.text(decimals: decimals)
}

extension ExponentWord {
  func datum(_ bits: UInt128, width: Int) -> ProfileDatum {
    let mantissaBits = mantissaBits(width)
    let exponent = Int(truncatingIfNeeded: bits >> UInt128(mantissaBits)) & (1 << exponentBits - 1)
    let mantissa = bits & (UInt128(1) << UInt128(mantissaBits) - 1)
    guard let value = step(exponent).quantity(Int128(mantissa)) else {
      return .real(Double(mantissa) * step(exponent).real)
    }
    return value.exponent == 0 ? .integer(value.significand) : .decimal(value)
  }

  /// The word with the smallest exponent that holds the number, so with the finest step.
  func raw(_ datum: ProfileDatum, width: Int) throws(ProfileError) -> Int128 {
    guard let value = datum.number else { throw .badValue(datum.printed, allowed: "a number") }
    let mantissaBits = mantissaBits(width)
    let limit = Int128(1) << Int128(mantissaBits) - 1
    for exponent in 0..<(1 << exponentBits) where value.significand >= 0 {
      guard let count = step(exponent).count(value)?.count, (0...limit).contains(count)
      else { continue }
      return Int128(exponent) << Int128(mantissaBits) | count
    }
    let top = step(1 << exponentBits - 1).real * Double(limit)
    throw .outOfRange("\(value)", allowed: "0...\(top)")
  }

  private func mantissaBits(_ width: Int) -> Int {
    // Words of so many octets do not exist; the bound keeps the arithmetic within its type.
    min(max(width - exponentBits, 0), 64)
  }

  private func step(_ exponent: Int) -> Scale {
    Scale(scale.multiplier, d: scale.decimal, b: scale.binary + exponent)
  }
}
