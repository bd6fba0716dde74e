public import GATT

extension BluetoothSIG {
  /// The charge of a battery and how it is powered; a device may have one service for each battery.
  ///
  /// Battery Service 1.1.
  public struct BatteryService: ServiceProfile {
    /// `180F`.
    public static let uuid: BluetoothUUID = 0x180F
    /// The name in listings.
    public static let name = "Battery"

    /// The charge in percent.
    public let level = Self.level
    /// How the battery is powered, and whether something is wrong with it.
    public let status = Self.status

    /// Makes the profile.
    public init() {}

    /// The two characteristics in the order of their handles.
    public var characteristics: [AnyCharacteristicProfile] {
      [AnyCharacteristicProfile(level), .init(status)]
    }
  }
}

extension BluetoothSIG.BatteryService {
  /// The charge in percent, 0...100; full at first (Battery Service 1.1, 3.1).
  public static let level = CharacteristicProfile<Int>(
    "Battery Level", uuid: 0x2A19, properties: [.read, .notify], initialValue: 100,
    layout: .single(.uint8().within(0...100), name: "level", unit: .percent))

  /// How the battery is powered; at first there is one and nothing else is known.
  public static let status = CharacteristicProfile<LevelStatus>(
    "Battery Level Status", uuid: 0x2BED, properties: [.read, .notify],
    initialValue: LevelStatus(power: PowerState(isBatteryPresent: true)))
}
