public import FoundationEssentials

/// What decoding does with octets after the last field.
public enum TrailingPolicy: Hashable, Sendable, CaseIterable {
  /// Decoding throws ``ProfileError/trailing``.
  case reject
  /// Decoding passes over them; they are lost when the value is encoded again.
  case ignore
}

/// The ordered fields of a value: one definition for octets and texts, each in both directions.
///
/// The initializer of the value takes one argument for each field, in their order; a field that
/// is missing or has the wrong type does not compile.
///
/// ```swift
/// let layout = Layout<HeartRate>(HeartRate.init(contact:rate:energy:intervals:), flags: .uint8) {
///   Field("sensorContact", \.contact, .bits(1..<3))
///   Field("heartRate", \.rate, .either(bit: 0, .uint8(), .uint16()), unit: .beatsPerMinute)
///   Field("energyExpended", \.energy, .when(3, .uint16()), unit: .kilojoule)
///   Field("rrIntervals", \.intervals, .when(4, .oneOrMore(.uint16(scale: 1.0 / 1024))),
///     unit: .second)
/// }
/// ```
///
/// Two laws hold: decoding what was encoded gives the value back, up to the rounding that the
/// wire form of a `Double` states, and encoding what was decoded gives the octets back. Flags,
/// sizes and checksums are computed. ``dynamic`` is the same layout as data.
///
/// A definition that cannot keep them (a field after one that takes all octets, a bit that the
/// flags word does not have, two fields of one name) decodes and encodes nothing: it throws
/// ``ProfileError/badLayout`` each time.
public struct Layout<Root>: Sendable {
  /// The same layout as data, for tools, documents and exports.
  public let dynamic: DynamicLayout

  @usableFromInline let core: Core
  let variants: [Variant]
  /// Whether there are variants; asking their array costs a look-up of its type.
  @usableFromInline let isVarying: Bool
  /// Whether octets can be read and written with it alone; a group may need a layout around it.
  let isSound: Bool
  /// Whether decoding is no more than the core's.
  @usableFromInline let isPlain: Bool

  /// The typed directions of a layout.
  @usableFromInline struct Core: Sendable {
    @usableFromInline let decode: @Sendable (inout OctetReader) throws(ProfileError) -> Root
    let encode: @Sendable (Root, inout OctetWriter) throws(ProfileError) -> Void
    let record: @Sendable (Root) -> ProfileRecord
    let value: @Sendable (ProfileRecord, ProfileContext) throws(ProfileError) -> Root
    /// Decides the bits that a layout without a flags word asks for in the one around it.
    var mark: Wire<Root>.Mark?
  }

  init(dynamic: DynamicLayout, core: Core, variants: [Variant] = []) {
    self.dynamic = dynamic
    self.core = core
    self.variants = variants
    isVarying = !variants.isEmpty
    isSound = dynamic.mistake == nil
    isPlain = isSound && variants.isEmpty && !dynamic.isComputed
  }

  /// The fields in their order.
  public var schema: [FieldSchema] { dynamic.fields }

  /// The fewest octets of a value.
  public var minimumSize: Int { dynamic.minimumSize }

  /// Makes a layout from the value's initializer and one field for each of its arguments.
  ///
  /// Every value begins with the octets of `prefix`. `flags` is the word after them whose bits
  /// say which fields follow, and hold bit fields; bits that no field names are ignored when read
  /// and written as zero.
  @inlinable
  public init<each Value>(
    _ make: @escaping @Sendable (repeat each Value) -> Root, prefix: [UInt8] = [],
    flags: FlagsForm? = nil, trailing: TrailingPolicy = .reject,
    @FieldBuilder<Root> fields: () -> Fields<Root, repeat each Value>
  ) {
    let fields = fields()
    let dynamic = DynamicLayout(
      prefix: prefix, flags: flags, .fields(fields.schema), trailing: trailing)
    // Compiled where the layout stands, so that the types of its fields are known.
    var decode: @Sendable (inout OctetReader) throws(ProfileError) -> Root
    decode = { reader throws(ProfileError) in try fields.decode(&reader, make) }
    if !prefix.isEmpty || flags != nil {
      decode = { reader throws(ProfileError) in
        let outer = try dynamic.enter(&reader)
        let root = try fields.decode(&reader, make)
        reader.leave(outer)
        return root
      }
    }
    self.init(dynamic: dynamic, fields, make, decode)
  }

