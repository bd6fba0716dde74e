extension Layout {
  /// Makes a layout whose values are computed from those of another, and from the context.
  ///
  /// Both directions are given; what they compute from is ordinary octets:
  ///
  /// ```swift
  /// Layout(
  ///   computed: "ti-barometer", from: rawLayout, needs: ["calibration"],
  ///   decode: { raw, context throws(ProfileError) in … },
  ///   encode: { value, context throws(ProfileError) in … },
  ///   Barometer.init(temperature:pressure:)
  /// ) {
  ///   Field("temperature", \.temperature, .shown(decimals: 2), unit: .celsius)
  ///   Field("pressure", \.pressure, .shown(decimals: 1), unit: .pascal)
  /// }
  /// ```
  public init<Source: Sendable, each Value>(
    computed name: String, from source: Layout<Source>, needs contextKeys: [String] = [],
    decode: @escaping @Sendable (Source, ProfileContext) throws(ProfileError) -> Root,
    encode: @escaping @Sendable (Root, ProfileContext) throws(ProfileError) -> Source,
    _ make: @escaping @Sendable (repeat each Value) -> Root,
    @FieldBuilder<Root> fields: () -> Fields<Root, repeat each Value>
  ) {
    let fields = fields()
    let core = Core(
      decode: { reader throws(ProfileError) in
        try decode(try source.decodeBody(&reader), reader.context)
      },
      encode: { root, writer throws(ProfileError) in
        try source.encodeBody(try encode(root, writer.context), &writer)
      },
      record: { fields.record(of: $0) },
      value: { record, context throws(ProfileError) in
        try fields.value(from: record, context, make)
      })
    let form = ComputedForm(
      name: name, fields: fields.schema, source: source.dynamic, contextKeys: contextKeys,
      decode: { reader throws(ProfileError) in core.record(try core.decode(&reader)) },
      encode: { record, writer throws(ProfileError) in
        try core.encode(try core.value(record, writer.context), &writer)
      })
    self.init(
      dynamic: DynamicLayout(.computed(form), trailing: source.dynamic.trailing), core: core)
  }
}

extension Wire where Value == Double {
  /// A number of a computed layout: it has no octets of its own.
  public static func shown(decimals: Int = 2) -> Wire {
    let form = CustomForm(
      name: "computed", size: 0...0,
      decode: { _ throws(ProfileError) in throw .badValue("no octets", allowed: "a number") },
      encode: { _, _ in },
      text: { datum in datum.doubleValue.map { fixed($0, decimals: decimals) } ?? datum.printed },
      parse: { text throws(ProfileError) in
        guard let number = ProfileDecimal(text.trimmed) else {
          throw .badValue("\"\(text)\"", allowed: "a number")
        }
        return .decimal(number)
      })
    return Wire(
      form: .custom(form), datum: { .real($0) },
      value: { datum throws(ProfileError) in try datum.required().real() })
  }
}
