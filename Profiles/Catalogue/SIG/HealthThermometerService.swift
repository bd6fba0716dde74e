public import GATT

extension BluetoothSIG {
  /// The temperature of a body.
  ///
  /// Subscribe to the measurement; a thermometer that takes minutes sends intermediate values
  /// before it. Health Thermometer Service 1.0.
  public struct HealthThermometerService: ServiceProfile {
    /// `1809`.
    public static let uuid: BluetoothUUID = 0x1809
    /// The name in listings.
    public static let name = "Health Thermometer"

    /// The final temperature.
    public let measurement = Self.measurement
    /// Where the thermometer always measures; others say so in each measurement.
    public let type = Self.type
    /// The temperature while it is still rising.
    public let intermediate = Self.intermediate
    /// The time between two measurements in s, 0...65535; 0, as at first, measures once.
    public let interval = Self.interval

    /// Makes the profile.
    public init() {}

    /// The characteristics in the order of their handles.
    public var characteristics: [AnyCharacteristicProfile] {
      [AnyCharacteristicProfile(measurement), .init(type), .init(intermediate), .init(interval)]
    }
  }
}

extension BluetoothSIG.HealthThermometerService {
  /// The final temperature.
  public static let measurement = CharacteristicProfile<Measurement>(
    "Temperature Measurement", uuid: 0x2A1C, properties: [.indicate])

  /// Where the thermometer always measures; others say so in each measurement.
  public static let type = CharacteristicProfile<MeasurementSite>(
    "Temperature Type", uuid: 0x2A1D, properties: [.read],
    initialValue: .body)

  /// The temperature while it is still rising.
  public static let intermediate = CharacteristicProfile<Measurement>(
    "Intermediate Temperature", uuid: 0x2A1E, properties: [.notify])

  /// The time between two measurements in s, 0...65535; 0, as at first, measures once.
  public static let interval = CharacteristicProfile<Int>(
    "Measurement Interval", uuid: 0x2A21, properties: [.read, .write, .indicate],
    initialValue: 0,
    layout: .single(.uint16(), name: "interval", unit: .second))
}
