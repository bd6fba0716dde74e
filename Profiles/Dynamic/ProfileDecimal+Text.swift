extension ProfileDecimal: CustomStringConvertible, LosslessStringConvertible {
  /// All digits in plain notation where that is short, else as `12e5`; both are JSON numbers.
  public var description: String {
    guard exponent != 0 else { return "\(significand)" }
    guard exponent < 0, exponent >= -30 else { return "\(significand)e\(exponent)" }
    let sign = significand < 0 ? "-" : ""
    let digits = "\(significand.magnitude)"
    let missing = max(0, 1 - exponent - digits.utf8.count)
    let padded = String(repeating: "0", count: missing) + digits
    return sign + padded.dropLast(-exponent) + "." + padded.suffix(-exponent)
  }

  /// Reads digits with an optional sign, point and exponent; trailing zeros are kept.
  public init?(_ text: String) {
    var rest = text.utf8[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    var digits: Int128 = 0
    var exponent = 0
    var count = 0
    var isFraction = false
    loop: while let octet = rest.first {
      switch octet {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let (product, overflow) = digits.multipliedReportingOverflow(by: 10)
        let digit = Int128(octet - UInt8(ascii: "0"))
        // The minimum has no positive counterpart, so a negative number grows downwards.
        let (sum, carry) = product.addingReportingOverflow(isNegative ? -digit : digit)
        guard !overflow, !carry else { return nil }
        digits = sum
        count += 1
        exponent -= isFraction ? 1 : 0
      case UInt8(ascii: ".") where !isFraction:
        isFraction = true
      default:
        break loop
      }
      rest.removeFirst()
    }
    guard count > 0 else { return nil }
    if let mark = rest.first {
      guard mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E"),
        let power = Int(Substring(rest.dropFirst())), abs(power.clamped) <= 100_000
      else { return nil }
      exponent += power
    }
    self.init(significand: digits, exponent: exponent)
  }

  /// Prints with a fixed count of decimals, rounded half away from zero.
  func text(decimals: Int) -> String {
    guard exponent < -decimals else {
      return rescaled(to: -decimals).map(\.description) ?? description
    }
    guard let power = Self.power(-exponent - decimals) else { return description }
    let (quotient, rest) = significand.quotientAndRemainder(dividingBy: power)
    let isUp = rest.magnitude >= power.magnitude - rest.magnitude
    let rounded = quotient + (isUp ? significand.signum() : 0)
    return ProfileDecimal(significand: rounded, exponent: -decimals).description
  }
}

extension Int {
  /// The number itself, but never the minimum, whose magnitude is no `Int`.
  fileprivate var clamped: Int { Swift.max(self, -Int.max) }
}
