/// A JSON value whose members keep their order and whose numbers keep their digits.
///
/// What tools print and read: named values, and profiles as documents. ``init(parsing:)`` reads a text
/// strictly and ``description`` prints one line; both together lose nothing.
public indirect enum ProfileJSON: Hashable, Sendable {
  /// A member of an object.
  public struct Member: Hashable, Sendable {
    /// The name, unique in its object.
    public let key: String
    /// The value.
    public let value: ProfileJSON

    /// Makes a member.
    public init(_ key: String, _ value: ProfileJSON) {
      self.key = key
      self.value = value
    }
  }

  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number with the decimals that it is written with.
  case number(ProfileDecimal)
  /// A whole number over the range of `Int128`.
  case unsigned(UInt128)
  /// A text.
  case string(String)
  /// Values in an order.
  case array([ProfileJSON])
  /// Named values in an order.
  case object([Member])
}

extension ProfileJSON {
  /// The value of a member, `nil` if this is no object or has no such member.
  public subscript(key: String) -> ProfileJSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// An object of the members that there are.
  static func members(_ members: [(String, ProfileJSON?)]) -> ProfileJSON {
    .object(members.compactMap { key, value in value.map { Member(key, $0) } })
  }

  /// A whole number.
  static func whole(_ number: some FixedWidthInteger) -> ProfileJSON {
    guard let number = Int128(exactly: number) else {
      return .unsigned(UInt128(truncatingIfNeeded: number))
    }
    return .number(ProfileDecimal(significand: number))
  }

  /// The kind of value for errors.
  var kind: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number, .unsigned: description
    case .string(let text): text.utf8.count <= 40 ? description : "a text"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension ProfileJSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A whole number.
  public init(integerLiteral value: Int64) { self = .whole(value) }
  /// A truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Values in an order.
  public init(arrayLiteral elements: ProfileJSON...) { self = .array(elements) }
  /// Named values in an order.
  public init(dictionaryLiteral elements: (String, ProfileJSON)...) {
    self = .object(elements.map { Member($0, $1) })
  }
}
