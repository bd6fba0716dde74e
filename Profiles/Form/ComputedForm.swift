/// Values that Swift code computes from octets and context; a name stands for it in exports.
public final class ComputedForm: Sendable {
  /// The name in documentation and exports.
  public let name: String
  /// The values that it gives.
  public let fields: [FieldSchema]
  /// The layout of the octets from which it computes.
  public let source: DynamicLayout
  /// The keys of the context that it asks for.
  public let contextKeys: [String]

  let decode: @Sendable (inout OctetReader) throws(ProfileError) -> ProfileRecord
  let encode: @Sendable (ProfileRecord, inout OctetWriter) throws(ProfileError) -> Void

  var minimumSize: Int { source.minimumSize }
  var maximumSize: Int? { source.maximumSize }

  init(
    name: String, fields: [FieldSchema], source: DynamicLayout, contextKeys: [String],
    decode: @escaping @Sendable (inout OctetReader) throws(ProfileError) -> ProfileRecord,
    encode: @escaping @Sendable (ProfileRecord, inout OctetWriter) throws(ProfileError) -> Void
  ) {
    self.name = name
    self.fields = fields
    self.source = source
    self.contextKeys = contextKeys
    self.decode = decode
    self.encode = encode
  }
}

extension ComputedForm: Hashable {
  /// Two forms with one name are the same form.
  public static func == (left: ComputedForm, right: ComputedForm) -> Bool {
    left.name == right.name
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
