/// Octets that do not fit a layout, or a value that does not fit its octets.
///
/// The description names the characteristic, the field, the offset and what would have fitted.
/// A `catch` matches by code, whatever the static type of the error:
///
/// ```swift
/// do { … } catch ProfileError.truncated { … }
/// ```
public struct ProfileError: Error, Hashable, Sendable {
  /// The kind of a ``ProfileError``; later versions may add kinds.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the static member of ``ProfileError`` with this code.
    public let description: String

    /// Matches an error of any type that is a profile error with this code.
    public static func ~= (code: Code, error: any Error) -> Bool {
      (error as? ProfileError)?.code == code
    }
  }

  /// The octets end before the field does.
  public static let truncated = Code(description: "truncated")
  /// Octets follow the last field.
  public static let trailing = Code(description: "trailing")
  /// A number is outside the range of its field or of its wire form.
  public static let outOfRange = Code(description: "outOfRange")
  /// Octets or text have no meaning for the field.
  public static let badValue = Code(description: "badValue")
  /// The checksum is not the one of the octets before it.
  public static let badChecksum = Code(description: "badChecksum")
  /// A layout needs a value from elsewhere that the context does not have.
  public static let missingContext = Code(description: "missingContext")
  /// A field has no value in a set of named values.
  public static let missingField = Code(description: "missingField")
  /// A set of named values has a name that is no field.
  public static let unknownField = Code(description: "unknownField")
  /// The definition of the layout cannot work, whatever the octets.
  public static let badLayout = Code(description: "badLayout")
  /// A text is no JSON, or its JSON is no profile or no set of named values.
  public static let badJSON = Code(description: "badJSON")

  /// The kind of error.
  public let code: Code
  /// The name of the characteristic, if the layout belongs to one.
  public internal(set) var characteristic: String?
  /// The name of the field; none for ``trailing``.
  public internal(set) var field: String?
  /// Where the field starts in the octets; none when a value was to be written.
  public internal(set) var offset: Int?
  /// How many octets the field needs, for ``truncated``.
  public internal(set) var needed: Int?
  /// How many octets were there, for ``truncated`` and ``trailing``.
  public internal(set) var available: Int?
  /// The offending value as text with its unit.
  public internal(set) var value: String?
  /// What would have been accepted, as text.
  public internal(set) var allowed: String?
}

extension ProfileError {
  /// Reports octets that end too early.
  public static func truncated(needed: Int, available: Int, offset: Int) -> ProfileError {
    var error = ProfileError(code: truncated)
    error.needed = needed
    error.available = available
    error.offset = offset
    return error
  }

  /// Reports a number outside its range; `offset` is `nil` when it was to be written.
  public static func outOfRange(
    _ value: String, allowed: String, offset: Int? = nil
  ) -> ProfileError {
    var error = ProfileError(code: outOfRange)
    error.value = value
    error.allowed = allowed
    error.offset = offset
    return error
  }

  /// Reports octets or text without meaning; `offset` is `nil` when it was to be written.
  public static func badValue(
    _ value: String, allowed: String, offset: Int? = nil
  ) -> ProfileError {
    var error = ProfileError(code: badValue)
    error.value = value
    error.allowed = allowed
    error.offset = offset
    return error
  }

  static func badLayout(_ layout: DynamicLayout) -> ProfileError {
    var error = ProfileError(code: badLayout)
    error.value = layout.mistake
    return error
  }

  package static func badJSON(
    _ value: String, allowed: String, path: String = "", offset: Int? = nil
  ) -> ProfileError {
    var error = ProfileError(code: badJSON)
    error.value = value
    error.allowed = allowed
    error.field = path.isEmpty ? nil : path
    error.offset = offset
    return error
  }

  static func trailing(_ count: Int, offset: Int) -> ProfileError {
    var error = ProfileError(code: trailing)
    error.available = count
    error.offset = offset
    return error
  }

  static func badChecksum(_ sent: UInt16, expected: UInt16, offset: Int) -> ProfileError {
    var error = ProfileError(code: badChecksum)
    error.value = String(sent, radix: 16, uppercase: true)
    error.allowed = String(expected, radix: 16, uppercase: true)
    error.offset = offset
    return error
  }

  static func missingContext(_ key: String) -> ProfileError {
    var error = ProfileError(code: missingContext)
    error.value = key
    return error
  }

  static func badContext(_ key: String, _ value: ProfileDatum, allowed: String) -> ProfileError {
    badValue("\(value.printed) for \(key) in the context", allowed: allowed)
  }

  static func missing(_ field: String) -> ProfileError {
    var error = ProfileError(code: missingField)
    error.field = field
    return error
  }

  static func unknown(_ field: String, allowed: [String]) -> ProfileError {
    var error = ProfileError(code: unknownField)
    error.field = field
    error.allowed = allowed.joined(separator: ", ")
    return error
  }

  /// The same error in a field: a name that is there is kept, a place in it is put behind.
  func inField(_ name: String) -> ProfileError {
    var error = self
    guard let inner = field, !inner.isEmpty else {
      error.field = name
      return error
    }
    if inner.hasPrefix(".") || inner.hasPrefix("[") { error.field = name + inner }
    return error
  }

  /// The same error at a place in a field: `.` for a nested group, `[3]` for an element.
  @usableFromInline
  func under(_ place: String) -> ProfileError {
    var error = self
    guard let inner = field, !inner.isEmpty else {
      error.field = place == "." ? nil : place
      return error
    }
    let isJoined = place == "." || inner.hasPrefix(".") || inner.hasPrefix("[")
    error.field = place + (isJoined ? inner : "." + inner)
    return error
  }

  /// The same error where it was found in the octets, unless it says so.
  func at(_ offset: Int) -> ProfileError {
    var error = self
    error.offset = self.offset ?? offset
    return error
  }

  /// Whether value and allowed range are numbers that take the field's unit.
  var isAboutQuantity: Bool {
    code == Self.outOfRange || allowed?.hasPrefix("a multiple of ") == true
  }

  /// The same error with the name of the characteristic, unless it has one.
  @usableFromInline
  func inCharacteristic(_ name: String) -> ProfileError {
    var error = self
    error.characteristic = characteristic ?? name
    return error
  }
}
