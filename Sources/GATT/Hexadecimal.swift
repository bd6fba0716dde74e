/// Prints `width` upper-case hexadecimal digits.
func hex(_ value: some BinaryInteger, width: Int) -> String {
  let digits = String(value, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}

extension FixedWidthInteger {
  /// Reads hexadecimal digits only: no sign, no space, no separator.
  init?(hexDigits text: some StringProtocol) {
    let isHexadecimal = text.utf8.allSatisfy { octet in
      switch octet {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): true
      case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): true
      default: false
      }
    }
    guard isHexadecimal else { return nil }
    self.init(text, radix: 16)
  }
}
