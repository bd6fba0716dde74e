public import FoundationEssentials

/// What a layout must know from elsewhere: other characteristics' values and facts of the device.
///
/// ```swift
/// let context: ProfileContext = ["model": "CC2541", "firmware": "1.5"]
/// ```
public struct ProfileContext: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// The values by their keys; a layout's ``DynamicLayout/contextKeys`` names those it asks for.
  public var values: [String: ProfileDatum]

  /// Makes a context of values.
  public init(_ values: [String: ProfileDatum] = [:]) {
    self.values = values
  }

  /// Makes a context of values.
  public init(dictionaryLiteral elements: (String, ProfileDatum)...) {
    values = Dictionary(elements) { _, last in last }
  }

  /// The value of a key.
  public subscript(key: String) -> ProfileDatum? {
    get { values[key] }
    set { values[key] = newValue }
  }

  /// The text of a key, or the error that names the missing key.
  public func text(_ key: String) throws(ProfileError) -> String {
    let value = try value(key)
    guard let text = value.text else { throw .badContext(key, value, allowed: "a text") }
    return text
  }

  /// The number of a key, or the error that names the missing key.
  public func number(_ key: String) throws(ProfileError) -> Double {
    let value = try value(key)
    guard let number = value.doubleValue else { throw .badContext(key, value, allowed: "a number") }
    return number
  }

  /// The octets of a key, or the error that names the missing key.
  public func octets(_ key: String) throws(ProfileError) -> Data {
    let value = try value(key)
    guard let octets = value.octets else {
      throw .badContext(key, value, allowed: "pairs of hexadecimal digits")
    }
    return octets
  }

  private func value(_ key: String) throws(ProfileError) -> ProfileDatum {
    guard let value = values[key] else { throw .missingContext(key) }
    return value
  }
}

/// Chooses a variant of a layout by the context.
public struct ContextMatch: Hashable, Sendable {
  /// What the value of the key must be.
  public enum Rule: Hashable, Sendable {
    /// The text or number is this, whatever the case of the letters.
    case equals(String)
    /// The text is a version from this one on, such as `1.5`; text after the digits is ignored.
    case versionAtLeast(String)
    /// The number has this bit set, as in a feature characteristic.
    case bit(Int)
  }

  /// The key of the context.
  public let key: String
  /// What its value must be.
  public let rule: Rule

  /// Makes a condition on the value of a key.
  public init(_ key: String, _ rule: Rule) {
    self.key = key
    self.rule = rule
  }

  /// Whether the context has the key and its value is as demanded.
  public func matches(_ context: ProfileContext) -> Bool {
    guard let value = context[key] else { return false }
    switch rule {
    case .equals(let text):
      if let number = ProfileDecimal(text), let given = value.number {
        return given.isEqual(to: number)
      }
      return value.text?.lowercased() == text.lowercased()
    case .versionAtLeast(let text):
      guard let given = value.text else { return false }
      return !Self.version(given).lexicographicallyPrecedes(Self.version(text))
    case .bit(let bit):
      guard let word = value.number?.whole, (0..<127).contains(bit) else { return false }
      return word >> Int128(bit) & 1 == 1
    }
  }

  private static func version(_ text: String) -> [Int] {
    let digits = text.trimmed.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    var parts = digits.split(separator: ".").map { Int($0) ?? .max }
    // 1.5 and 1.5.0 are the same version.
    while parts.last == 0 { parts.removeLast() }
    return parts
  }
}
