extension BluetoothSIG.FitnessMachineService {
  /// The speeds that a client can set (2AD4).
  public struct SpeedRange: ProfileValue, Hashable {
    /// 0...655.35 km/h in steps of 0.01.
    public var minimum: Double
    /// 0...655.35 km/h in steps of 0.01.
    public var maximum: Double
    /// The least difference, 0...655.35 km/h in steps of 0.01.
    public var increment: Double

    /// Makes a range from kilometres for each hour.
    public init(minimum: Double, maximum: Double, increment: Double) {
      self.minimum = minimum
      self.maximum = maximum
      self.increment = increment
    }

    /// Six octets.
    public static let profileLayout = Layout<SpeedRange>(
      SpeedRange.init(minimum:maximum:increment:)
    ) {
      Field("minimum", \.minimum, .uint16(scale: 0.01), unit: kilometersPerHour)
      Field("maximum", \.maximum, .uint16(scale: 0.01), unit: kilometersPerHour)
      Field("increment", \.increment, .uint16(scale: 0.01), unit: kilometersPerHour)
    }
  }

  /// The inclinations that a client can set (2AD5).
  public struct InclinationRange: ProfileValue, Hashable {
    /// −3276.8...3276.7 % in steps of 0.1.
    public var minimum: Double
    /// −3276.8...3276.7 % in steps of 0.1.
    public var maximum: Double
    /// The least difference, 0...6553.5 % in steps of 0.1.
    public var increment: Double

    /// Makes a range from percents.
    public init(minimum: Double, maximum: Double, increment: Double) {
      self.minimum = minimum
      self.maximum = maximum
      self.increment = increment
    }

    /// Six octets.
    public static let profileLayout = Layout<InclinationRange>(
      InclinationRange.init(minimum:maximum:increment:)
    ) {
      Field("minimum", \.minimum, .int16(scale: 0.1), unit: .percent)
      Field("maximum", \.maximum, .int16(scale: 0.1), unit: .percent)
      Field("increment", \.increment, .uint16(scale: 0.1), unit: .percent)
    }
  }

  /// The resistances that a client can set (2AD6).
  public struct ResistanceRange: ProfileValue, Hashable {
    /// −3276.8...3276.7 in steps of 0.1, or 0...2550 in steps of 10.
    public var minimum: Double
    /// −3276.8...3276.7 in steps of 0.1, or 0...2550 in steps of 10.
    public var maximum: Double
    /// The least difference, 0...6553.5 in steps of 0.1, or 0...2550 in steps of 10.
    public var increment: Double

    /// Makes a range.
    public init(minimum: Double, maximum: Double, increment: Double) {
      self.minimum = minimum
      self.maximum = maximum
      self.increment = increment
    }

    /// Six or three octets; the context tells the form of the resistance.
    public static let profileLayout = ResistanceForm.varying(layout)

    static func layout(_ form: ResistanceForm) -> Layout<ResistanceRange> {
      Layout<ResistanceRange>(ResistanceRange.init(minimum:maximum:increment:)) {
        Field("minimum", \.minimum, form.preciseWire)
        Field("maximum", \.maximum, form.preciseWire)
        Field("increment", \.increment, form.stepWire)
      }
    }
  }

  /// The heart rates that a client can set (2AD7).
  public struct HeartRateRange: ProfileValue, Hashable {
    /// 0...255 beats for each minute.
    public var minimum: Int
    /// 0...255 beats for each minute.
    public var maximum: Int
    /// The least difference, 0...255 beats for each minute.
    public var increment: Int

    /// Makes a range from beats for each minute.
    public init(minimum: Int, maximum: Int, increment: Int) {
      self.minimum = minimum
      self.maximum = maximum
      self.increment = increment
    }

    /// Three octets.
    public static let profileLayout = Layout<HeartRateRange>(
      HeartRateRange.init(minimum:maximum:increment:)
    ) {
      Field("minimum", \.minimum, .uint8(), unit: .beatsPerMinute)
      Field("maximum", \.maximum, .uint8(), unit: .beatsPerMinute)
      Field("increment", \.increment, .uint8(), unit: .beatsPerMinute)
    }
  }

  /// The powers that a client can set (2AD8).
  public struct PowerRange: ProfileValue, Hashable {
    /// −32768...32767 W.
    public var minimum: Int
    /// −32768...32767 W.
    public var maximum: Int
    /// The least difference, 0...65535 W.
    public var increment: Int

    /// Makes a range from watts.
    public init(minimum: Int, maximum: Int, increment: Int) {
      self.minimum = minimum
      self.maximum = maximum
      self.increment = increment
    }

    /// Six octets.
    public static let profileLayout = Layout<PowerRange>(
      PowerRange.init(minimum:maximum:increment:)
    ) {
      Field("minimum", \.minimum, .int16(), unit: watt)
      Field("maximum", \.maximum, .int16(), unit: watt)
      Field("increment", \.increment, .uint16(), unit: watt)
    }
  }
}
