extension BluetoothSIG.PulseOximeterService {
  /// The result of a spot check (Pulse Oximeter Service 1.0, 3.1).
  public struct SpotCheck: ProfileValue, Hashable {
    /// Saturation and pulse.
    public var reading: Reading
    /// When it was measured.
    public var timestamp: DateTime?
    /// How far the measurement can be trusted.
    public var measurementStatus: MeasurementStatus?
    /// What is wrong with device and sensor.
    public var deviceStatus: DeviceStatus?
    /// The strength of the pulse in %.
    public var pulseAmplitudeIndex: MedicalFloat16?
    /// Whether the clock was never set, so that the time counts from the last reset.
    public var isClockNotSet: Bool

    /// Makes a measurement.
    public init(
      reading: Reading, timestamp: DateTime? = nil, measurementStatus: MeasurementStatus? = nil,
      deviceStatus: DeviceStatus? = nil, pulseAmplitudeIndex: MedicalFloat16? = nil,
      isClockNotSet: Bool = false
    ) {
      self.reading = reading
      self.timestamp = timestamp
      self.measurementStatus = measurementStatus
      self.deviceStatus = deviceStatus
      self.pulseAmplitudeIndex = pulseAmplitudeIndex
      self.isClockNotSet = isClockNotSet
    }

    /// Flags, two numbers of two octets, and what the flags tell.
    public static let profileLayout = Layout<SpotCheck>(
      SpotCheck.init(
        reading:timestamp:measurementStatus:deviceStatus:pulseAmplitudeIndex:isClockNotSet:),
      flags: .uint8
    ) {
      Field("reading", \.reading, .inline(Reading.layout))
      Field("timestamp", \.timestamp, .when(0, .dateTime))
      Field(
        "measurementStatus", \.measurementStatus, .when(1, .options(MeasurementStatus.names)))
      Field("deviceStatus", \.deviceStatus, .when(2, .inDeviceStatus))
      Field("pulseAmplitudeIndex", \.pulseAmplitudeIndex, .when(3, .medfloat16), unit: .percent)
      Field("clockNotSet", \.isClockNotSet, .flag(4))
    }
  }

  /// The values of a sensor that is worn (Pulse Oximeter Service 1.0, 3.2).
  public struct Continuous: ProfileValue, Hashable {
    /// Saturation and pulse over the usual time.
    public var reading: Reading
    /// Saturation and pulse over a shorter time.
    public var fast: Reading?
    /// Saturation and pulse over a longer time.
    public var slow: Reading?
    /// How far the measurement can be trusted.
    public var measurementStatus: MeasurementStatus?
    /// What is wrong with device and sensor.
    public var deviceStatus: DeviceStatus?
    /// The strength of the pulse in %.
    public var pulseAmplitudeIndex: MedicalFloat16?

    /// Makes a measurement.
    public init(
      reading: Reading, fast: Reading? = nil, slow: Reading? = nil,
      measurementStatus: MeasurementStatus? = nil, deviceStatus: DeviceStatus? = nil,
      pulseAmplitudeIndex: MedicalFloat16? = nil
    ) {
      self.reading = reading
      self.fast = fast
      self.slow = slow
      self.measurementStatus = measurementStatus
      self.deviceStatus = deviceStatus
      self.pulseAmplitudeIndex = pulseAmplitudeIndex
    }

    /// Flags, two numbers of two octets, and what the flags tell.
    public static let profileLayout = Layout<Continuous>(
      Continuous.init(
        reading:fast:slow:measurementStatus:deviceStatus:pulseAmplitudeIndex:),
      flags: .uint8
    ) {
      Field("reading", \.reading, .inline(Reading.layout))
      Field("fast", \.fast, .when(0, .inline(Reading.fast)))
      Field("slow", \.slow, .when(1, .inline(Reading.slow)))
      Field(
        "measurementStatus", \.measurementStatus, .when(2, .options(MeasurementStatus.names)))
      Field("deviceStatus", \.deviceStatus, .when(3, .inDeviceStatus))
      Field("pulseAmplitudeIndex", \.pulseAmplitudeIndex, .when(4, .medfloat16), unit: .percent)
    }
  }

  /// An oxygen saturation with the pulse at that time.
  public struct Reading: Hashable, Sendable {
    /// The saturation of the blood with oxygen in %.
    public var saturation: MedicalFloat16
    /// The pulse in beats for each minute.
    public var pulseRate: MedicalFloat16

    /// Makes a reading.
    public init(saturation: MedicalFloat16, pulseRate: MedicalFloat16) {
      self.saturation = saturation
      self.pulseRate = pulseRate
    }

    static let layout = layout("SpO2", "pulseRate")
    static let fast = layout("fastSpO2", "fastPulseRate")
    static let slow = layout("slowSpO2", "slowPulseRate")

    private static func layout(_ saturation: String, _ pulse: String) -> Layout<Reading> {
      Layout(Reading.init(saturation:pulseRate:)) {
        Field(saturation, \.saturation, .medfloat16, unit: .percent)
        Field(pulse, \.pulseRate, .medfloat16, unit: .beatsPerMinute)
      }
    }
  }

  /// What a device can do (Pulse Oximeter Service 1.0, 3.3).
  public struct Features: ProfileValue, Hashable {
    /// What it can do; the first two options are there if and only if the statuses are.
    public var supported: SupportedFeatures
    /// Which bits of the measurement status it uses.
    public var measurementStatus: MeasurementStatus?
    /// Which bits of the device status it uses.
    public var deviceStatus: DeviceStatus?

    /// Makes features; the options that tell of the statuses follow from them.
    public init(
      supported: SupportedFeatures = [], measurementStatus: MeasurementStatus? = nil,
      deviceStatus: DeviceStatus? = nil
    ) {
      self.supported = supported
      self.measurementStatus = measurementStatus
      self.deviceStatus = deviceStatus
      if measurementStatus != nil { self.supported.insert(.measurementStatus) }
      if deviceStatus != nil { self.supported.insert(.deviceStatus) }
    }

    /// Two octets of options, and the statuses that they tell of.
    public static let profileLayout = Layout<Features>(
      Features.init(supported:measurementStatus:deviceStatus:), flags: .uint16
    ) {
      Field("features", \.supported, .bits(0..<16, SupportedFeatures.names))
      Field(
        "measurementStatusSupport", \.measurementStatus,
        .when(0, .options(MeasurementStatus.names)))
      Field("deviceStatusSupport", \.deviceStatus, .when(1, .inDeviceStatus))
    }
  }
}
