public import GATT

extension BluetoothSIG {
  /// The concentration of glucose over days, from a sensor under the skin.
  ///
  /// Subscribe to the measurement and start a session by the control point. Values may end with a
  /// checksum, which the features tell. Continuous Glucose Monitoring Service 1.0.
  public struct ContinuousGlucoseService: ServiceProfile {
    /// `181F`.
    public static let uuid: BluetoothUUID = 0x181F
    /// The name in listings.
    public static let name = "Continuous Glucose Monitoring"

    /// One or more records, the oldest first.
    public let measurement = Self.measurement
    /// What the monitor can do; at first nothing beyond measuring.
    public let feature = Self.feature
    /// What the monitor notices now.
    public let status = Self.status
    /// When the session started; a central sets it.
    public let sessionStartTime = Self.sessionStartTime
    /// How long the sensor lasts.
    public let sessionRunTime = Self.sessionRunTime
    /// Takes orders on stored records, which are chosen by their time offset in min.
    public let recordAccess = Self.recordAccess
    /// Takes orders on session, calibration and alerts.
    public let controlPoint = Self.controlPoint

    /// Makes the profile.
    public init() {}

    /// The characteristics in the order of their handles.
    public var characteristics: [AnyCharacteristicProfile] {
      [
        AnyCharacteristicProfile(measurement), .init(feature), .init(status),
        .init(sessionStartTime), .init(sessionRunTime), .init(recordAccess), .init(controlPoint),
      ]
    }
  }
}

extension BluetoothSIG.ContinuousGlucoseService {
  /// One or more records, the oldest first.
  public static let measurement = CharacteristicProfile<[Measurement]>(
    "CGM Measurement", uuid: 0x2AA7, properties: [.notify],
    layout: Measurement.records)

  /// What the monitor can do; at first nothing beyond measuring.
  public static let feature = CharacteristicProfile<Feature>(
    "CGM Feature", uuid: 0x2AA8, properties: [.read],
    initialValue: Feature())

  /// What the monitor notices now.
  public static let status = CharacteristicProfile<Status>(
    "CGM Status", uuid: 0x2AA9, properties: [.read])

  /// When the session started; a central sets it.
  public static let sessionStartTime = CharacteristicProfile<SessionStartTime>(
    "CGM Session Start Time", uuid: 0x2AAA, properties: [.read, .write])

  /// How long the sensor lasts.
  public static let sessionRunTime = CharacteristicProfile<SessionRunTime>(
    "CGM Session Run Time", uuid: 0x2AAB, properties: [.read])

  /// Takes orders on stored records, which are chosen by their time offset in min.
  public static let recordAccess = CharacteristicProfile<BluetoothSIG.RecordAccess>(
    "Record Access Control Point", uuid: 0x2A52, properties: [.write, .indicate],
    layout: BluetoothSIG.RecordAccess.layout(number: "timeOffset", unit: .minute))

  /// Takes orders on session, calibration and alerts.
  public static let controlPoint = CharacteristicProfile<ControlPoint>(
    "CGM Specific Ops Control Point", uuid: 0x2AAC, properties: [.write, .indicate])
}
