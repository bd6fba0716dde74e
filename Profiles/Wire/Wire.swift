/// How one value lies in octets, and how it reads as text.
///
/// The static members are the forms that exist; ``init(kind:size:decode:encode:text:parse:)``
/// makes another one. A form never traps: what does not fit throws a ``ProfileError``, to which
/// the layout adds the name of the field.
public struct Wire<Value>: Sendable {
  /// Takes the value from octets.
  public typealias Decode = @Sendable (inout OctetReader) throws(ProfileError) -> Value
  /// Appends the value to octets.
  public typealias Encode = @Sendable (Value, inout OctetWriter) throws(ProfileError) -> Void
  /// Takes the value from a text without unit.
  public typealias Parse = @Sendable (String) throws(ProfileError) -> Value

  /// The form's name in documentation, such as `int8 × 0.015625`.
  public let kind: String
  /// The fewest octets that the form takes.
  public let minimumSize: Int
  /// The most octets that the form takes, `nil` without limit.
  public let maximumSize: Int?

  let decode: Decode
  let encode: Encode
  let text: @Sendable (Value) -> String
  let parse: Parse

  /// Makes a form from its two directions in octets and its two directions in text.
  ///
  /// The law to keep: decoding what was encoded gives the value back, and so does parsing what
  /// was printed.
  public init(
    kind: String, size: ClosedRange<Int>, decode: @escaping Decode, encode: @escaping Encode,
    text: @escaping @Sendable (Value) -> String, parse: @escaping Parse
  ) {
    self.kind = kind
    minimumSize = size.lowerBound
    maximumSize = size.upperBound == .max ? nil : size.upperBound
    self.decode = decode
    self.encode = encode
    self.text = text
    self.parse = parse
  }
}
