public import FoundationEssentials

extension Layout where Root: Sendable {
  /// One case of a union: the octets that choose it, and what follows them.
  public struct Case: Sendable {
    let prefix: [UInt8]?
    let name: String
    let layout: DynamicLayout
    let decode: @Sendable (inout OctetReader) throws(ProfileError) -> Root
    /// Whether the value is of this case, and then its octets after the prefix.
    let encode: @Sendable (Root, inout OctetWriter) throws(ProfileError) -> Bool
    let record: @Sendable (Root) -> ProfileRecord?
    let value: @Sendable (ProfileRecord, ProfileContext) throws(ProfileError) -> Root

    /// A case with values: how they lie in octets, how the case is made of them, and how they
    /// are taken from it.
    @_semantics("optimize.sil.specialize.generic.never")
    public static func payload<Payload: Sendable>(
      _ prefix: UInt8..., name: String, _ layout: Layout<Payload>,
      make: @escaping @Sendable (Payload) -> Root, take: @escaping @Sendable (Root) -> Payload?
    ) -> Case {
      Case(
        prefix: prefix, name: name, layout: layout.dynamic,
        decode: { reader throws(ProfileError) in make(try layout.decodeBody(&reader)) },
        encode: { root, writer throws(ProfileError) in
          guard let payload = take(root) else { return false }
          writer.append(prefix)
          try layout.encodeBody(payload, &writer)
          return true
        },
        record: { take($0).map { layout.record(of: $0) } },
        value: { record, context throws(ProfileError) in
          make(try layout.value(from: record, context))
        })
    }

    /// A case without values.
    @_semantics("optimize.sil.specialize.generic.never")
    public static func plain(_ prefix: UInt8..., name: String, _ value: Root) -> Case
    where Root: Equatable {
      Case(
        prefix: prefix, name: name, layout: DynamicLayout([]),
        decode: { _ in value },
        encode: { root, writer throws(ProfileError) in
          guard root == value else { return false }
          writer.append(prefix)
          return true
        },
        record: { $0 == value ? ProfileRecord() : nil }, value: { _, _ in value })
    }

    /// The case that keeps a code without a case of its own, with the octets after it.
    @_semantics("optimize.sil.specialize.generic.never")
    public static func others(
      make: @escaping @Sendable (UInt8, Data) -> Root,
      take: @escaping @Sendable (Root) -> (code: UInt8, octets: Data)?
    ) -> Case {
      Case(
        prefix: nil, name: "", layout: DynamicLayout([]),
        decode: { reader throws(ProfileError) in
          let code = try reader.integer(UInt8.self)
          return make(code, try reader.data(count: reader.available))
        },
        encode: { root, writer throws(ProfileError) in
          guard let (code, octets) = take(root) else { return false }
          writer.append(code)
          writer.append(octets)
          return true
        },
        record: { root in
          take(root).map { code, octets in
            ProfileRecord([
              ProfileEntry("code", .integer(Int128(code))), ProfileEntry("rest", .octets(octets)),
            ])
          }
        },
        value: { record, _ throws(ProfileError) in
          guard let octets = record["rest"]?.octets else { throw .missing(UnionForm.othersName) }
          let code = record["code"]?.number?.whole.flatMap { UInt8(exactly: $0) }
          return make(code ?? 0, octets)
        })
    }
  }

  /// Makes a layout of a value that is one of several, chosen by the first octets: an op code or
  /// a frame type.
  ///
  /// ```swift
  /// Layout<LED>(union: "mode", [
  ///   .plain(0, name: "off", .off),
  ///   .payload(1, name: "constant", colour, make: LED.constant) {
  ///     if case .constant(let colour) = $0 { colour } else { nil }
  ///   },
  /// ])
  /// ```
  public init(
    union tag: String, style: Codes.Style = .code, prefix: [UInt8] = [],
    trailing: TrailingPolicy = .reject, _ cases: [Case]
  ) {
    let known = cases.filter { $0.prefix != nil }
    let others = cases.first { $0.prefix == nil }
    let form = UnionForm(
      tag: tag, style: style, cases: known.map { .init($0.prefix ?? [], $0.name, $0.layout) },
      keepsOthers: others != nil)
    let union = TypedUnion(form: form, known: known, others: others)
    self.init(
      dynamic: DynamicLayout(prefix: prefix, .union(form), trailing: trailing),
      core: Core(
        decode: { reader throws(ProfileError) in
          if !prefix.isEmpty { try reader.expect(prefix) }
          return try union.decode(&reader)
        },
        encode: { root, writer throws(ProfileError) in
          writer.append(prefix)
          try union.encode(root, &writer)
        },
        record: { union.record(of: $0) },
        value: { record, _ throws(ProfileError) in try union.value(from: record) }))
  }
}

/// The typed directions of a union.
private struct TypedUnion<Root: Sendable>: Sendable {
  let form: UnionForm
  let known: [Layout<Root>.Case]
  let others: Layout<Root>.Case?

  func decode(_ reader: inout OctetReader) throws(ProfileError) -> Root {
    if let index = try form.find(&reader) { return try known[index].decode(&reader) }
    guard let others else { throw .badValue("this code", allowed: "known").inField(form.tag) }
    return try others.decode(&reader)
  }

  func encode(_ root: Root, _ writer: inout OctetWriter) throws(ProfileError) {
    for one in known where try one.encode(root, &writer) { return }
    if let others, try others.encode(root, &writer) { return }
    throw .badValue("\(root)", allowed: "one of the cases of the layout").inField(form.tag)
  }

  func record(of root: Root) -> ProfileRecord {
    for (index, one) in known.enumerated() {
      if let payload = one.record(root) { return form.record(index, payload) }
    }
    guard let rest = others?.record(root), let octets = rest["rest"] else { return ProfileRecord() }
    let code = rest["code"]?.number?.whole.flatMap { UInt8(exactly: $0) } ?? 0
    return form.others(code, octets)
  }

  func value(from record: ProfileRecord) throws(ProfileError) -> Root {
    if let index = try form.find(record) {
      return try known[index].value(record, ProfileContext())
    }
    guard let others else { throw .missing(form.tag) }
    let rest = ProfileRecord([
      ProfileEntry("code", .integer(Int128(form.code(record)))),
      ProfileEntry("rest", record[UnionForm.othersName] ?? .octets(Data())),
    ])
    return try others.value(rest, ProfileContext())
  }
}
