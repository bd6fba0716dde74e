/// Collects the fields of a ``Layout`` with their types.
@resultBuilder public enum FieldBuilder<Root> {
  /// Lets a field's key path find its root type.
  public static func buildExpression<Value>(_ field: Field<Root, Value>) -> Field<Root, Value> {
    field
  }

  /// Keeps the fields in their order.
  public static func buildBlock<each Value>(
    _ fields: repeat Field<Root, each Value>
  ) -> Fields<Root, repeat each Value> {
    Fields(repeat each fields)
  }
}

/// The fields of a ``Layout``; only a ``FieldBuilder`` makes them.
///
/// Decoding is compiled for each layout; the rest, here and wherever the same attribute stands, is
/// compiled once for all of them, since the catalogue would take a third longer to compile.
public struct Fields<Root, each Value>: Sendable {
  @usableFromInline let fields: (repeat Field<Root, each Value>)
  /// What decoding uses; `fields` keeps alive what it refers to.
  @usableFromInline let readers: (repeat FieldReader<Root, each Value>)

  init(_ fields: repeat Field<Root, each Value>) {
    self.fields = (repeat each fields)
    readers = (repeat FieldReader((each fields).core))
  }

  @usableFromInline var schema: [FieldSchema] {
    var schema: [FieldSchema] = []
    for field in repeat each fields {
      schema.append(field.core.schema)
    }
    return schema
  }

  @inlinable
  func decode(
    _ reader: inout OctetReader, _ make: (repeat each Value) -> Root
  ) throws(ProfileError) -> Root {
    make(repeat try (each readers).decode(&reader))
  }

  @_semantics("optimize.sil.specialize.generic.never")
  func mark(_ root: Root, _ word: inout FlagWord) throws(ProfileError) {
    for field in repeat each fields {
      try field.core.mark(root, &word)
    }
  }

  @_semantics("optimize.sil.specialize.generic.never")
  func encode(_ root: Root, _ writer: inout OctetWriter) throws(ProfileError) {
    for field in repeat each fields {
      try field.core.encode(root, &writer)
    }
  }

  @_semantics("optimize.sil.specialize.generic.never")
  func record(of root: Root) -> ProfileRecord {
    var entries: [ProfileEntry] = []
    for field in repeat each fields {
      entries += field.core.entries(of: root)
    }
    return ProfileRecord(entries)
  }

  @_semantics("optimize.sil.specialize.generic.never")
  func value(
    from record: ProfileRecord, _ context: ProfileContext, _ make: (repeat each Value) -> Root
  ) throws(ProfileError) -> Root {
    make(repeat try (each fields).core.value(in: record, context))
  }
}
