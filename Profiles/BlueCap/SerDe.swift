public import FoundationEssentials

/// BlueCap's names for turning values into octets and back, without the reasons of failures.
///
/// New code uses ``ProfileValue/profileData()`` and ``ProfileValue/init(profileData:)``, which
/// say what does not fit.
public enum SerDe {
  /// The octets of a value, `nil` if a field is out of its range.
  public static func serialize(_ value: some ProfileValue) -> Data? {
    try? value.profileData()
  }

  /// The value of octets, `nil` if they do not fit its layout; a number ignores octets after it.
  public static func deserialize<Value: ProfileValue>(_ data: Data) -> Value? {
    guard let number = Value.self as? any Deserializable.Type else {
      return try? Value(profileData: data)
    }
    return number.first(of: data) as? Value
  }

  /// The octets of numbers one after the other, `nil` if one has none.
  public static func serialize(_ values: [some Deserializable]) -> Data? {
    try? values.reduce(into: Data()) { data, value in data += try value.profileData() }
  }

  /// The numbers of octets; octets that are no whole number are left out.
  public static func deserialize<Value: Deserializable>(_ data: Data) -> [Value] {
    Value.deserialize(data)
  }

  /// The octets of two numbers one after the other, `nil` if one has none.
  public static func serialize(
    _ value1: some Deserializable, value2: some Deserializable
  ) -> Data? {
    try? value1.profileData() + value2.profileData()
  }

  /// The octets of the numbers of two lists, `nil` if one has none.
  public static func serialize(
    _ values1: [some Deserializable], values2: [some Deserializable]
  ) -> Data? {
    guard let first = serialize(values1), let second = serialize(values2) else { return nil }
    return first + second
  }
}
