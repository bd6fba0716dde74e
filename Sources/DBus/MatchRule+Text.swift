// Printer and parser of the text that AddMatch takes.
extension MatchRule {
  package var description: String {
    var parts: [String] = []
    func add(_ key: String, _ value: String?) {
      guard let value else { return }
      parts.append("\(key)='\(Self.escaped(value))'")
    }
    add("type", type?.rawValue)
    add("sender", sender)
    add("interface", interface)
    add("member", member)
    add("path", path?.string)
    add("path_namespace", pathNamespace?.string)
    add("arg0", arg0)
    return parts.joined(separator: ",")
  }

  /// An apostrophe ends the quotes, stands outside them behind a backslash, and opens them again.
  private static func escaped(_ value: String) -> String {
    guard value.utf8.contains(UInt8(ascii: "'")) else { return value }
    return value.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
  }

  /// Reads the keys that this type has; nil for others, as for anything that is not a rule.
  package init?(parsing text: String) {
    self.init(type: nil)
    var rest = Substring(text)
    var seen: Set<Substring> = []
    while true {
      rest = rest.drop { $0 == " " || $0 == "," }
      guard !rest.isEmpty else { break }
      guard let equals = rest.firstIndex(of: "=") else { return nil }
      let key = rest[..<equals]
      rest = rest[rest.index(after: equals)...]
      guard seen.insert(key).inserted, let value = Self.takeValue(&rest) else { return nil }
      guard set(key, value) else { return nil }
    }
    guard fault == nil else { return nil }
  }

  private mutating func set(_ key: Substring, _ value: String) -> Bool {
    switch key {
    case "type":
      type = Kind(rawValue: value)
      return type != nil
    case "sender": sender = value
    case "interface": interface = value
    case "member": member = value
    case "arg0": arg0 = value
    case "path":
      path = ObjectPath(value)
      return path != nil
    case "path_namespace":
      pathNamespace = ObjectPath(value)
      return pathNamespace != nil
    default: return false
    }
    return true
  }

  /// A value ends at a comma outside quotes; a backslash counts only outside quotes, before a quote.
  private static func takeValue(_ rest: inout Substring) -> String? {
    var value = String.UnicodeScalarView()
    var isQuoted = false
    var scalars = rest.unicodeScalars
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "'": isQuoted.toggle()
      case "," where !isQuoted:
        rest = Substring(scalars)
        return String(value)
      case "\\" where !isQuoted && scalars.first == "'":
        scalars.removeFirst()
        value.append("'")
      default: value.append(scalar)
      }
    }
    rest = ""
    return isQuoted ? nil : String(value)
  }
}
