/// A number of six decimal digits by which two devices know that they mean each other.
///
/// 0 to 999,999 (Core specification, Vol 3 Part H 2.3.5.3); people read all six digits.
public struct Passkey: Hashable, Sendable, CustomStringConvertible {
  /// The number, 0...999,999.
  public let number: UInt32

  /// Makes a passkey from its number, `nil` over 999,999.
  public init?(_ number: UInt32) {
    guard number <= 999_999 else { return nil }
    self.number = number
  }

  /// Reads exactly six decimal digits, such as `004711`; blanks around them do not matter.
  public init?(_ text: String) {
    let digits = text.drop { $0 == " " }.prefix { $0 != " " && !$0.isNewline }
    let rest = text.drop { $0 == " " }.dropFirst(digits.count)
    guard digits.utf8.count == 6, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      rest.allSatisfy({ $0 == " " || $0.isNewline }), let number = UInt32(digits)
    else { return nil }
    self.number = number
  }

  /// All six digits, as a peripheral shows them.
  public var description: String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 6 - digits.count)) + digits
  }
}
