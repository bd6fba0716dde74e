/// The factor between a count of steps and a quantity: M × 10^d × 2^b, kept exactly.
public struct Scale: Hashable, Sendable {
  /// The factor M, not zero in an exact scale.
  public let multiplier: Int64
  /// The power of ten d.
  public let decimal: Int
  /// The power of two b.
  public let binary: Int
  /// The nearest `Double` to the scale.
  public let real: Double

  /// One.
  public static let one = Scale(1)

  /// Makes M × 10^d × 2^b, as the Bluetooth SIG writes scales.
  public init(_ multiplier: Int64, d: Int = 0, b: Int = 0) {
    self.multiplier = multiplier
    decimal = min(max(d, -4096), 4096)
    binary = min(max(b, -4096), 4096)
    let power = ProfileDecimal(significand: Int128(multiplier), exponent: decimal).doubleValue
    real = Double(sign: .plus, exponent: binary, significand: 1) * power
  }

  /// Finds the scale that a `Double` stands for: a short fraction of powers of two, or else the
  /// shortest decimal that it prints as.
  public init(_ real: Double) {
    if real.isNormal, real.significandWidth <= 24, abs(real.exponent) <= 63 {
      let width = Int(real.significandWidth)
      let digits = Double(sign: real.sign, exponent: width, significand: real.significand)
      self.init(folding: Int64(digits), binary: Int(real.exponent) - width, real)
    } else if let decimal = ProfileDecimal(real), let digits = Int64(exactly: decimal.significand) {
      self.init(digits, d: decimal.exponent)
    } else {
      self.init(exact: 0, d: 0, b: 0, real)
    }
  }

  private init(folding digits: Int64, binary: Int, _ real: Double) {
    let isWhole = (0..<38).contains(binary)
    self.init(
      exact: isWhole ? digits << Int64(binary) : digits, d: 0, b: isWhole ? 0 : binary, real)
  }

  private init(exact multiplier: Int64, d: Int, b: Int, _ real: Double) {
    self.multiplier = multiplier
    decimal = d
    binary = b
    self.real = real
  }

  /// Whether quantities are exact; a scale that is no number is not.
  public var isExact: Bool { multiplier != 0 }

  /// Whether every quantity is a whole number.
  public var isWhole: Bool { multiplier != 0 && decimal >= 0 && binary >= 0 }

  /// The quantity of a count of steps, `nil` if its digits do not fit.
  func quantity(_ count: Int128) -> ProfileDecimal? {
    guard isExact else { return nil }
    // 2^-n is 5^n × 10^-n, so every binary fraction has finitely many decimals.
    let factor = binary < 0 ? Self.power(5, -binary) : Self.power(2, binary)
    guard let factor else { return nil }
    let (product, overflow) = count.multipliedReportingOverflow(by: Int128(multiplier))
    let (digits, carry) = product.multipliedReportingOverflow(by: factor)
    guard !overflow, !carry else { return nil }
    let value = ProfileDecimal(significand: digits, exponent: decimal + min(binary, 0))
    if value.exponent > 0 { return value.rescaled(to: 0) }
    return binary < 0 ? value.trimmed(to: min(decimal, 0)) : value
  }

  /// The nearest count of steps for a quantity, half away from zero, and whether it is exact.
  func count(_ quantity: ProfileDecimal) -> (count: Int128, isExact: Bool)? {
    guard isExact else { return nil }
    let value = quantity.normalized
    let tens = value.exponent - decimal
    var (over, under) = (value.significand, Int128(multiplier))
    for (power, base) in [(tens, Int128(10)), (-binary, Int128(2))] {
      guard let factor = Self.power(base, abs(power)) else { return nil }
      if power >= 0 {
        let (product, overflow) = over.multipliedReportingOverflow(by: factor)
        guard !overflow else { return nil }
        over = product
      } else {
        let (product, overflow) = under.multipliedReportingOverflow(by: factor)
        guard !overflow else { return nil }
        under = product
      }
    }
    let (quotient, overflow) = over.dividedReportingOverflow(by: under)
    guard !overflow else { return nil }
    let rest = over % under
    let isUp = rest.magnitude >= under.magnitude - rest.magnitude
    let away: Int128 = (over < 0) == (under < 0) ? 1 : -1
    return (isUp ? quotient + away : quotient, rest == 0)
  }

  private static func power(_ base: Int128, _ exponent: Int) -> Int128? {
    var power: Int128 = 1
    guard exponent < 128 else { return nil }
    for _ in 0..<exponent {
      let (product, overflow) = power.multipliedReportingOverflow(by: base)
      guard !overflow else { return nil }
      power = product
    }
    return power
  }
}

extension Scale: CustomStringConvertible {
  /// The factor as a number, or as a fraction if that is much shorter.
  public var description: String {
    if binary < -16, isExact {
      let factor = multiplier == 1 && decimal == 0 ? "" : "\(Scale(multiplier, d: decimal)) × "
      return "\(factor)2^\(binary)"
    }
    return "\(real)".hasSuffix(".0") ? String("\(real)".dropLast(2)) : "\(real)"
  }
}

extension ProfileDecimal {
  /// Without the trailing zeros after a number of decimals.
  fileprivate func trimmed(to exponent: Int) -> ProfileDecimal {
    guard significand != 0 else { return ProfileDecimal(significand: 0, exponent: exponent) }
    var (digits, power) = (significand, self.exponent)
    while power < exponent, digits % 10 == 0 {
      digits /= 10
      power += 1
    }
    return ProfileDecimal(significand: digits, exponent: power)
  }
}
