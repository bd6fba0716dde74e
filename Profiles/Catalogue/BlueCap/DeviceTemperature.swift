public import GATT

extension BlueCapDemo {
  /// The temperature of the chip.
  public struct DeviceTemperatureService: ServiceProfile {
    /// `2F0A0003-69AA-F316-3E78-4194989A6C1A`.
    public static let uuid: BluetoothUUID = 0x2F0A_0003_69AA_F316_3E78_4194_989A_6C1A
    /// The name in listings.
    public static let name = "Nordic Device Temperature"

    /// The temperature in °C, in steps of 0.25 °C.
    public let data = Self.data

    /// Makes the profile.
    public init() {}

    /// The characteristics in the order of their handles.
    public var characteristics: [AnyCharacteristicProfile] {
      [AnyCharacteristicProfile(data)]
    }
  }
}

extension BlueCapDemo.DeviceTemperatureService {
  /// The temperature in °C, in steps of 0.25 °C.
  public static let data = CharacteristicProfile<Double>(
    "Device Temperature Data", uuid: 0x2F0A_0004_69AA_F316_3E78_4194_989A_6C1A,
    properties: [.read, .notify], initialValue: 25,
    layout: .single(.int16(scale: 0.25), name: "temperature", unit: .celsius))
}
