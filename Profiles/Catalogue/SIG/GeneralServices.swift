extension BluetoothSIG {
  /// The services of sport, time, weather, alerts, input devices and of every device.
  public static let generalServices: [any ServiceProfile] = [
    CyclingSpeedCadenceService(), RunningSpeedCadenceService(), EnvironmentalSensingService(),
  ]
}
