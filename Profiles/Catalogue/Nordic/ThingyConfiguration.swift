public import FoundationEssentials
public import GATT

extension Thingy52 {
  /// The name and the radio of the Thingy:52.
  public struct ConfigurationService: ServiceProfile {
    /// `EF680100-9B35-4933-9B10-52FFA9740042`.
    public static let uuid = Thingy52.uuid(0x0100)
    /// The name in listings.
    public static let name = "Thingy Configuration"

    /// The name in advertisements, at most ten octets.
    public let deviceName = Self.deviceName
    /// How it advertises.
    public let advertising = Self.advertising
    /// The appearance in advertisements.
    public let appearance = Self.appearance
    /// The connection that it wishes for.
    public let connection = Self.connection
    /// The URL that it advertises, as Eddystone shortens it, 3...17 octets.
    public let eddystone = Self.eddystone
    /// The token for the cloud, at most 250 octets.
    public let cloudToken = Self.cloudToken
    /// The version of the firmware.
    public let firmware = Self.firmware
    /// The size of packets.
    public let mtu = Self.mtu
    /// The message of the NFC tag, at most 247 octets.
    public let nfc = Self.nfc

    /// Makes the profile.
    public init() {}

    /// The characteristics in the order of their handles.
    public var characteristics: [AnyCharacteristicProfile] {
      [
        AnyCharacteristicProfile(deviceName), .init(advertising), .init(appearance),
        .init(connection), .init(eddystone), .init(cloudToken), .init(firmware), .init(mtu),
        .init(nfc),
      ]
    }
  }
}

extension Thingy52.ConfigurationService {
  /// The name in advertisements, at most ten octets.
  public static let deviceName = CharacteristicProfile<String>(
    "Thingy Device Name", uuid: Thingy52.uuid(0x0101), properties: [.read, .write],
    initialValue: "Thingy", layout: .single(.utf8(limit: 10), name: "name"))

  /// How it advertises.
  public static let advertising = CharacteristicProfile<Advertising>(
    "Thingy Advertising Parameters", uuid: Thingy52.uuid(0x0102), properties: [.read, .write],
    initialValue: Advertising(interval: 417.5, timeout: 180))

  /// The appearance in advertisements.
  public static let appearance = CharacteristicProfile<UInt16>(
    "Thingy Appearance", uuid: Thingy52.uuid(0x0103), properties: .read,
    layout: .single(.uint16(), name: "appearance"))

  /// The connection that it wishes for.
  public static let connection = CharacteristicProfile<Connection>(
    "Thingy Connection Parameters", uuid: Thingy52.uuid(0x0104), properties: [.read, .write],
    initialValue: Connection(minimumInterval: 7.5, maximumInterval: 30, latency: 0, timeout: 3200))

  /// The URL that it advertises, as Eddystone shortens it, 3...17 octets.
  public static let eddystone = CharacteristicProfile<String>(
    "Thingy Eddystone URL", uuid: Thingy52.uuid(0x0105), properties: [.read, .write],
    initialValue: "https://www.nordicsemi.com/", layout: .single(.eddystoneURL, name: "url"))

  /// The token for the cloud, at most 250 octets.
  public static let cloudToken = CharacteristicProfile<String>(
    "Thingy Cloud Token", uuid: Thingy52.uuid(0x0106), properties: [.read, .write],
    layout: .single(.utf8(limit: 250), name: "token"))

  /// The version of the firmware.
  public static let firmware = CharacteristicProfile<Version>(
    "Thingy Firmware Version", uuid: Thingy52.uuid(0x0107), properties: .read,
    initialValue: Version(major: 2, minor: 2, patch: 0))

  /// The size of packets.
  public static let mtu = CharacteristicProfile<PacketSize>(
    "Thingy MTU Request", uuid: Thingy52.uuid(0x0108), properties: [.read, .write],
    initialValue: PacketSize(isRequested: false, size: 23))

  /// The message of the NFC tag, at most 247 octets.
  public static let nfc = CharacteristicProfile<Data>(
    "Thingy NFC Tag", uuid: Thingy52.uuid(0x0109), properties: [.read, .write],
    layout: .single(.opaque(limit: 247), name: "message"))
}
