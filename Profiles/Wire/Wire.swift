/// How one value lies in octets, and how it shows to tools.
///
/// The static members are the forms that exist. ``init(form:datum:value:)`` gives a form another
/// Swift type, and ``init(kind:size:decode:encode:text:parse:)`` makes a form of its own. A form
/// never traps: what does not fit throws a ``ProfileError``, to which the layout adds the name of
/// the field.
public struct Wire<Value>: Sendable {
  /// Takes the value from octets.
  public typealias Decode = @Sendable (inout OctetReader) throws(ProfileError) -> Value
  /// Appends the value to octets.
  public typealias Encode = @Sendable (Value, inout OctetWriter) throws(ProfileError) -> Void
  /// Takes the value from a text without unit.
  public typealias Parse = @Sendable (String) throws(ProfileError) -> Value
  /// Decides the bits of the flags word that the value asks for.
  typealias Mark = @Sendable (Value, inout FlagWord) throws(ProfileError) -> Void
  /// The value for tools, `nil` if it is not there.
  public typealias Show = @Sendable (Value) -> ProfileDatum?
  /// Takes the value from tools, `nil` if it is not there.
  public typealias Accept = @Sendable (ProfileDatum?) throws(ProfileError) -> Value

  /// The form as data.
  public let form: WireForm

  @usableFromInline let decode: Decode
  let encode: Encode
  let datum: Show
  let value: Accept
  let mark: Mark?
  /// How a plain number, or three of them, is read without calling a closure.
  @usableFromInline let plan: NumberPlan?

  init(
    form: WireForm, plan: NumberPlan? = nil, decode: @escaping Decode, encode: @escaping Encode,
    datum: @escaping Show, value: @escaping Accept, mark: Mark? = nil
  ) {
    self.form = form
    self.plan = plan
    self.decode = decode
    self.encode = encode
    self.datum = datum
    self.value = value
    self.mark = mark
  }

  /// Takes the value from octets, a plain number without calling a closure.
  @inlinable @inline(__always)
  func read(_ reader: inout OctetReader) throws(ProfileError) -> Value {
    // Where this is specialised, the comparisons of types are decided by the compiler.
    if let plan {
      if Value.self == Double.self {
        return unsafeBitCast(try plan.double(&reader), to: Value.self)
      }
      if Value.self == Int.self {
        return unsafeBitCast(try plan.integer(&reader), to: Value.self)
      }
    }
    return try decode(&reader)
  }

  /// Gives a form another Swift type by its two directions; the octets are the form's.
  public init(form: WireForm, datum: @escaping Show, value: @escaping Accept) {
    self.init(
      form: form,
      decode: { reader throws(ProfileError) in try value(try form.decode(&reader)) },
      encode: { root, writer throws(ProfileError) in try form.encode(datum(root), &writer) },
      datum: datum, value: value, mark: Self.mark(form, datum))
  }

  /// Decides the bits by the form, `nil` if it asks for none.
  static func mark(_ form: WireForm, _ datum: @escaping Show) -> Mark? {
    guard form.hasMarks else { return nil }
    return { root, word throws(ProfileError) in
      try form.mark(datum(root), &word, ProfileContext())
    }
  }

  /// The form's name in documentation, such as `int8 × 0.015625`.
  public var kind: String { form.kind }
  /// The fewest octets that the form takes.
  public var minimumSize: Int { form.minimumSize }
  /// The most octets that the form takes, `nil` without limit.
  public var maximumSize: Int? { form.maximumSize }
}

extension Wire where Value: Sendable {
  /// Makes a form from its two directions in octets and its two directions in text.
  ///
  /// The law to keep: decoding what was encoded gives the value back, and so does parsing what
  /// was printed. Tools show the value as its text.
  public init(
    kind: String, size: ClosedRange<Int>, decode: @escaping Decode, encode: @escaping Encode,
    text: @escaping @Sendable (Value) -> String, parse: @escaping Parse
  ) {
    let custom = CustomForm(
      name: kind, size: size,
      decode: { reader throws(ProfileError) in .text(text(try decode(&reader))) },
      encode: { datum, writer throws(ProfileError) in
        try encode(try parse(datum.text ?? ""), &writer)
      },
      text: { $0.text ?? $0.printed }, parse: { text throws(ProfileError) in .text(text) })
    self.init(
      form: .custom(custom), decode: decode, encode: encode,
      datum: { .text(text($0)) },
      value: { datum throws(ProfileError) in try parse(datum?.text ?? "") })
  }
}

extension WireForm {
  /// Whether a value decides bits of the flags word.
  var hasMarks: Bool {
    switch self {
    case .bits, .when, .either: true
    case .padded(_, let inner), .limited(_, let inner): inner.hasMarks
    case .record(let layout, .inline): layout.hasMarks
    default: false
    }
  }
}

extension DynamicLayout {
  /// Whether a value decides bits of the flags word of the layout around this one.
  var hasMarks: Bool {
    guard flags == nil, case .fields(let fields) = body else { return false }
    return fields.contains(where: \.form.hasMarks)
  }

  /// Decides the bits that named values ask for.
  func mark(
    _ record: ProfileRecord, _ word: inout FlagWord, _ context: ProfileContext
  ) throws(ProfileError) {
    guard hasMarks else { return }
    for field in fields {
      let value = try field.datum(in: record, context)
      try field.explaining { () throws(ProfileError) in
        try field.form.mark(value, &word, context)
      }
    }
  }
}
