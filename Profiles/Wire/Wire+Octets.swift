public import FoundationEssentials

extension Wire where Value == String {
  /// Text to the end of the value, at most `limit` octets long; more octets are left over.
  public static func utf8(limit: Int = 512) -> Wire {
    let limit = max(0, limit)
    return Wire(
      kind: "utf8", size: 0...limit,
      decode: { reader throws(ProfileError) in
        let offset = reader.offset
        let octets = try reader.data(count: min(limit, reader.available))
        guard let text = String(validating: octets, as: UTF8.self) else {
          throw .badValue(hexadecimal(octets), allowed: "UTF-8", offset: offset)
        }
        return text
      },
      encode: { value, writer throws(ProfileError) in
        guard value.utf8.count <= limit else {
          throw .outOfRange("\(value.utf8.count) octets", allowed: "0...\(limit) octets")
        }
        writer.append(Data(value.utf8))
      },
      text: { $0 }, parse: { text throws(ProfileError) in text })
  }
}

extension Wire where Value == Data {
  /// Octets to the end of the value, at most `limit` of them; more octets are left over.
  ///
  /// Their text is pairs of hexadecimal digits.
  public static func opaque(limit: Int = 512) -> Wire {
    octets(0...max(0, limit))
  }

  /// Exactly `count` octets, whose text is pairs of hexadecimal digits.
  public static func opaque(count: Int) -> Wire {
    octets(max(0, count)...max(0, count))
  }

  private static func octets(_ size: ClosedRange<Int>) -> Wire {
    let isFixed = size.lowerBound == size.upperBound
    let allowed = isFixed ? "\(size.lowerBound) octets" : "\(size) octets"
    return Wire(
      kind: "opaque", size: size,
      decode: { reader throws(ProfileError) in
        try reader.data(count: min(size.upperBound, max(size.lowerBound, reader.available)))
      },
      encode: { value, writer throws(ProfileError) in
        guard size.contains(value.count) else {
          throw .outOfRange("\(value.count) octets", allowed: allowed)
        }
        writer.append(value)
      },
      text: hexadecimal,
      parse: { text throws(ProfileError) in
        guard let octets = Data(hexadecimal: text.trimmed) else {
          throw .badValue("\"\(text)\"", allowed: "pairs of hexadecimal digits")
        }
        return octets
      })
  }
}

/// Prints octets as pairs of upper-case hexadecimal digits.
@Sendable func hexadecimal(_ octets: Data) -> String {
  octets.map { octet in
    (octet < 16 ? "0" : "") + String(octet, radix: 16, uppercase: true)
  }.joined()
}

extension Data {
  /// Reads pairs of hexadecimal digits in either case, and nothing else.
  init?(hexadecimal text: String) {
    let digits = text.utf8.map { UInt8($0) }
    guard digits.count.isMultiple(of: 2) else { return nil }
    var octets = Data(capacity: digits.count / 2)
    for start in stride(from: 0, to: digits.count, by: 2) {
      guard let high = Self.nibble(digits[start]), let low = Self.nibble(digits[start + 1])
      else { return nil }
      octets.append(high << 4 | low)
    }
    self = octets
  }

  private static func nibble(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
