extension BluetoothSIG.BodyCompositionService {
  /// One measurement (Body Composition Service 1.0, 3.2).
  ///
  /// Masses and height are all metric or all imperial.
  public struct Measurement: ProfileValue, Hashable {
    /// The share of fat in %, in steps of 0.1, or that the measurement failed.
    public var bodyFat: OrSpecial<Double>
    /// When it was measured.
    public var timestamp: DateTime?
    /// Whose body it is, 0...254 or unknown.
    public var userID: OrSpecial<Int>?
    /// The energy that the body needs in a day at rest, in kJ.
    public var basalMetabolism: Int?
    /// The share of muscles in %, in steps of 0.1.
    public var musclePercentage: Double?
    /// The mass of the muscles in kg or lb.
    public var muscleMass: Quantity<Double>?
    /// The mass without fat in kg or lb.
    public var fatFreeMass: Quantity<Double>?
    /// The mass without fat and bones in kg or lb.
    public var softLeanMass: Quantity<Double>?
    /// The mass of the water in kg or lb.
    public var bodyWaterMass: Quantity<Double>?
    /// The impedance in Ω, in steps of 0.1.
    public var impedance: Double?
    /// The weight in kg or lb, or that weighing failed.
    public var weight: Quantity<OrSpecial<Double>>?
    /// The height in m or in.
    public var height: Quantity<Double>?
    /// Whether the next packet continues this measurement.
    public var isInMultiplePackets: Bool

    /// Makes a measurement of one unit system.
    public init(
      bodyFat: OrSpecial<Double>, timestamp: DateTime? = nil, userID: OrSpecial<Int>? = nil,
      basalMetabolism: Int? = nil, musclePercentage: Double? = nil,
      muscleMass: Quantity<Double>? = nil, fatFreeMass: Quantity<Double>? = nil,
      softLeanMass: Quantity<Double>? = nil, bodyWaterMass: Quantity<Double>? = nil,
      impedance: Double? = nil, weight: Quantity<OrSpecial<Double>>? = nil,
      height: Quantity<Double>? = nil, isInMultiplePackets: Bool = false
    ) {
      self.bodyFat = bodyFat
      self.timestamp = timestamp
      self.userID = userID
      self.basalMetabolism = basalMetabolism
      self.musclePercentage = musclePercentage
      self.muscleMass = muscleMass
      self.fatFreeMass = fatFreeMass
      self.softLeanMass = softLeanMass
      self.bodyWaterMass = bodyWaterMass
      self.impedance = impedance
      self.weight = weight
      self.height = height
      self.isInMultiplePackets = isInMultiplePackets
    }

    /// Flags, two octets of fat, and what the flags tell.
    public static let profileLayout = Layout<Measurement>(
      Measurement.init(
        bodyFat:timestamp:userID:basalMetabolism:musclePercentage:muscleMass:fatFreeMass:
        softLeanMass:bodyWaterMass:impedance:weight:height:isInMultiplePackets:),
      flags: .uint16
    ) {
      Field(
        "bodyFat", \.bodyFat,
        .special([0xFFFF: .measurementUnsuccessful], .uint16(scale: 0.1)), unit: .percent)
      Field("timestamp", \.timestamp, .when(1, .dateTime))
      Field("userID", \.userID, .when(2, .userID))
      Field("basalMetabolism", \.basalMetabolism, .when(3, .uint16()), unit: .kilojoule)
      Field("muscle", \.musclePercentage, .when(4, .uint16(scale: 0.1)), unit: .percent)
      Field("muscleMass", \.muscleMass, .when(5, .bodyMass))
      Field("fatFreeMass", \.fatFreeMass, .when(6, .bodyMass))
      Field("softLeanMass", \.softLeanMass, .when(7, .bodyMass))
      Field("bodyWaterMass", \.bodyWaterMass, .when(8, .bodyMass))
      Field("impedance", \.impedance, .when(9, .uint16(scale: 0.1)), unit: .ohm)
      Field("weight", \.weight, .when(10, .bodyWeight))
      Field("height", \.height, .when(11, .bodyHeight))
      Field("multiplePackets", \.isInMultiplePackets, .indicator(12))
    }
  }

  /// What a scale can do (Body Composition Service 1.0, 3.1).
  public struct Features: ProfileValue, Hashable {
    /// What it can do beyond the share of fat.
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
      Field("features", \.supported, .bits(0..<11, SupportedFeatures.names))
      Field("weightResolution", \.weightResolution, .bits(11..<15))
      Field("heightResolution", \.heightResolution, .bits(15..<18))
    }
  }

  /// What a scale can do beyond the share of fat.
  public struct SupportedFeatures: OptionSet, Hashable, Sendable {
    /// The bits that are sent.
    public let rawValue: UInt16

    /// Keeps any bits.
    public init(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    /// It has a clock.
    public static let timestamp = SupportedFeatures(rawValue: 1 << 0)
    /// It tells users apart.
    public static let multipleUsers = SupportedFeatures(rawValue: 1 << 1)
    /// It estimates the metabolism.
    public static let basalMetabolism = SupportedFeatures(rawValue: 1 << 2)
    /// It estimates the share of muscles.
    public static let musclePercentage = SupportedFeatures(rawValue: 1 << 3)
    /// It estimates the mass of muscles.
    public static let muscleMass = SupportedFeatures(rawValue: 1 << 4)
    /// It estimates the mass without fat.
    public static let fatFreeMass = SupportedFeatures(rawValue: 1 << 5)
    /// It estimates the mass without fat and bones.
    public static let softLeanMass = SupportedFeatures(rawValue: 1 << 6)
    /// It estimates the mass of water.
    public static let bodyWaterMass = SupportedFeatures(rawValue: 1 << 7)
    /// It measures the impedance.
    public static let impedance = SupportedFeatures(rawValue: 1 << 8)
    /// It weighs.
    public static let weight = SupportedFeatures(rawValue: 1 << 9)
    /// It knows the height.
    public static let height = SupportedFeatures(rawValue: 1 << 10)

    static let names = Options([
      .init(0, "timestamp"), .init(1, "multipleUsers"), .init(2, "basalMetabolism"),
      .init(3, "musclePercentage"), .init(4, "muscleMass"), .init(5, "fatFreeMass"),
      .init(6, "softLeanMass"), .init(7, "bodyWaterMass"), .init(8, "impedance"),
      .init(9, "weight"), .init(10, "height"),
    ])
  }
}
