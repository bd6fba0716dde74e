public import FoundationEssentials

/// A layout as data: what a ``Layout`` tells of itself, or one that exists only at run time.
///
/// It decodes to named values and encodes them, with the same rules and errors as typed layouts:
///
/// ```swift
/// let layout = DynamicLayout([
///   FieldSchema("temperature", .integer(IntegerForm(size: 2, isSigned: true),
///     .number(NumberMeaning(scale: Scale(1, d: -2)))), unit: .celsius)
/// ])
/// try layout.decode(Data([0x64, 0x08]))["temperature_degC"]  // 21.48
/// ```
public struct DynamicLayout: Hashable, Sendable {
  /// What lies after prefix and flags.
  public enum Body: Hashable, Sendable {
    /// Fields, one after the other.
    case fields([FieldSchema])
    /// One of several layouts, chosen by an op code or frame type.
    case union(UnionForm)
    /// Values that Swift code computes from the octets; a name stands for it in exports.
    case computed(ComputedForm)
  }

  /// Another layout that takes the place of this one in a context.
  public struct Variant: Hashable, Sendable {
    /// When it does.
    public let match: ContextMatch
    /// The layout.
    public let layout: DynamicLayout

    /// Makes a variant.
    public init(_ match: ContextMatch, _ layout: DynamicLayout) {
      self.match = match
      self.layout = layout
    }
  }

  /// Octets that every value begins with.
  public var prefix: [UInt8]
  /// The word after the prefix whose bits say what follows.
  public var flags: FlagsForm?
  /// What lies after prefix and flags.
  public var body: Body
  /// What decoding does with octets after the last field.
  public var trailing: TrailingPolicy
  /// Other layouts, the first that matches the context counts.
  public var variants: [Variant]

  /// Makes a layout.
  public init(
    prefix: [UInt8] = [], flags: FlagsForm? = nil, _ body: Body,
    trailing: TrailingPolicy = .reject, variants: [Variant] = []
  ) {
    self.prefix = prefix
    self.flags = flags
    self.body = body
    self.trailing = trailing
    self.variants = variants
  }

  /// Makes a layout of fields.
  public init(_ fields: [FieldSchema], flags: FlagsForm? = nil, trailing: TrailingPolicy = .reject)
  {
    self.init(flags: flags, .fields(fields), trailing: trailing)
  }

  /// Takes named values from octets.
  public func decode(
    _ data: Data, context: ProfileContext = ProfileContext()
  ) throws(ProfileError) -> ProfileRecord {
    // Data's own `withUnsafeBytes` passes on only untyped errors.
    try data.bytes.withUnsafeBytes { octets throws(ProfileError) in
      var reader = OctetReader(octets, context: context)
      let record: ProfileRecord
      do throws(ProfileError) {
        record = try decodeBody(&reader)
      } catch {
        throw aboutLength(error, reader)
      }
      guard reader.available == 0 || selected(context).trailing == .ignore else {
        throw .trailing(reader.available, offset: reader.offset)
      }
      return record
    }
  }

  /// Gives the octets of named values; each may be under its key or its name.
  ///
  /// Numbers may also be texts, codes may be names, and flags, sizes and checksums are computed.
  /// A missing value and a name that is no field are errors.
  public func encode(
    _ record: ProfileRecord, context: ProfileContext = ProfileContext()
  ) throws(ProfileError) -> Data {
    try checkNames(in: record, context)
    var writer = OctetWriter(capacity: minimumSize, context: context)
    try encodeBody(record, &writer)
    return writer.data
  }

  /// The layout that counts in a context.
  public func selected(_ context: ProfileContext) -> DynamicLayout {
    guard let variant = variants.first(where: { $0.match.matches(context) }) else { return self }
    return variant.layout.selected(context)
  }
}

extension DynamicLayout {
  /// The fields in their order; of a union, the tag and then the fields of all its cases.
  public var fields: [FieldSchema] {
    switch body {
    case .fields(let fields): fields
    case .computed(let form): form.fields
    case .union(let union): [union.tagSchema] + union.cases.flatMap(\.layout.fields)
    }
  }

  /// The fewest octets of a value.
  public var minimumSize: Int {
    let own = prefix.count + (flags?.integer.size ?? 0)
    return switch body {
    case .fields(let fields): fields.reduce(own) { $0.plus($1.minimumSize) }
    case .computed(let form): own.plus(form.minimumSize)
    case .union(let union):
      own.plus(union.cases.map { $0.prefix.count.plus($0.layout.minimumSize) }.min() ?? 0)
    }
  }

  /// The most octets of a value, `nil` without limit.
  public var maximumSize: Int? {
    let own = prefix.count + (flags?.integer.size ?? 0)
    switch body {
    case .fields(let fields):
      return fields.reduce(own) { sum, field in field.maximumSize.flatMap { sum?.plus($0) } }
    case .computed(let form):
      return form.maximumSize?.plus(own)
    case .union(let union):
      let sizes = union.cases.map { one in one.layout.maximumSize?.plus(one.prefix.count) }
      guard !union.keepsOthers, !sizes.contains(nil) else { return nil }
      return own.plus(sizes.compactMap(\.self).max() ?? 0)
    }
  }

  /// The keys of the context that the layout and its parts ask for, each once.
  public var contextKeys: [String] {
    var keys = variants.flatMap { [$0.match.key] + $0.layout.contextKeys }
    switch body {
    case .fields(let fields): keys += fields.flatMap(\.form.contextKeys)
    case .computed(let form): keys += form.contextKeys
    case .union(let union): keys += union.cases.flatMap(\.layout.contextKeys)
    }
    var seen: Set<String> = []
    return keys.filter { seen.insert($0).inserted }
  }
}

extension WireForm {
  var contextKeys: [String] {
    switch self {
    case .record(let layout, _): layout.contextKeys
    case .list(_, let inner), .sized(_, let inner), .when(_, let inner), .padded(_, let inner),
      .limited(_, let inner):
      inner.contextKeys
    case .either(let either): either.clear.form.contextKeys + either.set.form.contextKeys
    default: []
    }
  }
}
