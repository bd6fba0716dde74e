extension Descriptors {
  /// How a value lies in octets.
  public struct Format: OpenEnumeration, ProfileValue {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any octet.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// A truth value.
    public static let boolean = Format(rawValue: 1)
    /// A number of 8 bits without sign.
    public static let uint8 = Format(rawValue: 4)
    /// A number of 16 bits without sign.
    public static let uint16 = Format(rawValue: 6)
    /// A number of 24 bits without sign.
    public static let uint24 = Format(rawValue: 7)
    /// A number of 32 bits without sign.
    public static let uint32 = Format(rawValue: 8)
    /// A number of 8 bits with sign.
    public static let int8 = Format(rawValue: 12)
    /// A number of 16 bits with sign.
    public static let int16 = Format(rawValue: 14)
    /// A number of 24 bits with sign.
    public static let int24 = Format(rawValue: 15)
    /// A number of 32 bits with sign.
    public static let int32 = Format(rawValue: 16)
    /// An IEEE 754 number of 32 bits.
    public static let float32 = Format(rawValue: 20)
    /// An IEEE 754 number of 64 bits.
    public static let float64 = Format(rawValue: 21)
    /// An IEEE 11073 number of 16 bits.
    public static let medfloat16 = Format(rawValue: 22)
    /// An IEEE 11073 number of 32 bits.
    public static let medfloat32 = Format(rawValue: 23)
    /// A text.
    public static let utf8 = Format(rawValue: 25)
    /// Octets without structure.
    public static let opaque = Format(rawValue: 27)

    /// The codes that have a name.
    public static let names: [(code: Format, name: String)] = [
      (.boolean, "bool"),
      (.uint8, "uint8"),
      (.uint16, "uint16"),
      (.uint24, "uint24"),
      (.uint32, "uint32"),
      (.int8, "int8"),
      (.int16, "int16"),
      (.int24, "int24"),
      (.int32, "int32"),
      (.float32, "float32"),
      (.float64, "float64"),
      (.medfloat16, "medfloat16"),
      (.medfloat32, "medfloat32"),
      (.utf8, "utf8"),
      (.opaque, "opaque"),
    ]

    /// One octet.
    public static let profileLayout = Layout<Format>.single(
      .enumeration(style: .code), name: "format")
  }

  /// How a value is to be shown (2904).
  public struct PresentationFormat: ProfileValue, Hashable {
    /// How the value lies in octets.
    public var format: Format
    /// The power of ten of a whole number.
    public var exponent: Int
    /// The UUID of the unit.
    public var unit: UInt16
    /// Whose the description is; 1 is the Bluetooth SIG.
    public var namespace: UInt8
    /// What is described, a number of the namespace.
    public var description: UInt16

    /// Makes a format.
    public init(
      format: Format, exponent: Int = 0, unit: UInt16, namespace: UInt8 = 1, description: UInt16 = 0
    ) {
      self.format = format
      self.exponent = exponent
      self.unit = unit
      self.namespace = namespace
      self.description = description
    }

    /// Seven octets.
    public static let profileLayout = Layout<PresentationFormat>(
      PresentationFormat.init(format:exponent:unit:namespace:description:)
    ) {
      Field("format", \.format, .enumeration(style: .code))
      Field("exponent", \.exponent, .int8())
      Field("unit", \.unit, .uint16())
      Field("namespace", \.namespace, .uint8())
      Field("description", \.description, .uint16())
    }
  }
}
