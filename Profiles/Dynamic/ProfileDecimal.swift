/// A number as sent: a significand times a power of ten, so that no digit is lost or invented.
///
/// Two decimals are equal if both parts are: 2.0 and 2.00 tell different resolutions.
/// ``isEqual(to:)`` compares the numbers that they stand for.
public struct ProfileDecimal: Hashable, Sendable {
  /// The digits with their sign.
  public let significand: Int128
  /// The power of ten.
  public let exponent: Int

  /// Makes the number `significand` × 10^`exponent`.
  public init(significand: Int128, exponent: Int = 0) {
    self.significand = significand
    // Far beyond the range of Double; the bound keeps sums of exponents from overflowing.
    self.exponent = min(max(exponent, -100_000), 100_000)
  }

  /// Takes the shortest decimal that a `Double` prints as; `nil` for NaN and infinities.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    if let whole = Int64(exactly: value) {
      self.init(significand: Int128(whole))
    } else {
      self.init("\(value)")
    }
  }

  /// The nearest `Double`.
  public var doubleValue: Double {
    let digits = significand.magnitude
    guard digits < 1 << 53, (-22...22).contains(exponent) else {
      return Double("\(significand)e\(exponent)") ?? .nan
    }
    // Both operands are exact, so the one operation rounds correctly.
    let power = Self.exactPowers[abs(exponent)]
    return exponent < 0 ? Double(significand) / power : Double(significand) * power
  }

  /// The whole number that this stands for, `nil` if it has a fraction or is too large.
  public var whole: Int128? {
    if exponent < 0 {
      guard significand != 0 else { return 0 }
      guard let power = Self.power(-exponent), significand % power == 0 else { return nil }
      return significand / power
    }
    return rescaled(to: 0)?.significand
  }

  /// Whether both stand for the same number.
  public func isEqual(to other: ProfileDecimal) -> Bool {
    let (left, right) = (normalized, other.normalized)
    return left == right
  }

  /// The same number without trailing zeros in its significand.
  public var normalized: ProfileDecimal {
    guard significand != 0 else { return ProfileDecimal(significand: 0) }
    var (digits, power) = (significand, exponent)
    while digits % 10 == 0 {
      digits /= 10
      power += 1
    }
    return ProfileDecimal(significand: digits, exponent: power)
  }

  /// The same number with a smaller or equal exponent, `nil` if its digits do not fit.
  func rescaled(to exponent: Int) -> ProfileDecimal? {
    guard significand != 0 else { return ProfileDecimal(significand: 0, exponent: exponent) }
    guard exponent <= self.exponent, let power = Self.power(self.exponent - exponent)
    else { return nil }
    let (digits, overflow) = significand.multipliedReportingOverflow(by: power)
    return overflow ? nil : ProfileDecimal(significand: digits, exponent: exponent)
  }

  /// The exact sum, `nil` if its digits do not fit.
  func adding(_ other: ProfileDecimal) -> ProfileDecimal? {
    guard other.significand != 0 else { return self }
    let exponent = min(exponent, other.exponent)
    guard let left = rescaled(to: exponent), let right = other.rescaled(to: exponent)
    else { return nil }
    let (sum, overflow) = left.significand.addingReportingOverflow(right.significand)
    return overflow ? nil : ProfileDecimal(significand: sum, exponent: exponent)
  }

  /// The number with the sign turned, the same number if that does not fit.
  var negated: ProfileDecimal {
    let (negative, overflow) = Int128(0).subtractingReportingOverflow(significand)
    return overflow ? self : ProfileDecimal(significand: negative, exponent: exponent)
  }

  /// Ten to a power from 0 to 38, `nil` beyond.
  static func power(_ exponent: Int) -> Int128? {
    (0...38).contains(exponent) ? (0..<exponent).reduce(1) { power, _ in power * 10 } : nil
  }

  private static let exactPowers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}

extension ProfileDecimal: Comparable {
  /// Orders by the numbers; equal numbers are in the order of their resolution, finer first.
  public static func < (left: ProfileDecimal, right: ProfileDecimal) -> Bool {
    let exponent = min(left.exponent, right.exponent)
    if let a = left.rescaled(to: exponent), let b = right.rescaled(to: exponent) {
      return (a.significand, left.exponent) < (b.significand, right.exponent)
    }
    return (left.doubleValue, left.exponent) < (right.doubleValue, right.exponent)
  }
}
