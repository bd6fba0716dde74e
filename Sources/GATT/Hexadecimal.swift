/// Prints `width` upper-case hexadecimal digits.
func hex(_ value: some BinaryInteger, width: Int) -> String {
  let digits = String(value, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}

/// The value of a hexadecimal digit in either case.
func hexDigit(_ octet: UInt8) -> UInt8? {
  switch octet {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): octet - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): octet - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): octet - UInt8(ascii: "A") + 10
  default: nil
  }
}

extension FixedWidthInteger {
  /// Reads hexadecimal digits only: no sign, no space, no separator.
  init?(hexDigits text: some StringProtocol) {
    guard text.utf8.allSatisfy({ hexDigit($0) != nil }) else { return nil }
    self.init(text, radix: 16)
  }
}
