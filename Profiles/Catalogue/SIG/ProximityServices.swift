public import GATT

extension BluetoothSIG {
  /// Immediate Alert: makes a device ring or blink, to find it.
  public struct ImmediateAlertService: ServiceProfile {
    /// `1802`.
    public static let uuid: BluetoothUUID = 0x1802
    /// The name in listings.
    public static let name = "Immediate Alert"

    /// The alert that begins when it is written.
    public let level = Self.level

    /// Makes the profile.
    public init() {}

    /// The one characteristic.
    public var characteristics: [AnyCharacteristicProfile] { [AnyCharacteristicProfile(level)] }

    /// Alert Level, 2A06 (Immediate Alert Service 1.0, 3.1).
    public static let level = CharacteristicProfile<AlertLevel>(
      "Alert Level", uuid: 0x2A06, properties: .writeWithoutResponse)
  }

  /// Link Loss: makes a device ring or blink when the connection breaks.
  public struct LinkLossService: ServiceProfile {
    /// `1803`.
    public static let uuid: BluetoothUUID = 0x1803
    /// The name in listings.
    public static let name = "Link Loss"

    /// The alert that begins when the connection breaks.
    public let level = Self.level

    /// Makes the profile.
    public init() {}

    /// The one characteristic.
    public var characteristics: [AnyCharacteristicProfile] { [AnyCharacteristicProfile(level)] }

    /// Alert Level, 2A06 (Link Loss Service 1.0, 3.1).
    public static let level = CharacteristicProfile<AlertLevel>(
      "Alert Level", uuid: 0x2A06, properties: [.read, .write], initialValue: AlertLevel.none)
  }

  /// Tx Power: how strong a device sends, from which a client can guess the distance.
  public struct TxPowerService: ServiceProfile {
    /// `1804`.
    public static let uuid: BluetoothUUID = 0x1804
    /// The name in listings.
    public static let name = "Tx Power"

    /// The power of the connection.
    public let level = Self.level

    /// Makes the profile.
    public init() {}

    /// The one characteristic.
    public var characteristics: [AnyCharacteristicProfile] { [AnyCharacteristicProfile(level)] }

    /// Tx Power Level, 2A07: −100...20 dBm (Tx Power Service 1.0, 3.1).
    public static let level = CharacteristicProfile<Int>(
      "Tx Power Level", uuid: 0x2A07, properties: [.read, .notify], initialValue: 0,
      layout: .single(Wire.int8().within(-100...20), name: "power", unit: .decibelMilliwatt))
  }

  /// How loud an alert is (Alert Level, 2A06).
  public struct AlertLevel: OpenEnumeration, ProfileValue {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any octet, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// No alert.
    public static let none = AlertLevel(rawValue: 0)
    /// A quiet one.
    public static let mild = AlertLevel(rawValue: 1)
    /// A loud one.
    public static let high = AlertLevel(rawValue: 2)

    /// The codes that have a name.
    public static let names: [(code: AlertLevel, name: String)] = [
      (.none, "none"), (.mild, "mild"), (.high, "high"),
    ]

    /// One octet.
    public static let profileLayout = Layout<AlertLevel>.single(.enumeration(), name: "level")
  }
}
