extension BluetoothUUID: LosslessStringConvertible {
  /// Reads 4, 8 or 32 hexadecimal digits in either case, the short forms also with `0x`.
  ///
  /// The full form may be dashed as `8-4-4-4-12` or have no dashes; anything else is `nil`.
  public init?(_ text: String) {
    var text = text
    guard let parsed = text.withUTF8(Self.parse) else { return nil }
    self = parsed
  }

  /// Without texts on the way, because every device and attribute of the daemon comes by here.
  private static func parse(_ text: UnsafeBufferPointer<UInt8>) -> BluetoothUUID? {
    let isDashed = text.count == 36
    let isPrefixed =
      text.count > 2 && text[0] == UInt8(ascii: "0") && text[1] | 0x20 == UInt8(ascii: "x")
    var value: UInt128 = 0
    var digits = 0
    for offset in (isPrefixed ? 2 : 0)..<text.count {
      if isDashed, offset == 8 || offset == 13 || offset == 18 || offset == 23 {
        guard text[offset] == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard digits < 32, let digit = hexDigit(text[offset]) else { return nil }
      value = value << 4 | UInt128(digit)
      digits += 1
    }
    switch digits {
    case 4 where !isDashed, 8 where !isDashed: return BluetoothUUID(UInt32(value))
    case 32 where !isPrefixed: return BluetoothUUID(value: value)
    default: return nil
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
