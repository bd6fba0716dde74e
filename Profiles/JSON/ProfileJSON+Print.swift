extension ProfileJSON: CustomStringConvertible {
  /// The JSON text in one line.
  public var description: String {
    var text = ""
    print(into: &text)
    return text
  }

  /// The JSON text in lines of at most 100 characters where that is possible.
  public var lines: String {
    var text = ""
    layOut(into: &text, column: 0, margin: "")
    return text + "\n"
  }

  private func print(into text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let number): text += number.description
    case .unsigned(let number): text += "\(number)"
    case .string(let string): Self.quote(string, into: &text)
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += ", " }
        element.print(into: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += ", " }
        Self.quote(member.key, into: &text)
        text += ": "
        member.value.print(into: &text)
      }
      text += "}"
    }
  }

  private func layOut(into text: inout String, column: Int, margin: String) {
    let line = description
    let isShort = column + line.count <= 100
    let inner = margin + "  "
    switch self {
    case .array(let elements) where !isShort && !elements.isEmpty:
      text += "["
      for (index, element) in elements.enumerated() {
        text += (index > 0 ? ",\n" : "\n") + inner
        element.layOut(into: &text, column: inner.count + 1, margin: inner)
      }
      text += "\n" + margin + "]"
    case .object(let members) where !isShort && !members.isEmpty:
      text += "{"
      for (index, member) in members.enumerated() {
        var key = ""
        Self.quote(member.key, into: &key)
        text += (index > 0 ? ",\n" : "\n") + inner + key + ": "
        member.value.layOut(into: &text, column: inner.count + key.count + 3, margin: inner)
      }
      text += "\n" + margin + "}"
    default:
      text += line
    }
  }

  private static func quote(_ string: String, into text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20:
        text += "\\u00" + hexadecimal([UInt8(truncatingIfNeeded: scalar.value)])
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
