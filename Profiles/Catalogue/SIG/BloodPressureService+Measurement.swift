extension BluetoothSIG.BloodPressureService {
  /// The result of a measurement (Blood Pressure Service 1.1, 3.1).
  ///
  /// All three pressures have the same unit, mmHg or kPa.
  public struct Measurement: ProfileValue, Hashable {
    /// The pressure while the heart contracts.
    public var systolic: Quantity<MedicalFloat16>
    /// The pressure while the heart fills.
    public var diastolic: Quantity<MedicalFloat16>
    /// The mean arterial pressure.
    public var meanArterial: Quantity<MedicalFloat16>
    /// When it was measured.
    public var timestamp: DateTime?
    /// The pulse in beats for each minute.
    public var pulseRate: MedicalFloat16?
    /// Whose measurement it is, 0...254 or unknown.
    public var userID: OrSpecial<Int>?
    /// What the device noticed.
    public var status: MeasurementStatus?

    /// Makes a measurement.
    public init(
      systolic: Quantity<MedicalFloat16>, diastolic: Quantity<MedicalFloat16>,
      meanArterial: Quantity<MedicalFloat16>, timestamp: DateTime? = nil,
      pulseRate: MedicalFloat16? = nil, userID: OrSpecial<Int>? = nil,
      status: MeasurementStatus? = nil
    ) {
      self.systolic = systolic
      self.diastolic = diastolic
      self.meanArterial = meanArterial
      self.timestamp = timestamp
      self.pulseRate = pulseRate
      self.userID = userID
      self.status = status
    }

    /// Flags, three numbers of two octets, and what the flags tell.
    public static let profileLayout = Layout<Measurement>(
      Measurement.init(
        systolic:diastolic:meanArterial:timestamp:pulseRate:userID:status:), flags: .uint8
    ) {
      Field("systolic", \.systolic, .bloodPressure)
      Field("diastolic", \.diastolic, .bloodPressure)
      Field("meanArterial", \.meanArterial, .bloodPressure)
      Field("timestamp", \.timestamp, .when(1, .dateTime))
      Field("pulseRate", \.pulseRate, .when(2, .medfloat16), unit: .beatsPerMinute)
      Field("userID", \.userID, .when(3, .userID))
      Field("status", \.status, .when(4, .options(MeasurementStatus.names)))
    }
  }

  /// The pressure in the cuff during a measurement (Blood Pressure Service 1.1, 3.2).
  public struct CuffPressure: ProfileValue, Hashable {
    /// The pressure in mmHg or kPa.
    public var pressure: Quantity<MedicalFloat16>
    /// The time of the pressure.
    public var timestamp: DateTime?
    /// The pulse in beats for each minute.
    public var pulseRate: MedicalFloat16?
    /// Whose measurement it is, 0...254 or unknown.
    public var userID: OrSpecial<Int>?
    /// What the device noticed.
    public var status: MeasurementStatus?

    /// Makes a pressure.
    public init(
      pressure: Quantity<MedicalFloat16>, timestamp: DateTime? = nil,
      pulseRate: MedicalFloat16? = nil, userID: OrSpecial<Int>? = nil,
      status: MeasurementStatus? = nil
    ) {
      self.pressure = pressure
      self.timestamp = timestamp
      self.pulseRate = pulseRate
      self.userID = userID
      self.status = status
    }

    /// Flags, a number of two octets, four octets that carry nothing, and what the flags tell.
    ///
    /// Written are two NaN in place of the diastolic and the mean pressure; what a sender puts
    /// there is ignored.
    public static let profileLayout = Layout<CuffPressure>(
      CuffPressure.init(pressure:timestamp:pulseRate:userID:status:), flags: .uint8
    ) {
      Field("cuffPressure", \.pressure, .bloodPressure.padded(after: [0xFF, 0x07, 0xFF, 0x07]))
      Field("timestamp", \.timestamp, .when(1, .dateTime))
      Field("pulseRate", \.pulseRate, .when(2, .medfloat16), unit: .beatsPerMinute)
      Field("userID", \.userID, .when(3, .userID))
      Field("status", \.status, .when(4, .options(MeasurementStatus.names)))
    }
  }
}

extension Wire where Value == Quantity<MedicalFloat16> {
  /// A pressure in mmHg, or in kPa if flag 0 is set.
  static var bloodPressure: Wire {
    .unit(
      bit: 0, clear: .medfloat16, .millimetreOfMercury, set: .medfloat16, .kilopascal)
  }
}

extension Wire where Value == OrSpecial<Int> {
  /// The number of a user in one octet, 255 for unknown.
  static var userID: Wire { .special([0xFF: .unknown], .uint8()) }
}
