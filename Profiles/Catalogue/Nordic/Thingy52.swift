public import GATT

/// The services of Nordic Semiconductor's Thingy:52.
public enum Thingy52 {
  /// The base on which the Thingy's 16-bit numbers lie.
  public static let base: BluetoothUUID = 0xEF68_0000_9B35_4933_9B10_52FF_A974_0042

  /// All services of the catalogue.
  public static let services: [any ServiceProfile] = [
    ConfigurationService(), EnvironmentService(), UserInterfaceService(), MotionService(),
    SoundService(),
  ]

  /// The UUID with a 16-bit number on the Thingy's base.
  static func uuid(_ number: UInt16) -> BluetoothUUID {
    BluetoothUUID(number, base: base)
  }
}
