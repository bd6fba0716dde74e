extension ProfileError: CustomStringConvertible {
  /// The whole story in one line: where, what, and what would have fitted.
  public var description: String {
    "\(place): \(story)"
  }

  private var place: String {
    let field = code == Self.unknownField || code == Self.missingField ? nil : self.field?.excerpt
    let at = offset.map { " at offset \($0)" } ?? ""
    if code == Self.badJSON {
      return "JSON" + (field.map { ", \($0)" } ?? "") + at
    }
    let parts = [characteristic, field.map { "field \($0)" }].compactMap { $0 }
    return (parts.isEmpty ? "value" : parts.joined(separator: ", ")) + at
  }

  private var story: String {
    switch code {
    case Self.truncated:
      "needs \(octets(needed ?? 0)), \(available ?? 0) available; the value was cut off or has "
        + "another layout"
    case Self.trailing:
      "\(octets(available ?? 0)) after the last field; the value has another layout"
    case Self.outOfRange where offset == nil:
      "\(given) is outside \(allowed ?? ""); write a value of that range"
    case Self.outOfRange:
      "\(given) is outside \(allowed ?? ""); the sender breaks the profile or has another "
        + "layout"
    case Self.missingField:
      "no value for the field \(named); give one for each field"
    case Self.badChecksum:
      "the checksum is \(value ?? "") instead of \(allowed ?? ""); the value was changed on its way "
        + "or has another layout"
    case Self.missingContext:
      "the layout needs \(given) from the context; read it from the device first"
    case Self.unknownField:
      "there is no field \(named); the fields are \(allowed ?? "")"
    case Self.badLayout:
      "its layout cannot work: \(value ?? ""); mend the definition"
    default:
      "\(given) is not \(allowed ?? "")"
    }
  }

  private var given: String { value?.excerpt ?? "" }
  private var named: String { field?.excerpt ?? "" }

  private func octets(_ count: Int) -> String {
    count == 1 ? "1 octet" : "\(count) octets"
  }
}

extension String {
  /// The text, or its beginning and its size if it is longer than a message can be.
  package var excerpt: String {
    guard utf8.count > 200 else { return self }
    return "\(String.UnicodeScalarView(unicodeScalars.prefix(60)))… (\(count) characters)"
  }
}
