extension Field {
  func decode(_ reader: inout OctetReader) throws(ProfileError) -> Value {
    let start = reader.offset
    do throws(ProfileError) {
      let value = try wire.decode(&reader)
      if let range, range.policy == .reject, !range.contains(value) {
        throw .outOfRange(withUnit(wire.text(value)), allowed: range.text, offset: start)
      }
      return value
    } catch {
      throw error.inField(name)
    }
  }

  func encode(_ root: Root, _ writer: inout OctetWriter) throws(ProfileError) {
    do throws(ProfileError) {
      let value = get(root)
      if let range, !range.contains(value) {
        throw .outOfRange(withUnit(wire.text(value)), allowed: range.text)
      }
      try wire.encode(value, &writer)
    } catch {
      throw error.inField(name)
    }
  }

  func text(of root: Root) -> String {
    withUnit(wire.text(get(root)))
  }

  func parse(_ texts: [String: String]) throws(ProfileError) -> Value {
    guard let text = texts[name] else { throw .missing(name) }
    do throws(ProfileError) {
      guard let unit else { return try wire.parse(text) }
      return try wire.parse(unit.number(in: text.trimmed))
    } catch {
      throw error.inField(name)
    }
  }

  private func withUnit(_ text: String) -> String {
    unit?.text(text) ?? text
  }
}
