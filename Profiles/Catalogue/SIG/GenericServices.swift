public import FoundationEssentials
public import GATT

extension BluetoothSIG {
  /// Generic Access: a device's name, its looks and how it likes to be connected.
  public struct GenericAccessService: ServiceProfile {
    /// `1800`.
    public static let uuid: BluetoothUUID = 0x1800
    /// The name in listings.
    public static let name = "Generic Access"

    /// The name of the device.
    public let deviceName = Self.deviceName
    /// What the device looks like.
    public let appearance = Self.appearance
    /// How the device likes to be connected.
    public let connectionParameters = Self.connectionParameters
    /// Whether the device resolves private addresses.
    public let addressResolution = Self.addressResolution

    /// Makes the profile.
    public init() {}

    /// The four characteristics in the order of the specification.
    public var characteristics: [AnyCharacteristicProfile] {
      [
        AnyCharacteristicProfile(deviceName), .init(appearance), .init(connectionParameters),
        .init(addressResolution),
      ]
    }
  }

  /// Generic Attribute: tells a client when the attributes of a device change.
  public struct GenericAttributeService: ServiceProfile {
    /// `1801`.
    public static let uuid: BluetoothUUID = 0x1801
    /// The name in listings.
    public static let name = "Generic Attribute"

    /// The handles whose attributes changed.
    public let serviceChanged = Self.serviceChanged
    /// A checksum of the attributes.
    public let databaseHash = Self.databaseHash

    /// Makes the profile.
    public init() {}

    /// The two characteristics in the order of the specification.
    public var characteristics: [AnyCharacteristicProfile] {
      [AnyCharacteristicProfile(serviceChanged), .init(databaseHash)]
    }

    /// Service Changed, 2A05.
    public static let serviceChanged = CharacteristicProfile<HandleRange>(
      "Service Changed", uuid: 0x2A05, properties: .indicate)

    /// Database Hash, 2B2A: 16 octets.
    public static let databaseHash = CharacteristicProfile<Data>(
      "Database Hash", uuid: 0x2B2A, properties: .read,
      layout: .single(.opaque(count: 16), name: "hash"))

    /// The handles whose attributes changed (Core Specification 5.4, Vol 3, Part G, 7.1).
    public struct HandleRange: ProfileValue, Hashable {
      /// The first handle, 1...65535.
      public var start: Int
      /// The last handle, 1...65535.
      public var end: Int

      /// Makes a range of handles, without arguments that of all.
      public init(start: Int = 1, end: Int = 0xFFFF) {
        self.start = start
        self.end = end
      }

      /// Four octets.
      public static let profileLayout = Layout<HandleRange>(HandleRange.init(start:end:)) {
        Field("startHandle", \.start, .uint16())
        Field("endHandle", \.end, .uint16())
      }
    }
  }
}

extension BluetoothSIG.GenericAccessService {
  /// Device Name, 2A00: at most 248 octets of UTF-8.
  public static let deviceName = CharacteristicProfile<String>(
    "Device Name", uuid: 0x2A00, properties: .read, initialValue: "",
    layout: .single(.utf8(limit: 248), name: "name"))

  /// Appearance, 2A01.
  public static let appearance = CharacteristicProfile<Appearance>(
    "Appearance", uuid: 0x2A01, properties: .read,
    initialValue: Appearance(category: 0, subcategory: 0))

  /// Peripheral Preferred Connection Parameters, 2A04.
  public static let connectionParameters = CharacteristicProfile<ConnectionParameters>(
    "Peripheral Preferred Connection Parameters", uuid: 0x2A04, properties: .read,
    initialValue: ConnectionParameters(
      minimumInterval: .special(.unspecified), maximumInterval: .special(.unspecified),
      latency: 0, timeout: .special(.unspecified)))

  /// Central Address Resolution, 2AA6: 0 or 1.
  public static let addressResolution = CharacteristicProfile<Bool>(
    "Central Address Resolution", uuid: 0x2AA6, properties: .read,
    layout: .single(.bool, name: "supported"))

  /// What a device looks like, by the Assigned Numbers of the SIG (Core Specification 5.4, Vol 3,
  /// Part C, 12.2).
  public struct Appearance: ProfileValue, Hashable {
    /// The kind of device, 0...1023; 0 is unknown.
    public var category: Int
    /// The kind within the category, 0...63; 0 is any.
    public var subcategory: Int

    /// Makes an appearance of its two parts.
    public init(category: Int, subcategory: Int) {
      self.category = category
      self.subcategory = subcategory
    }

    /// Makes an appearance of its number, such as 0x0341 for a heart rate belt.
    public init(_ number: UInt16) {
      self.init(category: Int(number >> 6), subcategory: Int(number & 0x3F))
    }

    /// Two octets: six bits under ten.
    public static let profileLayout = Layout<Appearance>(
      Appearance.init(category:subcategory:), flags: .uint16
    ) {
      Field("category", \.category, .bits(6..<16))
      Field("subcategory", \.subcategory, .bits(0..<6))
    }
  }

  /// How a device likes to be connected (Core Specification 5.4, Vol 3, Part C, 12.3).
  public struct ConnectionParameters: ProfileValue, Hashable {
    /// The shortest interval in ms, 7.5...4000 in steps of 1.25, or `unspecified`.
    public var minimumInterval: OrSpecial<Double>
    /// The longest interval in ms, 7.5...4000 in steps of 1.25, or `unspecified`.
    public var maximumInterval: OrSpecial<Double>
    /// How many intervals the device may skip, 0...499.
    public var latency: Int
    /// When the connection counts as lost in ms, 100...32000 in steps of 10, or `unspecified`.
    public var timeout: OrSpecial<Int>

    /// Makes parameters; a device may have values outside the ranges, which cannot be written.
    public init(
      minimumInterval: OrSpecial<Double>, maximumInterval: OrSpecial<Double>, latency: Int,
      timeout: OrSpecial<Int>
    ) {
      self.minimumInterval = minimumInterval
      self.maximumInterval = maximumInterval
      self.latency = latency
      self.timeout = timeout
    }

    private static let interval = Wire<OrSpecial<Double>>.special(
      [0xFFFF: .unspecified],
      Wire<Double>.uint16(scale: 1.25).within(7.5...4000, outside: .keep))

    /// Eight octets.
    public static let profileLayout = Layout<ConnectionParameters>(
      ConnectionParameters.init(minimumInterval:maximumInterval:latency:timeout:)
    ) {
      Field("minInterval", \.minimumInterval, interval, unit: .millisecond)
      Field("maxInterval", \.maximumInterval, interval, unit: .millisecond)
      Field("latency", \.latency, .uint16(), range: 0...499, outside: .keep)
      Field(
        "timeout", \.timeout,
        .special(
          [0xFFFF: .unspecified],
          Wire<Int>.uint16(scale: 10).within(100...32000, outside: .keep)), unit: .millisecond)
    }
  }
}

extension SpecialValue {
  /// The device has no wish.
  static let unspecified = SpecialValue("unspecified")
}
