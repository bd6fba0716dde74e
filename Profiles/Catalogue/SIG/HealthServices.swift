extension BluetoothSIG {
  /// The services of the body and of what measures it, with the two that every device has:
  /// battery and device information.
  public static let healthServices: [any ServiceProfile] = [
    HeartRateService(), BatteryService(), DeviceInformationService(),
    HealthThermometerService(), BloodPressureService(), GlucoseService(), PulseOximeterService(),
    ContinuousGlucoseService(), WeightScaleService(), BodyCompositionService(), UserDataService(),
  ]
}
