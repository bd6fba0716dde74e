public import GATT

extension BluetoothSIG {
  /// The oxygen saturation of the blood and the pulse.
  ///
  /// A spot check gives one value, the continuous measurement one for each second. Pulse Oximeter
  /// Service 1.0.
  public struct PulseOximeterService: ServiceProfile {
    /// `1822`.
    public static let uuid: BluetoothUUID = 0x1822
    /// The name in listings.
    public static let name = "Pulse Oximeter"

    /// The result of a spot check.
    public let spotCheck = Self.spotCheck
    /// The values as long as the sensor is worn.
    public let continuous = Self.continuous
    /// What the device can do; at first nothing beyond measuring.
    public let features = Self.features
    /// Takes orders on stored spot checks.
    public let recordAccess = Self.recordAccess

    /// Makes the profile.
    public init() {}

    /// The characteristics in the order of their handles.
    public var characteristics: [AnyCharacteristicProfile] {
      [
        AnyCharacteristicProfile(spotCheck), .init(continuous), .init(features),
        .init(recordAccess),
      ]
    }
  }
}

extension BluetoothSIG.PulseOximeterService {
  /// The result of a spot check.
  public static let spotCheck = CharacteristicProfile<SpotCheck>(
    "PLX Spot-Check Measurement", uuid: 0x2A5E, properties: [.indicate])

  /// The values as long as the sensor is worn.
  public static let continuous = CharacteristicProfile<Continuous>(
    "PLX Continuous Measurement", uuid: 0x2A5F, properties: [.notify])

  /// What the device can do; at first nothing beyond measuring.
  public static let features = CharacteristicProfile<Features>(
    "PLX Features", uuid: 0x2A60, properties: [.read],
    initialValue: Features())

  /// Takes orders on stored spot checks.
  public static let recordAccess = CharacteristicProfile<BluetoothSIG.RecordAccess>(
    "Record Access Control Point", uuid: 0x2A52, properties: [.write, .indicate])
}
