/// A form that only Swift code can read and write; a name stands for it in exports.
public final class CustomForm: Sendable {
  /// The name in documentation and exports.
  public let name: String
  /// The fewest octets that the form takes.
  public let minimumSize: Int
  /// The most octets that the form takes, `nil` without limit.
  public let maximumSize: Int?
  /// Whether a record need not have the value.
  public let isOptional: Bool

  let decode: @Sendable (inout OctetReader) throws(ProfileError) -> ProfileDatum
  let encode: @Sendable (ProfileDatum, inout OctetWriter) throws(ProfileError) -> Void
  let text: @Sendable (ProfileDatum) -> String
  let parse: @Sendable (String) throws(ProfileError) -> ProfileDatum

  /// Makes a form from its two directions in octets and its two directions in text.
  public init(
    name: String, size: ClosedRange<Int>, isOptional: Bool = false,
    decode: @escaping @Sendable (inout OctetReader) throws(ProfileError) -> ProfileDatum,
    encode: @escaping @Sendable (ProfileDatum, inout OctetWriter) throws(ProfileError) -> Void,
    text: @escaping @Sendable (ProfileDatum) -> String,
    parse: @escaping @Sendable (String) throws(ProfileError) -> ProfileDatum
  ) {
    self.name = name
    minimumSize = size.lowerBound
    maximumSize = size.upperBound == .max ? nil : size.upperBound
    self.isOptional = isOptional
    self.decode = decode
    self.encode = encode
    self.text = text
    self.parse = parse
  }
}

extension CustomForm: Hashable {
  /// Two forms with one name are the same form.
  public static func == (left: CustomForm, right: CustomForm) -> Bool { left.name == right.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
