/// The rules for names on the bus (D-Bus specification, "Valid Names").
///
/// libdbus ends the process when it is given a name that breaks them, so every name is checked first.
package enum Names {
  private static let maximumLength = 255

  /// `org.bluez.Device1`: at least two elements, none of which starts with a digit.
  package static func isInterface(_ name: String) -> Bool {
    isDotted(name.utf8, digitsMayLead: false, hyphens: false)
  }

  /// `org.bluez.Error.Failed`: the same rules as for an interface.
  package static func isError(_ name: String) -> Bool { isInterface(name) }

  /// `ReadValue`: one element.
  package static func isMember(_ name: String) -> Bool {
    let octets = name.utf8
    guard let first = octets.first, octets.count <= maximumLength, !isDigit(first) else {
      return false
    }
    return octets.allSatisfy(isWord)
  }

  /// A unique name (`:1.42`) or a well-known name (`org.bluez`).
  package static func isBus(_ name: String) -> Bool {
    guard isUnique(name) else { return isDotted(name.utf8, digitsMayLead: false, hyphens: true) }
    guard name.utf8.count <= maximumLength else { return false }
    return isDotted(name.utf8.dropFirst(), digitsMayLead: true, hyphens: true)
  }

  /// Tells whether the bus made this name; it says nothing about validity.
  package static func isUnique(_ name: String) -> Bool { name.utf8.first == UInt8(ascii: ":") }

  private static func isDotted(
    _ octets: some Collection<UInt8>, digitsMayLead: Bool, hyphens: Bool
  ) -> Bool {
    guard octets.count <= maximumLength else { return false }
    var elements = 1
    var atStart = true
    for octet in octets {
      if octet == UInt8(ascii: ".") {
        guard !atStart else { return false }
        elements += 1
        atStart = true
        continue
      }
      guard isWord(octet) || (hyphens && octet == UInt8(ascii: "-")) else { return false }
      guard !atStart || digitsMayLead || !isDigit(octet) else { return false }
      atStart = false
    }
    return !atStart && elements > 1
  }

  static func isWord(_ octet: UInt8) -> Bool {
    switch octet {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static func isDigit(_ octet: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(octet)
  }
}
