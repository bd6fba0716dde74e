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
/// let layout = Layout<Acceleration>(Acceleration.init(x:y:z:)) {
///   Field("x", \.x, .int8(scale: 1.0 / 64), unit: .standardGravity)
///   Field("y", \.y, .int8(scale: 1.0 / 64), unit: .standardGravity)
///   Field("z", \.z, .int8(scale: 1.0 / 64), unit: .standardGravity)
/// }
/// ```
///
/// Two laws hold: decoding what was encoded gives the value back, up to the rounding that the
/// wire form of a `Double` states, and encoding what was decoded gives the octets back.
public struct Layout<Root>: Sendable {
  /// The fields in their order.
  public let schema: [FieldSchema]

  /// The fewest octets of a value.
  public let minimumSize: Int

  private let decodeFields: @Sendable (inout OctetReader) throws(ProfileError) -> Root
  private let encodeFields: @Sendable (Root, inout OctetWriter) throws(ProfileError) -> Void
  private let textFields: @Sendable (Root) -> [(name: String, text: String)]
  private let parseFields: @Sendable ([String: String]) throws(ProfileError) -> Root
  private let trailing: TrailingPolicy

  /// Makes a layout from the value's initializer and one field for each of its arguments.
  public init<each Value>(
    _ make: @escaping @Sendable (repeat each Value) -> Root, trailing: TrailingPolicy = .reject,
    @FieldBuilder<Root> fields: () -> Fields<Root, repeat each Value>
  ) {
    let fields = fields()
    let schema = fields.schema
    self.schema = schema
    self.trailing = trailing
    minimumSize = schema.reduce(0) { $0 + $1.minimumSize }
    decodeFields = { reader throws(ProfileError) in try fields.decode(&reader, make) }
    encodeFields = { root, writer throws(ProfileError) in try fields.encode(root, &writer) }
    textFields = { fields.texts(of: $0) }
    parseFields = { texts throws(ProfileError) in
      let names = schema.map(\.name)
      for name in texts.keys.sorted() where !names.contains(name) {
        throw .unknown(name, allowed: names)
      }
      return try fields.parse(texts, make)
    }
  }

  /// Takes a value from octets; it allocates nothing that the value itself does not need.
  public func decode(_ data: Data) throws(ProfileError) -> Root {
    // Data's own `withUnsafeBytes` passes on only untyped errors.
    try data.bytes.withUnsafeBytes { octets throws(ProfileError) in
      var reader = OctetReader(octets)
      let root = try decodeFields(&reader)
      guard trailing == .ignore || reader.available == 0 else {
        throw .trailing(reader.available, offset: reader.offset)
      }
      return root
    }
  }

  /// Gives the octets of a value, or says which field does not fit.
  public func encode(_ root: Root) throws(ProfileError) -> Data {
    var writer = OctetWriter(capacity: minimumSize)
    try encodeFields(root, &writer)
    return writer.data
  }

  /// The fields' names and texts in engineering units, in the order of the layout.
  public func strings(of root: Root) -> [(name: String, text: String)] {
    textFields(root)
  }

  /// Takes a value from a text for each field; the units may be left out.
  ///
  /// A missing text and a name that is no field are errors. Ranges are checked when the value is
  /// encoded.
  public func value(from texts: [String: String]) throws(ProfileError) -> Root {
    try parseFields(texts)
  }
}
