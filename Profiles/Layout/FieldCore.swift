/// What a field consists of, behind one reference: decoding copies the fields, and a copy of all
/// their parts for each sample costs more than the decoding itself.
final class FieldCore<Root, Value>: Sendable {
  let name: String
  let unit: ProfileUnit?

  private let get: @Sendable (Root) -> Value
  private let wire: Wire<Value>
  private let range: AllowedRange<Value>?

  init(
    name: String, unit: ProfileUnit?, wire: Wire<Value>, range: AllowedRange<Value>?,
    get: @escaping @Sendable (Root) -> Value
  ) {
    self.name = name
    self.unit = unit
    self.wire = wire
    self.range = range
    self.get = get
  }

  var schema: FieldSchema {
    FieldSchema(
      name: name, kind: wire.kind, minimumSize: wire.minimumSize, maximumSize: wire.maximumSize,
      unit: unit, range: range?.text)
  }

  func decode(_ reader: inout OctetReader) throws(ProfileError) -> Value {
    let start = reader.offset
    let value: Value
    do throws(ProfileError) {
      value = try wire.decode(&reader)
    } catch {
      throw explained(error)
    }
    if let range, range.policy == .reject, !range.contains(value) {
      throw outside(range, value, offset: start)
    }
    return value
  }

  func encode(_ root: Root, _ writer: inout OctetWriter) throws(ProfileError) {
    let value = get(root)
    if let range, !range.contains(value) {
      throw outside(range, value, offset: nil)
    }
    do throws(ProfileError) {
      try wire.encode(value, &writer)
    } catch {
      throw explained(error)
    }
  }

  func text(of root: Root) -> String {
    withUnit(wire.text(get(root)))
  }

  func parse(_ texts: [String: String]) throws(ProfileError) -> Value {
    guard let text = texts[name] else { throw .missing(name) }
    do throws(ProfileError) {
      return try wire.parse(unit?.number(in: text) ?? text)
    } catch {
      // What a text is not is no quantity, so only a number out of range gets the unit.
      throw error.code == ProfileError.outOfRange ? explained(error) : error.inField(name)
    }
  }

  private func outside(
    _ range: AllowedRange<Value>, _ value: Value, offset: Int?
  ) -> ProfileError {
    .outOfRange(withUnit(wire.text(value)), allowed: range.text, offset: offset).inField(name)
  }

  /// Adds what the wire form does not know: the field's name and its unit.
  private func explained(_ error: ProfileError) -> ProfileError {
    var error = error.inField(name)
    error.value = error.value.map(withUnit)
    error.allowed = error.allowed.map(withUnit)
    return error
  }

  private func withUnit(_ text: String) -> String {
    unit?.text(text) ?? text
  }
}
