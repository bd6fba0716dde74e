public import FoundationEssentials
public import GATT

extension TISensorTag2 {
  /// The raw access to the devices on the I²C bus of the SensorTag CC2650.
  public struct RegisterService: ServiceProfile {
    /// `F000AC00-0451-4000-B000-000000000000`.
    public static let uuid = TISensorTag.uuid(0xAC00)
    /// The name in listings.
    public static let name = "TI Register"

    /// The octets that were read or are to be written.
    public let data = Self.data
    /// The address of the register.
    public let address = Self.address
    /// The device on the bus.
    public let device = Self.device

    /// Makes the profile.
    public init() {}

    /// The characteristics in the order of their handles.
    public var characteristics: [AnyCharacteristicProfile] {
      [AnyCharacteristicProfile(data), .init(address), .init(device)]
    }
  }
}

extension TISensorTag2.RegisterService {
  /// The octets that were read or are to be written.
  public static let data = CharacteristicProfile<Data>(
    "Register Data", uuid: TISensorTag.uuid(0xAC01), properties: [.read, .write, .notify])

  /// The address of the register.
  public static let address = CharacteristicProfile<Data>(
    "Register Address", uuid: TISensorTag.uuid(0xAC02), properties: [.read, .write])

  /// The device on the bus.
  public static let device = CharacteristicProfile<Data>(
    "Register Device", uuid: TISensorTag.uuid(0xAC03), properties: [.read, .write])
}
