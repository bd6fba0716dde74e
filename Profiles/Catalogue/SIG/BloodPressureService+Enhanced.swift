extension BluetoothSIG.BloodPressureService {
  /// The result of a measurement with its time in seconds (Blood Pressure Service 1.1).
  ///
  /// All three pressures have the same unit, mmHg or kPa.
  public struct EnhancedMeasurement: ProfileValue, Hashable {
    /// When the seconds of both times began.
    public var epoch: Epoch
    /// The pressure while the heart contracts.
    public var systolic: Quantity<MedicalFloat16>
    /// The pressure while the heart fills.
    public var diastolic: Quantity<MedicalFloat16>
    /// The mean arterial pressure.
    public var meanArterial: Quantity<MedicalFloat16>
    /// When it was measured, in s since the epoch.
    public var timestamp: UInt32?
    /// The pulse in beats for each minute.
    public var pulseRate: MedicalFloat16?
    /// Whose measurement it is, 0...254 or unknown.
    public var userID: OrSpecial<Int>?
    /// What the device noticed.
    public var status: MeasurementStatus?
    /// When it was measured by the clock that the user sees, in s since the epoch.
    public var userFacingTime: UInt32?

    /// Makes a measurement.
    public init(
      epoch: Epoch = .year2000, systolic: Quantity<MedicalFloat16>,
      diastolic: Quantity<MedicalFloat16>, meanArterial: Quantity<MedicalFloat16>,
      timestamp: UInt32? = nil, pulseRate: MedicalFloat16? = nil,
      userID: OrSpecial<Int>? = nil, status: MeasurementStatus? = nil,
      userFacingTime: UInt32? = nil
    ) {
      self.epoch = epoch
      self.systolic = systolic
      self.diastolic = diastolic
      self.meanArterial = meanArterial
      self.timestamp = timestamp
      self.pulseRate = pulseRate
      self.userID = userID
      self.status = status
      self.userFacingTime = userFacingTime
    }

    /// Flags, three numbers of two octets, and what the flags tell.
    public static let profileLayout = Layout<EnhancedMeasurement>(
      EnhancedMeasurement.init(
        epoch:systolic:diastolic:meanArterial:timestamp:pulseRate:userID:status:userFacingTime:),
      flags: .uint8
    ) {
      Field("epochStart", \.epoch, .bits(6..<7))
      Field("systolic", \.systolic, .bloodPressure)
      Field("diastolic", \.diastolic, .bloodPressure)
      Field("meanArterial", \.meanArterial, .bloodPressure)
      Field("timestamp", \.timestamp, .when(1, .uint32()), unit: .second)
      Field("pulseRate", \.pulseRate, .when(2, .medfloat16), unit: .beatsPerMinute)
      Field("userID", \.userID, .when(3, .userID))
      Field("status", \.status, .when(4, .options(MeasurementStatus.names)))
      Field("userFacingTime", \.userFacingTime, .when(5, .uint32()), unit: .second)
    }
  }

  /// When the seconds of a time began.
  public struct Epoch: OpenEnumeration {
    /// The bit of the flags.
    public let rawValue: UInt8

    /// Keeps any code, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// On January 1, 1900.
    public static let year1900 = Epoch(rawValue: 0)
    /// On January 1, 2000.
    public static let year2000 = Epoch(rawValue: 1)

    /// The codes that have a name.
    public static let names: [(code: Epoch, name: String)] = [
      (.year1900, "year1900"), (.year2000, "year2000"),
    ]
  }
}
