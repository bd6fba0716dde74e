public import GATT

extension BlueCapDemo {
  /// The address of the device.
  public struct BLEAddressService: ServiceProfile {
    /// `2F0A0005-69AA-F316-3E78-4194989A6C1A`.
    public static let uuid: BluetoothUUID = 0x2F0A_0005_69AA_F316_3E78_4194_989A_6C1A
    /// The name in listings.
    public static let name = "Nordic BLE Address"

    /// The address.
    public let address = Self.address
    /// The kind of address.
    public let kind = Self.kind

    /// Makes the profile.
    public init() {}

    /// The characteristics in the order of their handles.
    public var characteristics: [AnyCharacteristicProfile] {
      [AnyCharacteristicProfile(address), .init(kind)]
    }
  }
}

extension BlueCapDemo.BLEAddressService {
  /// The address.
  public static let address = CharacteristicProfile<BluetoothAddress>(
    "BLE Address", uuid: 0x2F0A_0006_69AA_F316_3E78_4194_989A_6C1A, properties: [.read, .notify],
    layout: .single(.address, name: "address"))

  /// The kind of address.
  public static let kind = CharacteristicProfile<Kind>(
    "BLE Address Type", uuid: 0x2F0A_0007_69AA_F316_3E78_4194_989A_6C1A, properties: .read,
    initialValue: .publicAddress)
}

extension BlueCapDemo.BLEAddressService {
  /// The kind of an address.
  public struct Kind: OpenEnumeration, ProfileValue {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any octet.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// It is not known.
    public static let unknown = Kind(rawValue: 0)
    /// It was assigned to the device.
    public static let publicAddress = Kind(rawValue: 1)
    /// It changes with the power at most.
    public static let randomStatic = Kind(rawValue: 2)
    /// It changes, and a key tells whose it is.
    public static let randomPrivateResolvable = Kind(rawValue: 3)
    /// It changes, and nobody can tell whose it is.
    public static let randomPrivateUnresolvable = Kind(rawValue: 4)

    /// The codes that have a name.
    public static let names: [(code: Kind, name: String)] = [
      (.unknown, "Unknown"),
      (.publicAddress, "Public"),
      (.randomStatic, "RandomStatic"),
      (.randomPrivateResolvable, "RandomPrivateResolvable"),
      (.randomPrivateUnresolvable, "RandomPrivateUnresolvable"),
    ]

    /// One octet.
    public static let profileLayout = Layout<Kind>.single(.enumeration(), name: "type")
  }
}
