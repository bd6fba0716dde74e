extension BluetoothSIG.WeightScaleService {
  /// One weight (Weight Scale Service 1.0, 3.2).
  ///
  /// Weight and height are both metric or both imperial.
  public struct Measurement: ProfileValue, Hashable {
    /// The weight in steps of 0.005 kg or 0.01 lb, or that weighing failed.
    public var weight: Quantity<OrSpecial<Double>>
    /// When it was measured.
    public var timestamp: DateTime?
    /// Whose weight it is, 0...254 or unknown.
    public var userID: OrSpecial<Int>?
    /// The body mass index and the height that it is computed from.
    public var build: Build?

    /// Makes a measurement; its unit is kg or lb.
    public init(
      weight: Quantity<OrSpecial<Double>>, timestamp: DateTime? = nil,
      userID: OrSpecial<Int>? = nil, build: Build? = nil
    ) {
      self.weight = weight
      self.timestamp = timestamp
      self.userID = userID
      self.build = build
    }

    /// Makes a measurement of kilograms.
    public init(kilograms: Double, timestamp: DateTime? = nil, userID: OrSpecial<Int>? = nil) {
      self.init(
        weight: Quantity(.value(kilograms), .kilogram), timestamp: timestamp, userID: userID)
    }

    /// The weight in kg, whatever the unit; `nil` if weighing failed.
    public var kilograms: Double? {
      weight.value.value.map { weight.unit == .pound ? $0 * 0.45359237 : $0 }
    }

    /// Flags, two octets of weight, and what the flags tell.
    public static let profileLayout = Layout<Measurement>(
      Measurement.init(weight:timestamp:userID:build:), flags: .uint8
    ) {
      Field("weight", \.weight, .bodyWeight)
      Field("timestamp", \.timestamp, .when(1, .dateTime))
      Field("userID", \.userID, .when(2, .userID))
      Field("build", \.build, .when(3, .inline(Build.layout)))
    }
  }

  /// A body mass index and the height that it is computed from.
  public struct Build: Hashable, Sendable {
    /// The mass in kg through the square of the height in m, in steps of 0.1.
    public var bodyMassIndex: Double
    /// The height in steps of 0.001 m or 0.1 in.
    public var height: Quantity<Double>

    /// Makes a build; its unit is m or in.
    public init(bodyMassIndex: Double, height: Quantity<Double>) {
      self.bodyMassIndex = bodyMassIndex
      self.height = height
    }

    static let layout = Layout<Build>(
      Build.init(bodyMassIndex:height:)
    ) {
      Field("BMI", \.bodyMassIndex, .uint16(scale: 0.1))
      Field("height", \.height, .bodyHeight)
    }
  }

  /// What a scale can do (Weight Scale Service 1.0, 3.1).
  public struct Features: ProfileValue, Hashable {
    /// What it can do beyond weighing.
    public var supported: SupportedFeatures
    /// How finely it weighs.
    public var weightResolution: BluetoothSIG.WeightResolution
    /// How finely it knows the height.
    public var heightResolution: BluetoothSIG.HeightResolution

    /// Makes features.
    public init(
      supported: SupportedFeatures = [],
      weightResolution: BluetoothSIG.WeightResolution = .notSpecified,
      heightResolution: BluetoothSIG.HeightResolution = .notSpecified
    ) {
      self.supported = supported
      self.weightResolution = weightResolution
      self.heightResolution = heightResolution
    }

    /// Four octets of bits.
    public static let profileLayout = Layout<Features>(
      Features.init(supported:weightResolution:heightResolution:), flags: .uint32
    ) {
      Field("features", \.supported, .bits(0..<3, SupportedFeatures.names))
      Field("weightResolution", \.weightResolution, .bits(3..<7))
      Field("heightResolution", \.heightResolution, .bits(7..<10))
    }
  }

  /// What a scale can do beyond weighing.
  public struct SupportedFeatures: OptionSet, Hashable, Sendable {
    /// The bits that are sent.
    public let rawValue: UInt8

    /// Keeps any bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// It has a clock.
    public static let timestamp = SupportedFeatures(rawValue: 1 << 0)
    /// It tells users apart.
    public static let multipleUsers = SupportedFeatures(rawValue: 1 << 1)
    /// It computes the body mass index.
    public static let bodyMassIndex = SupportedFeatures(rawValue: 1 << 2)

    static let names = Options([
      .init(0, "timestamp"), .init(1, "multipleUsers"), .init(2, "bodyMassIndex"),
    ])
  }
}

extension Wire where Value == Quantity<OrSpecial<Double>> {
  /// A mass of the body in kg, or in lb if flag 0 is set; all ones if weighing failed.
  static var bodyWeight: Wire {
    .unit(
      bit: 0, clear: .special([0xFFFF: .measurementUnsuccessful], .uint16(scale: 0.005)), .kilogram,
      set: .special([0xFFFF: .measurementUnsuccessful], .uint16(scale: 0.01)), .pound)
  }
}

extension Wire where Value == Quantity<Double> {
  /// A height in m, or in inches if flag 0 is set.
  static var bodyHeight: Wire {
    .unit(bit: 0, clear: .uint16(scale: 0.001), .metre, set: .uint16(scale: 0.1), .inch)
  }

  /// A mass of a part of the body in kg, or in lb if flag 0 is set.
  static var bodyMass: Wire {
    .unit(bit: 0, clear: .uint16(scale: 0.005), .kilogram, set: .uint16(scale: 0.01), .pound)
  }
}
