extension String {
  /// The text as an element of a list: in quotation marks if it would be read as something else.
  var asListed: String {
    let isPlain = !isEmpty && trimmed == self && !contains { $0 == "," || $0 == "\"" }
    guard !isPlain else { return self }
    let escaped = reduce(into: "") { text, character in
      text += character == "\"" || character == "\\" ? "\\\(character)" : "\(character)"
    }
    return "\"\(escaped)\""
  }

  /// The elements of a list: what is between commas without spaces around it, and what is in
  /// quotation marks as it is.
  func listed() throws(ProfileError) -> [String] {
    var elements: [String] = []
    var rest = self[...]
    while true {
      rest = rest.drop { $0.isWhitespace }
      guard let first = rest.first else { return elements }
      if first == "\"" {
        elements.append(try Self.quoted(&rest))
      } else {
        let element = String(rest.prefix { $0 != "," }).trimmed
        rest = rest.drop { $0 != "," }
        // A comma too many is no element.
        if !element.isEmpty { elements.append(element) }
      }
      rest = rest.dropFirst()
    }
  }

  /// Takes a text in quotation marks up to the comma after it.
  private static func quoted(_ rest: inout Substring) throws(ProfileError) -> String {
    let whole = rest
    var element = ""
    rest.removeFirst()
    while let character = rest.popFirst() {
      if character == "\"" {
        rest = rest.drop { $0.isWhitespace }
        guard rest.first ?? "," == "," else { break }
        return element
      }
      if character == "\\", let escaped = rest.popFirst() {
        element.append(escaped)
      } else {
        element.append(character)
      }
    }
    throw .badValue("'\(whole)'", allowed: "a list whose quotation marks end before a comma")
  }
}
