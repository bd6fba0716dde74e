public import FoundationEssentials

extension Layout {
  /// The layout of a value that is a single field named `value`.
  public static func single(
    _ wire: Wire<Root>, name: String = "value", unit: ProfileUnit? = nil
  ) -> Layout {
    Layout({ $0 }) { Field(name, \.self, wire, unit: unit) }
  }
}

extension UInt8: ProfileValue {
  /// One octet.
  public static let profileLayout = Layout<UInt8>.single(.uint8())
}

extension Int8: ProfileValue {
  /// One octet with sign.
  public static let profileLayout = Layout<Int8>.single(.int8())
}

extension UInt16: ProfileValue {
  /// Two octets, least significant first.
  public static let profileLayout = Layout<UInt16>.single(.uint16())
}

extension Int16: ProfileValue {
  /// Two octets with sign, least significant first.
  public static let profileLayout = Layout<Int16>.single(.int16())
}

extension UInt32: ProfileValue {
  /// Four octets, least significant first.
  public static let profileLayout = Layout<UInt32>.single(.uint32())
}

extension Int32: ProfileValue {
  /// Four octets with sign, least significant first.
  public static let profileLayout = Layout<Int32>.single(.int32())
}

extension UInt64: ProfileValue {
  /// Eight octets, least significant first.
  public static let profileLayout = Layout<UInt64>.single(.uint64())
}

extension Int64: ProfileValue {
  /// Eight octets with sign, least significant first.
  public static let profileLayout = Layout<Int64>.single(.int64())
}

extension Bool: ProfileValue {
  /// One octet, 0 or 1.
  public static let profileLayout = Layout<Bool>.single(.bool)
}

extension String: ProfileValue {
  /// UTF-8 text of at most 512 octets, the limit of an attribute.
  public static let profileLayout = Layout<String>.single(.utf8())
}

extension Data: ProfileValue {
  /// At most 512 octets, the limit of an attribute.
  public static let profileLayout = Layout<Data>.single(.opaque())
}
