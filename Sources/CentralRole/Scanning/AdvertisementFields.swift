/// Names fields of an advertisement, as the daemon tells them apart.
public struct AdvertisementFields: OptionSet, Sendable, Hashable, CustomStringConvertible {
  /// One bit for each field.
  public let rawValue: UInt16

  /// Makes a set from its bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// ``Advertisement/localName``.
  public static let localName = AdvertisementFields(rawValue: 1 << 0)
  /// ``Advertisement/serviceUUIDs``.
  public static let serviceUUIDs = AdvertisementFields(rawValue: 1 << 1)
  /// ``Advertisement/manufacturerData``.
  public static let manufacturerData = AdvertisementFields(rawValue: 1 << 2)
  /// ``Advertisement/serviceData``.
  public static let serviceData = AdvertisementFields(rawValue: 1 << 3)
  /// ``Advertisement/txPower``.
  public static let txPower = AdvertisementFields(rawValue: 1 << 4)
  /// ``Advertisement/appearance``.
  public static let appearance = AdvertisementFields(rawValue: 1 << 5)
  /// ``Advertisement/flags``.
  public static let flags = AdvertisementFields(rawValue: 1 << 6)
  /// ``Advertisement/data``.
  public static let data = AdvertisementFields(rawValue: 1 << 7)
  /// ``Advertisement/rssi``.
  public static let rssi = AdvertisementFields(rawValue: 1 << 8)

  /// Every field.
  public static let all = AdvertisementFields(rawValue: 1 << 9 - 1)

  private static let names: [(AdvertisementFields, String)] = [
    (.localName, "localName"), (.serviceUUIDs, "serviceUUIDs"),
    (.manufacturerData, "manufacturerData"), (.serviceData, "serviceData"),
    (.txPower, "txPower"), (.appearance, "appearance"), (.flags, "flags"), (.data, "data"),
    (.rssi, "rssi"),
  ]

  /// The names of the fields, such as `manufacturerData, rssi`.
  public var description: String {
    Self.names.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
  }
}

/// The flags of an advertisement (Supplement to the Core Specification, Part A, 1.3).
public struct AdvertisingFlags: OptionSet, Sendable, Hashable {
  /// The first octet of the field.
  public let rawValue: UInt8

  /// Makes flags from the octet.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Discoverable for a limited time.
  public static let limitedDiscoverable = AdvertisingFlags(rawValue: 1 << 0)
  /// Discoverable.
  public static let generalDiscoverable = AdvertisingFlags(rawValue: 1 << 1)
  /// Bluetooth Low Energy only.
  public static let classicNotSupported = AdvertisingFlags(rawValue: 1 << 2)
  /// The controller does both kinds of Bluetooth at once.
  public static let simultaneousController = AdvertisingFlags(rawValue: 1 << 3)
  /// The host does both kinds of Bluetooth at once.
  public static let simultaneousHost = AdvertisingFlags(rawValue: 1 << 4)
}