  @_semantics("optimize.sil.specialize.generic.never")
  @usableFromInline
  init<each Value>(
    dynamic: DynamicLayout, _ fields: Fields<Root, repeat each Value>,
    _ make: @escaping @Sendable (repeat each Value) -> Root,
    _ decode: @escaping @Sendable (inout OctetReader) throws(ProfileError) -> Root
  ) {
    let (prefix, flags) = (dynamic.prefix, dynamic.flags)
    var mark: Wire<Root>.Mark?
    if dynamic.hasMarks {
      mark = { root, word throws(ProfileError) in try fields.mark(root, &word) }
    }
    self.init(
      dynamic: dynamic,
      core: Core(
        decode: decode,
        encode: { root, writer throws(ProfileError) in
          writer.append(prefix)
          if let flags {
            var word = FlagWord()
            try word.collect { word throws(ProfileError) in try fields.mark(root, &word) }
            writer.append(UInt128(word.bits), flags.integer)
          }
          try fields.encode(root, &writer)
        },
        record: { fields.record(of: $0) },
        value: { record, context throws(ProfileError) in
          try fields.value(from: record, context, make)
        },
        mark: mark))
  }
}

extension Layout {
  /// Takes a value from octets; it allocates nothing that the value itself does not need.
  @inlinable
  public func decode(
    _ data: Data, context: ProfileContext = ProfileContext()
  ) throws(ProfileError) -> Root {
    // Data's own `withUnsafeBytes` passes on only untyped errors.
    try data.bytes.withUnsafeBytes { octets throws(ProfileError) in
      var reader = OctetReader(octets, context: context)
      let root = try isPlain ? core.decode(&reader) : decodeWithCare(&reader)
      if reader.available > 0 { try leave(reader.available, at: reader.offset, context) }
      return root
    }
  }

  /// Gives the octets of a value, or says which field does not fit.
  @_semantics("optimize.sil.specialize.generic.never")
  public func encode(
    _ root: Root, context: ProfileContext = ProfileContext()
  ) throws(ProfileError) -> Data {
    guard isSound else { throw .badLayout(dynamic) }
    var writer = OctetWriter(capacity: minimumSize, context: context)
    try encodeBody(root, &writer)
    return writer.data
  }

  /// The fields' names and texts in engineering units, in the order of the layout.
  ///
  /// A field that is not there has no text.
  @_semantics("optimize.sil.specialize.generic.never")
  public func strings(
    of root: Root, context: ProfileContext = ProfileContext()
  ) -> [(name: String, text: String)] {
    dynamic.strings(of: record(of: root, context: context), context: context)
  }

  /// Takes a value from a text for each field; the units may be left out.
  ///
  /// A missing text and a name that is no field are errors. Ranges are checked when the value is
  /// encoded.
  @_semantics("optimize.sil.specialize.generic.never")
  public func value(
    from texts: [String: String], context: ProfileContext = ProfileContext()
  ) throws(ProfileError) -> Root {
    try value(from: try dynamic.record(from: texts, context: context), context)
  }

  /// The named values of a value, as ``DynamicLayout/decode(_:context:)`` gives them.
  @_semantics("optimize.sil.specialize.generic.never")
  public func record(of root: Root, context: ProfileContext = ProfileContext()) -> ProfileRecord {
    selected(context).core.record(root)
  }

  /// Takes a value from named values.
  @_semantics("optimize.sil.specialize.generic.never")
  public func value(
    from record: ProfileRecord, context: ProfileContext = ProfileContext()
  ) throws(ProfileError) -> Root {
    try dynamic.checkNames(in: record, context)
    return try value(from: record, context)
  }

  @_semantics("optimize.sil.specialize.generic.never")
  func value(
    from record: ProfileRecord, _ context: ProfileContext
  ) throws(ProfileError) -> Root {
    try selected(context).core.value(record, context)
  }

  /// Octets that are left after the last field.
  @usableFromInline
  func leave(
    _ count: Int, at offset: Int, _ context: ProfileContext
  ) throws(ProfileError) {
    guard dynamic.selected(context).trailing == .ignore else {
      throw .trailing(count, offset: offset)
    }
  }

  @inlinable
  func decodeBody(_ reader: inout OctetReader) throws(ProfileError) -> Root {
    guard isVarying else { return try core.decode(&reader) }
    return try decodeSelected(&reader)
  }

  /// Apart from the plain way, which would carry the making of the error with it otherwise.
  @usableFromInline
  func decodeWithCare(_ reader: inout OctetReader) throws(ProfileError) -> Root {
    guard isSound else { throw .badLayout(dynamic) }
    do throws(ProfileError) {
      return try decodeBody(&reader)
    } catch {
      throw dynamic.aboutLength(error, reader)
    }
  }

  @usableFromInline
  func decodeSelected(_ reader: inout OctetReader) throws(ProfileError) -> Root {
    try selected(reader.context).core.decode(&reader)
  }

  func encodeBody(_ root: Root, _ writer: inout OctetWriter) throws(ProfileError) {
    guard isVarying else { return try core.encode(root, &writer) }
    try selected(writer.context).core.encode(root, &writer)
  }
}
