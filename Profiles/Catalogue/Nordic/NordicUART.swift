public import FoundationEssentials
public import GATT

extension Nordic {
  /// A serial line over notifications and writes, as many boards have it.
  ///
  /// A value holds at most three octets less than the MTU.
  public struct UARTService: ServiceProfile {
    /// `6E400001-B5A3-F393-E0A9-E50E24DCCA9E`.
    public static let uuid: BluetoothUUID = 0x6E40_0001_B5A3_F393_E0A9_E50E_24DC_CA9E
    /// The name in listings.
    public static let name = "Nordic UART"

    /// What the client sends.
    public let rx = Self.rx
    /// What the server sends.
    public let tx = Self.tx

    /// Makes the profile.
    public init() {}

    /// The characteristics in the order of their handles.
    public var characteristics: [AnyCharacteristicProfile] {
      [AnyCharacteristicProfile(rx), .init(tx)]
    }
  }
}

extension Nordic.UARTService {
  /// What the client sends.
  public static let rx = CharacteristicProfile<Data>(
    "UART RX", uuid: 0x6E40_0002_B5A3_F393_E0A9_E50E_24DC_CA9E,
    properties: [.write, .writeWithoutResponse])

  /// What the server sends.
  public static let tx = CharacteristicProfile<Data>(
    "UART TX", uuid: 0x6E40_0003_B5A3_F393_E0A9_E50E_24DC_CA9E, properties: .notify,
    initialValue: Data())
}
