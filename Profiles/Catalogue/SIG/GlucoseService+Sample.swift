extension BluetoothSIG.GlucoseService {
  /// What was measured, as glucose meters and continuous monitors tell it in one octet.
  public struct Sample: Hashable, Sendable {
    /// The fluid.
    public var type: SampleType
    /// Where it was taken.
    public var location: SampleLocation

    /// Makes a sample.
    public init(type: SampleType, location: SampleLocation) {
      self.type = type
      self.location = location
    }

    static let layout = Layout<Sample>(
      Sample.init(type:location:), flags: .uint8
    ) {
      Field("type", \.type, .bits(0..<4, style: .code))
      Field("sampleLocation", \.location, .bits(4..<8, style: .code))
    }
  }

  /// The fluid in which glucose is measured.
  public struct SampleType: OpenEnumeration {
    /// The four bits that are sent.
    public let rawValue: UInt8

    /// Keeps any code, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Blood from a capillary.
    public static let capillaryWholeBlood = SampleType(rawValue: 1)
    /// Plasma of blood from a capillary.
    public static let capillaryPlasma = SampleType(rawValue: 2)
    /// Blood from a vein.
    public static let venousWholeBlood = SampleType(rawValue: 3)
    /// Plasma of blood from a vein.
    public static let venousPlasma = SampleType(rawValue: 4)
    /// Blood from an artery.
    public static let arterialWholeBlood = SampleType(rawValue: 5)
    /// Plasma of blood from an artery.
    public static let arterialPlasma = SampleType(rawValue: 6)
    /// Blood from anywhere.
    public static let undeterminedWholeBlood = SampleType(rawValue: 7)
    /// Plasma of blood from anywhere.
    public static let undeterminedPlasma = SampleType(rawValue: 8)
    /// The fluid between cells.
    public static let interstitialFluid = SampleType(rawValue: 9)
    /// A solution that tests the meter.
    public static let controlSolution = SampleType(rawValue: 10)

    /// The codes that have a name.
    public static let names: [(code: SampleType, name: String)] = [
      (.capillaryWholeBlood, "capillaryWholeBlood"), (.capillaryPlasma, "capillaryPlasma"),
      (.venousWholeBlood, "venousWholeBlood"), (.venousPlasma, "venousPlasma"),
      (.arterialWholeBlood, "arterialWholeBlood"), (.arterialPlasma, "arterialPlasma"),
      (.undeterminedWholeBlood, "undeterminedWholeBlood"),
      (.undeterminedPlasma, "undeterminedPlasma"), (.interstitialFluid, "interstitialFluid"),
      (.controlSolution, "controlSolution"),
    ]
  }

  /// Where a sample is taken.
  public struct SampleLocation: OpenEnumeration {
    /// The four bits that are sent.
    public let rawValue: UInt8

    /// Keeps any code, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// A finger.
    public static let finger = SampleLocation(rawValue: 1)
    /// Another place, such as a forearm.
    public static let alternateSite = SampleLocation(rawValue: 2)
    /// An ear lobe.
    public static let earLobe = SampleLocation(rawValue: 3)
    /// A solution that tests the meter.
    public static let controlSolution = SampleLocation(rawValue: 4)
    /// The tissue under the skin.
    public static let subcutaneous = SampleLocation(rawValue: 5)
    /// It is not known.
    public static let notAvailable = SampleLocation(rawValue: 15)

    /// The codes that have a name.
    public static let names: [(code: SampleLocation, name: String)] = [
      (.finger, "finger"), (.alternateSite, "alternateSite"), (.earLobe, "earLobe"),
      (.controlSolution, "controlSolution"), (.subcutaneous, "subcutaneous"),
      (.notAvailable, "notAvailable"),
    ]
  }
}
