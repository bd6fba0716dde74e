public import GATT

extension BluetoothSIG {
  /// The concentration of glucose from single drops of blood.
  ///
  /// A meter stores its measurements: subscribe to measurement and context, then order records
  /// through the control point. Glucose Service 1.0.
  public struct GlucoseService: ServiceProfile {
    /// `1808`.
    public static let uuid: BluetoothUUID = 0x1808
    /// The name in listings.
    public static let name = "Glucose"

    /// One stored measurement.
    public let measurement = Self.measurement
    /// What the user noted beside a measurement.
    public let context = Self.context
    /// What the meter can do; at first nothing beyond measuring.
    public let features = Self.features
    /// Takes orders on stored records.
    public let recordAccess = Self.recordAccess

    /// Makes the profile.
    public init() {}

    /// The characteristics in the order of their handles.
    public var characteristics: [AnyCharacteristicProfile] {
      [AnyCharacteristicProfile(measurement), .init(context), .init(features), .init(recordAccess)]
    }
  }
}

extension BluetoothSIG.GlucoseService {
  /// One stored measurement.
  public static let measurement = CharacteristicProfile<Measurement>(
    "Glucose Measurement", uuid: 0x2A18, properties: [.notify])

  /// What the user noted beside a measurement.
  public static let context = CharacteristicProfile<Context>(
    "Glucose Measurement Context", uuid: 0x2A34, properties: [.notify])

  /// What the meter can do; at first nothing beyond measuring.
  public static let features = CharacteristicProfile<Features>(
    "Glucose Feature", uuid: 0x2A51, properties: [.read],
    initialValue: [])

  /// Takes orders on stored records.
  public static let recordAccess = CharacteristicProfile<BluetoothSIG.RecordAccess>(
    "Record Access Control Point", uuid: 0x2A52, properties: [.write, .indicate])
}
