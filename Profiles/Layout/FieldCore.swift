/// What a field consists of, behind one reference: decoding copies the fields, and a copy of all
/// their parts for each sample costs more than the decoding itself.
final class FieldCore<Root, Value>: Sendable {
  let schema: FieldSchema

  private let get: @Sendable (Root) -> Value
  private let wire: Wire<Value>

  init(_ schema: FieldSchema, _ wire: Wire<Value>, get: @escaping @Sendable (Root) -> Value) {
    self.schema = schema
    self.wire = wire
    self.get = get
  }

  func decode(_ reader: inout OctetReader) throws(ProfileError) -> Value {
    do throws(ProfileError) {
      return try wire.decode(&reader)
    } catch {
      throw schema.explained(error)
    }
  }

  func mark(_ root: Root, _ word: inout FlagWord) throws(ProfileError) {
    guard let mark = wire.mark else { return }
    do throws(ProfileError) {
      try mark(get(root), &word)
    } catch {
      throw schema.explained(error)
    }
  }

  func encode(_ root: Root, _ writer: inout OctetWriter) throws(ProfileError) {
    do throws(ProfileError) {
      try wire.encode(get(root), &writer)
    } catch {
      throw schema.explained(error)
    }
  }

  func entries(of root: Root) -> [ProfileEntry] {
    schema.entries(wire.datum(get(root)))
  }

  func value(
    in record: ProfileRecord, _ context: ProfileContext
  ) throws(ProfileError) -> Value {
    let datum = try schema.datum(in: record, context)
    do throws(ProfileError) {
      return try wire.value(datum)
    } catch {
      throw schema.explained(error)
    }
  }
}
