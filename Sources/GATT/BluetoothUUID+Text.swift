extension BluetoothUUID: LosslessStringConvertible {
  /// Reads 4, 8 or 32 hexadecimal digits in either case, the short forms also with `0x`.
  ///
  /// The full form may be dashed as `8-4-4-4-12` or have no dashes; anything else is `nil`.
  public init?(_ text: String) {
    var digits = Substring(text)
    var isDashed = false
    if digits.utf8.count == 36 {
      let dashes = digits.utf8.enumerated().filter { $0.element == UInt8(ascii: "-") }
      guard dashes.map(\.offset) == [8, 13, 18, 23] else { return nil }
      digits = Substring(digits.filter { $0 != "-" })
      isDashed = true
    } else if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
      digits = digits.dropFirst(2)
      guard digits.utf8.count <= 8 else { return nil }
    }
    guard let value = UInt128(hexDigits: digits) else { return nil }
    switch digits.utf8.count {
    case 4, 8:
      guard !isDashed else { return nil }
      self.init(UInt32(truncatingIfNeeded: value))
    case 32:
      self.init(value: value)
    default:
      return nil
    }
  }

  /// The full form in upper case, `0000180D-0000-1000-8000-00805F9B34FB`.
  public var full: String {
    dashed(hex(value, width: 32))
  }

  /// The full form in lower case, as BlueZ prints it.
  public var fullLowercased: String {
    full.lowercased()
  }

  /// The shortest form in upper case: `180D`, `0001180D` or the full form.
  public var shortest: String {
    switch form {
    case .short16: hex(value >> 96, width: 4)
    case .short32: hex(value >> 96, width: 8)
    case .full: full
    }
  }

  /// The shortest form in upper case.
  public var description: String { shortest }

  private func dashed(_ digits: String) -> String {
    var text = ""
    text.reserveCapacity(36)
    for (offset, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(offset) { text.append("-") }
      text.append(digit)
    }
    return text
  }
}
