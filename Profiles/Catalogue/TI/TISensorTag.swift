public import GATT

/// The services of Texas Instruments' SensorTag CC2541 of 2013.
///
/// Values are in the sensor's own frame: programs that turn or negate axes do so themselves.
public enum TISensorTag {
  /// The base on which the SensorTag's 16-bit numbers lie.
  public static let base: BluetoothUUID = 0xF000_0000_0451_4000_B000_0000_0000_0000

  /// The names by which a SensorTag of this model tells itself.
  public static let models = ["CC2541", "SensorTag", "TI BLE Sensor Tag"]

  /// All services of the catalogue.
  public static let services: [any ServiceProfile] = [
    TemperatureService(), AccelerometerService.anyFirmware, HumidityService(),
    MagnetometerService(), BarometerService(), GyroscopeService(), KeysService(), TestService(),
    ConnectionService(), DownloadService(),
  ]

  /// The UUID with a 16-bit number on the SensorTag's base.
  static func uuid(_ number: UInt16) -> BluetoothUUID {
    BluetoothUUID(number, base: base)
  }
}
