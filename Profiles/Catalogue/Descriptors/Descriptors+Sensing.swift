public import FoundationEssentials

extension Descriptors {
  /// How the value of a sensor comes about (290C).
  public struct SensorFacts: ProfileValue, Hashable {
    /// What the value is of several samples.
    public var sampling: Sampling
    /// Over how long it is, in s; 0 if nothing is known.
    public var period: Int
    /// How often it changes, in s; 0 if nothing is known.
    public var interval: Int
    /// What is measured, such as 1 for air.
    public var application: UInt8
    /// The uncertainty in percent, 0...127 in steps of 0.5 %, if it is known.
    public var uncertainty: OrSpecial<Double>

    /// Makes facts.
    public init(
      sampling: Sampling, period: Int, interval: Int, application: UInt8,
      uncertainty: OrSpecial<Double>
    ) {
      self.sampling = sampling
      self.period = period
      self.interval = interval
      self.application = application
      self.uncertainty = uncertainty
    }

    /// Eleven octets, the first two without meaning.
    public static let profileLayout = Layout<SensorFacts>(
      SensorFacts.init(sampling:period:interval:application:uncertainty:), flags: .uint16
    ) {
      Field("samplingFunction", \.sampling, .enumeration())
      Field("measurementPeriod", \.period, .uint24(), unit: .second)
      Field("updateInterval", \.interval, .uint24(), unit: .second)
      Field("application", \.application, .uint8())
      Field(
        "uncertainty", \.uncertainty, .special([0xFF: .unknown], .uint8(scale: 0.5)), unit: .percent
      )
    }
  }

  /// What a value is of several samples.
  public struct Sampling: OpenEnumeration, ProfileValue {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any octet.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// It is not known.
    public static let unspecified = Sampling(rawValue: 0)
    /// One sample.
    public static let instantaneous = Sampling(rawValue: 1)
    /// The mean.
    public static let mean = Sampling(rawValue: 2)
    /// The root of the mean of the squares.
    public static let rootMeanSquare = Sampling(rawValue: 3)
    /// The largest.
    public static let maximum = Sampling(rawValue: 4)
    /// The smallest.
    public static let minimum = Sampling(rawValue: 5)
    /// The sum.
    public static let accumulated = Sampling(rawValue: 6)
    /// How many there are.
    public static let count = Sampling(rawValue: 7)

    /// The codes that have a name.
    public static let names: [(code: Sampling, name: String)] = [
      (.unspecified, "Unspecified"),
      (.instantaneous, "Instantaneous"),
      (.mean, "Arithmetic Mean"),
      (.rootMeanSquare, "RMS"),
      (.maximum, "Maximum"),
      (.minimum, "Minimum"),
      (.accumulated, "Accumulated"),
      (.count, "Count"),
    ]

    /// One octet.
    public static let profileLayout = Layout<Sampling>.single(
      .enumeration(), name: "samplingFunction")
  }

  /// The limits of a value (2906), in the form of the characteristic.
  public struct ValidRange: ProfileValue, Hashable {
    /// The octets of the smallest value.
    public var minimum: Data
    /// The octets of the largest value.
    public var maximum: Data

    /// Makes a range; both limits must have as many octets.
    public init(minimum: Data, maximum: Data) {
      self.minimum = minimum
      self.maximum = maximum
    }

    /// Two halves of as many octets.
    public static let profileLayout = Layout<ValidRange>(
      computed: "valid-range", from: .single(.opaque()),
      decode: { octets, _ throws(ProfileError) in
        let half = octets.count / 2
        guard octets.count == half * 2 else {
          throw .badValue(
            "a count of \(octets.count) octets", allowed: "even", offset: 0)
        }
        return ValidRange(
          minimum: Data(octets.prefix(half)), maximum: Data(octets.suffix(half)))
      },
      encode: { range, _ throws(ProfileError) in
        guard range.minimum.count == range.maximum.count else {
          throw .badValue(
            "a pair of \(range.minimum.count) and \(range.maximum.count) octets",
            allowed: "two limits of one form")
        }
        return range.minimum + range.maximum
      },
      ValidRange.init(minimum:maximum:)
    ) {
      Field("minimum", \.minimum, .opaque())
      Field("maximum", \.maximum, .opaque())
    }
  }
}
