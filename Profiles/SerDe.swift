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

  /// The value of octets, `nil` if they do not fit its layout.
  public static func deserialize<Value: ProfileValue>(_ data: Data) -> Value? {
    try? Value(profileData: data)
  }
}
