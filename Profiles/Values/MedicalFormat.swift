/// The arithmetic that both IEEE 11073 numbers share.
struct MedicalFormat: Sendable {
  let mantissaBits: Int
  let exponentBits: Int

  static func of(size: Int) -> MedicalFormat {
    size == 2 ? MedicalFloat16.format : MedicalFloat32.format
  }

  private var top: UInt32 { 1 << UInt32(mantissaBits - 1) }
  var nan: UInt32 { top - 1 }

  func mantissa(_ bits: UInt32) -> Int {
    let unused = UInt32(32 - mantissaBits)
    return Int(Int32(bitPattern: bits << unused) >> Int32(unused))
  }

  func exponent(_ bits: UInt32) -> Int {
    let unused = UInt32(32 - mantissaBits - exponentBits)
    return Int(Int32(bitPattern: bits << unused) >> Int32(32 - exponentBits))
  }

  /// The reserved patterns have exponent zero; with another exponent the mantissa is a number.
  func special(_ bits: UInt32) -> String? {
    guard exponent(bits) == 0 else { return nil }
    let mantissa = bits & (top << 1 - 1)
    switch mantissa {
    case top - 1: return "NaN"
    case top: return "NRes"
    case top - 2: return "+INF"
    case top + 2: return "-INF"
    case top + 1: return "reserved"
    default: return nil
    }
  }

  func bits(special name: String) -> UInt32? {
    switch name {
    case "NaN", "nan": nan
    case "NRes": top
    case "+INF", "INF", "inf": top - 2
    case "-INF", "-inf": top + 2
    case "reserved": top + 1
    default: nil
    }
  }

  func infinity(_ value: Double) -> UInt32 { value < 0 ? top + 2 : top - 2 }

  func decimal(_ bits: UInt32) -> ProfileDecimal? {
    guard special(bits) == nil else { return nil }
    return ProfileDecimal(significand: Int128(mantissa(bits)), exponent: exponent(bits))
  }

  /// Keeps digits and exponent where they fit, else takes the finest exponent that holds them.
  func bits(_ decimal: ProfileDecimal) -> UInt32? {
    let highest = 1 << (exponentBits - 1) - 1
    let lowest = -highest - 1
    var value =
      decimal.significand == 0 && !(lowest...highest).contains(decimal.exponent)
      ? ProfileDecimal(significand: 0) : decimal
    if value.exponent > highest {
      guard let shifted = value.rescaled(to: highest) else { return nil }
      value = shifted
    }
    for exponent in max(value.exponent, lowest)...highest {
      guard let digits = value.rounded(to: exponent) else { continue }
      guard let bits = pattern(digits, exponent) else { continue }
      return bits
    }
    return nil
  }

  private func pattern(_ digits: Int128, _ exponent: Int) -> UInt32? {
    let limit = Int128(top)
    guard (-limit..<limit).contains(digits) else { return nil }
    let mantissa = UInt32(truncatingIfNeeded: digits) & (top << 1 - 1)
    let power = UInt32(truncatingIfNeeded: exponent) & (1 << UInt32(exponentBits) - 1)
    let bits = power << UInt32(mantissaBits) | mantissa
    return special(bits) == nil ? bits : nil
  }
}

extension ProfileDecimal {
  /// The digits at a larger or equal exponent, rounded half away from zero.
  fileprivate func rounded(to exponent: Int) -> Int128? {
    guard exponent > self.exponent else { return rescaled(to: exponent)?.significand }
    guard let power = Self.power(exponent - self.exponent) else { return 0 }
    let (quotient, rest) = significand.quotientAndRemainder(dividingBy: power)
    let isUp = rest.magnitude >= power.magnitude - rest.magnitude
    return quotient + (isUp ? significand.signum() : 0)
  }
}
