public import GATT

extension BluetoothSIG {
  /// The blood pressure from a cuff.
  ///
  /// Subscribe to the measurement; while the cuff fills, the intermediate pressure follows. Blood
  /// Pressure Service 1.1.
  public struct BloodPressureService: ServiceProfile {
    /// `1810`.
    public static let uuid: BluetoothUUID = 0x1810
    /// The name in listings.
    public static let name = "Blood Pressure"

    /// The result of a measurement.
    public let measurement = Self.measurement
    /// The pressure in the cuff during a measurement.
    public let cuffPressure = Self.cuffPressure
    /// What the device can do; at first nothing beyond measuring.
    public let feature = Self.feature
    /// The result of a measurement, with its time in seconds.
    public let enhancedMeasurement = Self.enhancedMeasurement

    /// Makes the profile.
    public init() {}

    /// The characteristics in the order of their handles.
    public var characteristics: [AnyCharacteristicProfile] {
      [
        AnyCharacteristicProfile(measurement), .init(cuffPressure), .init(feature),
        .init(enhancedMeasurement),
      ]
    }
  }
}

extension BluetoothSIG.BloodPressureService {
  /// The result of a measurement.
  public static let measurement = CharacteristicProfile<Measurement>(
    "Blood Pressure Measurement", uuid: 0x2A35, properties: [.indicate])

  /// The pressure in the cuff during a measurement.
  public static let cuffPressure = CharacteristicProfile<CuffPressure>(
    "Intermediate Cuff Pressure", uuid: 0x2A36, properties: [.notify])

  /// What the device can do; at first nothing beyond measuring.
  public static let feature = CharacteristicProfile<Features>(
    "Blood Pressure Feature", uuid: 0x2A49, properties: [.read],
    initialValue: [])

  /// The result of a measurement, with its time in seconds.
  public static let enhancedMeasurement = CharacteristicProfile<EnhancedMeasurement>(
    "Enhanced Blood Pressure Measurement", uuid: 0x2B34, properties: [.indicate])
}
