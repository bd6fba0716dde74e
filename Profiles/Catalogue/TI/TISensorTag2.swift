/// The services of Texas Instruments' SensorTag CC2650 of 2015.
///
/// Temperature, humidity and barometer have the UUIDs of the SensorTag CC2541 and other layouts,
/// so the model decides. Values are in the sensor's own frame.
public enum TISensorTag2 {
  /// The names by which a SensorTag of this model tells itself.
  public static let models = ["CC2650", "CC2650 SensorTag", "SensorTag 2.0"]

  /// All services of the catalogue.
  public static let services: [any ServiceProfile] = [
    TemperatureService(), HumidityService(), BarometerService(), MovementService.anyRange,
    LuxometerService(), KeysService(), IOService(), RegisterService(), DisplayService(),
    TISensorTag.ConnectionService(), DownloadService(),
  ]
}
