import FoundationEssentials

extension OctetsForm {
  func decode(_ reader: inout OctetReader) throws(ProfileError) -> Data {
    try reader.data(count: min(maximum, max(minimum, reader.available)))
  }

  func encode(_ octets: Data, _ writer: inout OctetWriter) throws(ProfileError) {
    guard octets.count >= minimum, octets.count <= maximum else {
      let allowed = isFixed ? "\(minimum) octets" : "\(minimum)...\(maximum) octets"
      throw .outOfRange("\(octets.count) octets", allowed: allowed)
    }
    writer.append(octets)
  }

  func datum(_ octets: Data) -> ProfileDatum {
    style == .hexadecimal ? .octets(octets) : .text(text(octets))
  }

  func text(_ octets: Data) -> String {
    switch style {
    case .hexadecimal:
      return hexadecimal(octets)
    case .uuid:
      let digits = hexadecimal(octets).lowercased()
      let dashes = [8, 12, 16, 20]
      return digits.enumerated().reduce(into: "") { text, digit in
        text += dashes.contains(digit.offset) ? "-\(digit.element)" : "\(digit.element)"
      }
    case .address:
      return octets.reversed().map { hexadecimal([$0]) }.joined(separator: ":")
    case .readable:
      return readable(octets) ?? "0x" + hexadecimal(octets)
    }
  }

  /// The text that octets are, if it prints and reads back as the same octets.
  private func readable(_ octets: Data) -> String? {
    guard let text = String(validating: octets, as: UTF8.self), !text.hasPrefix("0x"),
      text.trimmed == text,
      !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { return nil }
    return text
  }

  func octets(_ datum: ProfileDatum) throws(ProfileError) -> Data {
    if case .octets(let octets) = datum { return octets }
    if let text = datum.text, let octets = octets(text) { return octets }
    let allowed =
      switch style {
      case .hexadecimal: "pairs of hexadecimal digits"
      case .uuid: "a UUID"
      case .address: "a device address"
      case .readable: "a text, or pairs of hexadecimal digits after 0x"
      }
    throw .badValue(datum.printed, allowed: allowed)
  }

  private func octets(_ text: String) -> Data? {
    let text = text.trimmed
    switch style {
    case .hexadecimal:
      return Data(hexadecimal: text)
    case .uuid:
      let digits = text.filter { $0 != "-" }
      return digits.utf8.count == 32 ? Data(hexadecimal: digits) : nil
    case .address:
      let digits = text.filter { $0 != ":" }
      return digits.utf8.count == 12 ? Data(hexadecimal: digits).map { Data($0.reversed()) } : nil
    case .readable:
      return text.hasPrefix("0x") ? Data(hexadecimal: String(text.dropFirst(2))) : Data(text.utf8)
    }
  }
}

/// Prints octets as pairs of upper-case hexadecimal digits.
func hexadecimal(_ octets: some Sequence<UInt8>) -> String {
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
