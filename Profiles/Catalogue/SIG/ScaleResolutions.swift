extension BluetoothSIG {
  /// How finely a scale weighs; one code stands for a metric and an imperial step.
  public struct WeightResolution: OpenEnumeration {
    /// The four bits that are sent.
    public let rawValue: UInt8

    /// Keeps any code, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// It does not tell.
    public static let notSpecified = WeightResolution(rawValue: 0)
    /// 0.5 kg or 1 lb.
    public static let halfKilogram = WeightResolution(rawValue: 1)
    /// 0.2 kg or 0.5 lb.
    public static let fifthKilogram = WeightResolution(rawValue: 2)
    /// 0.1 kg or 0.2 lb.
    public static let tenthKilogram = WeightResolution(rawValue: 3)
    /// 0.05 kg or 0.1 lb.
    public static let fiftyGrams = WeightResolution(rawValue: 4)
    /// 0.02 kg or 0.05 lb.
    public static let twentyGrams = WeightResolution(rawValue: 5)
    /// 0.01 kg or 0.02 lb.
    public static let tenGrams = WeightResolution(rawValue: 6)
    /// 0.005 kg or 0.01 lb.
    public static let fiveGrams = WeightResolution(rawValue: 7)

    /// The codes that have a name.
    public static let names: [(code: WeightResolution, name: String)] = [
      (.notSpecified, "notSpecified"), (.halfKilogram, "halfKilogram"),
      (.fifthKilogram, "fifthKilogram"), (.tenthKilogram, "tenthKilogram"),
      (.fiftyGrams, "fiftyGrams"), (.twentyGrams, "twentyGrams"), (.tenGrams, "tenGrams"),
      (.fiveGrams, "fiveGrams"),
    ]
  }

  /// How finely a scale knows the height; one code stands for a metric and an imperial step.
  public struct HeightResolution: OpenEnumeration {
    /// The three bits that are sent.
    public let rawValue: UInt8

    /// Keeps any code, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// It does not tell.
    public static let notSpecified = HeightResolution(rawValue: 0)
    /// 0.01 m or 1 in.
    public static let tenMillimetres = HeightResolution(rawValue: 1)
    /// 0.005 m or 0.5 in.
    public static let fiveMillimetres = HeightResolution(rawValue: 2)
    /// 0.001 m or 0.1 in.
    public static let oneMillimetre = HeightResolution(rawValue: 3)

    /// The codes that have a name.
    public static let names: [(code: HeightResolution, name: String)] = [
      (.notSpecified, "notSpecified"), (.tenMillimetres, "tenMillimetres"),
      (.fiveMillimetres, "fiveMillimetres"), (.oneMillimetre, "oneMillimetre"),
    ]
  }
}
