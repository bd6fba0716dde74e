/// How a type of BlueCap's protocols is made of the octets' own values, and becomes them again.
struct RawForm<Root: Sendable, Source: Sendable>: Sendable {
  let source: Layout<Source>
  let make: @Sendable (Source) -> Root?
  let take: @Sendable (Root) -> Source

  func decode(_ reader: inout OctetReader) throws(ProfileError) -> Root {
    let start = reader.offset
    return try root(of: try source.decodeBody(&reader), at: start)
  }

  func encode(_ root: Root, _ writer: inout OctetWriter) throws(ProfileError) {
    try source.encodeBody(take(root), &writer)
  }

  /// A layout whose fields are the numbers that are sent.
  func layout() -> Layout<Root> {
    layout(
      source.dynamic.fields, record: { source.record(of: take($0)) },
      value: { record, context throws(ProfileError) in
        try root(of: try source.value(from: record, context), at: nil)
      })
  }

  private func root(of raw: Source, at offset: Int?) throws(ProfileError) -> Root {
    guard let root = make(raw) else {
      throw .badValue(
        source.record(of: raw).description, allowed: "a value of \(Root.self)", offset: offset)
    }
    return root
  }

  private func layout(
    _ fields: [FieldSchema], record: @escaping @Sendable (Root) -> ProfileRecord,
    value: @escaping @Sendable (ProfileRecord, ProfileContext) throws(ProfileError) -> Root
  ) -> Layout<Root> {
    let core = Layout<Root>.Core(
      decode: { reader throws(ProfileError) in try decode(&reader) },
      encode: { root, writer throws(ProfileError) in try encode(root, &writer) },
      record: record, value: value)
    let form = ComputedForm(
      name: "\(Root.self) of " + fields.map(\.name).joined(separator: ", "), fields: fields,
      source: source.dynamic, contextKeys: [],
      decode: { reader throws(ProfileError) in core.record(try core.decode(&reader)) },
      encode: { record, writer throws(ProfileError) in
        try core.encode(try core.value(record, writer.context), &writer)
      })
    return Layout(dynamic: DynamicLayout(.computed(form), trailing: .ignore), core: core)
  }
}

extension RawForm where Root: StringDeserializable {
  /// A layout whose fields are the type's own named texts.
  ///
  /// The names are those of a sample, in their alphabetical order; writing may leave some out, as
  /// the type itself allows.
  func layout(sample: Root) -> Layout<Root> {
    let fields = sample.stringValue.keys.sorted().map { FieldSchema($0, .custom(.blueCapText)) }
    return layout(
      fields,
      record: { root in
        let texts = root.stringValue
        return ProfileRecord(
          texts.keys.sorted().map { ProfileEntry($0, .text(texts[$0] ?? "")) })
      },
      value: { record, _ throws(ProfileError) in
        let texts = record.entries.map { ($0.name, $0.value.text ?? $0.value.printed) }
        guard let root = Root(stringValue: Dictionary(texts) { _, last in last }) else {
          throw .badValue(record.description, allowed: Self.allowed)
        }
        return root
      })
  }

  private static var allowed: String {
    guard !Root.stringValues.isEmpty else { return "a set of texts for \(Root.self)" }
    return "one of " + Root.stringValues.joined(separator: ", ")
  }
}

extension CustomForm {
  /// A text of a computed layout: it has no octets of its own.
  static let blueCapText = CustomForm(
    name: "text", size: 0...0, isOptional: true,
    decode: { _ throws(ProfileError) in throw .badValue("no octets", allowed: "a text") },
    encode: { _, _ in }, text: { $0.text ?? $0.printed }, parse: { .text($0) })
}

extension Layout {
  /// The same layout that passes over octets after its last field.
  var lenient: Layout {
    var dynamic = dynamic
    dynamic.trailing = .ignore
    return Layout(dynamic: dynamic, core: core, variants: variants)
  }
}
