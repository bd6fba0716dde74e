import FoundationEssentials

extension Wire<String> {
  /// A URL as Eddystone shortens it: one octet for the scheme, and codes for common endings.
  ///
  /// It has 1 to 18 octets; writing takes the shortest form.
  public static var eddystoneURL: Wire<String> {
    Wire(
      kind: "eddystone-url", size: 1...18,
      decode: { reader throws(ProfileError) in
        let start = reader.offset
        let scheme = try reader.integer(UInt8.self)
        guard scheme < EddystoneURL.schemes.count else {
          throw .badValue("the scheme \(scheme)", allowed: "one of 0...3", offset: start)
        }
        var url = EddystoneURL.schemes[Int(scheme)]
        let rest = min(reader.available, EddystoneURL.limit)
        for octet in try reader.data(count: rest) {
          guard let text = EddystoneURL.text(of: octet) else {
            throw .badValue(
              "the octet \(octet) of a URL", allowed: "0...13 or 33...126", offset: start)
          }
          url += text
        }
        return url
      },
      encode: { url, writer throws(ProfileError) in
        writer.append(try EddystoneURL.octets(of: url))
      },
      text: { $0 }, parse: { $0 })
  }
}

/// The codes with which Eddystone shortens a URL.
private enum EddystoneURL {
  static let limit = 17
  static let schemes = ["http://www.", "https://www.", "http://", "https://"]

  private static let domains = [".com", ".org", ".edu", ".net", ".info", ".biz", ".gov"]
  /// The endings by their codes: first with a slash, then without.
  private static let endings = domains.map { $0 + "/" } + domains

  static func text(of octet: UInt8) -> String? {
    if octet < endings.count { return endings[Int(octet)] }
    return (0x21...0x7E).contains(octet) ? String(Character(Unicode.Scalar(octet))) : nil
  }

  static func octets(of url: String) throws(ProfileError) -> [UInt8] {
    // The longer schemes come first in the list.
    guard let scheme = schemes.firstIndex(where: { url.hasPrefix($0) }) else {
      throw .badValue(url, allowed: "a URL with the scheme http or https")
    }
    var octets = [UInt8(scheme)]
    var rest = url.dropFirst(schemes[scheme].count)
    while let next = rest.first {
      if let code = endings.firstIndex(where: { rest.hasPrefix($0) }) {
        octets.append(UInt8(code))
        rest = rest.dropFirst(endings[code].count)
        continue
      }
      guard let octet = next.asciiValue, (0x21...0x7E).contains(octet) else {
        throw .badValue(url, allowed: "a URL of printable ASCII characters")
      }
      octets.append(octet)
      rest.removeFirst()
    }
    guard octets.count <= limit + 1 else {
      throw .outOfRange("\(octets.count) octets", allowed: "at most \(limit + 1) octets")
    }
    return octets
  }
}
