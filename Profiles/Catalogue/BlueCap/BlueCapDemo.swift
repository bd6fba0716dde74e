/// The services of BlueCap's demonstration devices.
public enum BlueCapDemo {
  /// All services of the catalogue.
  public static let services: [any ServiceProfile] = [
    HelloWorldService(), LocationService(), DeviceTemperatureService(), BLEAddressService(),
  ]
}
