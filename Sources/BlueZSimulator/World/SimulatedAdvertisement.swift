public import FoundationEssentials
public import GATT

/// What a simulated peripheral sends while it advertises, and how strongly it is heard.
public struct SimulatedAdvertisement: Hashable, Sendable {
  /// The name, if it is sent.
  public var localName: String?
  /// Whether the name is sent as a shortened one, which no known name goes for.
  public var isNameShortened = false
  /// The signal strength at the adapter, in dBm, −127 to 20.
  public var rssi: Int
  /// The services that it names.
  public var services: [BluetoothUUID]
  /// Octets by company identifier.
  public var manufacturerData: [UInt16: Data]
  /// Octets by service.
  public var serviceData: [BluetoothUUID: Data]
  /// The transmitted power in dBm, if it is sent.
  public var txPower: Int?
  /// The appearance, if it is sent.
  public var appearance: UInt16?
  /// The octet of flags; programs see it with ``SimulatedBlueZ/isExperimental``.
  public var flags: UInt8?
  /// Fields that BlueZ has no name for, by AD type; programs see them with
  /// ``SimulatedBlueZ/isExperimental``.
  public var otherData: [UInt8: Data]

  /// Makes an advertisement.
  public init(
    localName: String? = nil, rssi: Int = -60, services: [BluetoothUUID] = [],
    manufacturerData: [UInt16: Data] = [:], serviceData: [BluetoothUUID: Data] = [:],
    txPower: Int? = nil, appearance: UInt16? = nil, flags: UInt8? = nil,
    otherData: [UInt8: Data] = [:]
  ) {
    self.localName = localName
    self.rssi = rssi
    self.services = services
    self.manufacturerData = manufacturerData
    self.serviceData = serviceData
    self.txPower = txPower
    self.appearance = appearance
    self.flags = flags
    self.otherData = otherData
  }
}

/// How far away a simulated peripheral is, in words.
public struct SimulatedProximity: Hashable, Sendable {
  /// The signal strength in dBm; nil when nothing is heard.
  public let rssi: Int?

  /// A distance of one's own by its signal strength.
  public init(rssi: Int) { self.rssi = rssi }

  private init() { rssi = nil }

  /// Beside the adapter: −40 dBm.
  public static let immediate = SimulatedProximity(rssi: -40)
  /// In the room: −60 dBm.
  public static let near = SimulatedProximity(rssi: -60)
  /// At the other end of the house: −90 dBm.
  public static let far = SimulatedProximity(rssi: -90)
  /// Not to be heard; a link is lost after the supervision timeout.
  public static let outOfRange = SimulatedProximity()
}
