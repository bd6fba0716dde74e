public import GATT

extension TISensorTag2 {
  /// The lights and the buzzer of the SensorTag CC2650.
  public struct IOService: ServiceProfile {
    /// `F000AA64-0451-4000-B000-000000000000`.
    public static let uuid = TISensorTag.uuid(0xAA64)
    /// The name in listings.
    public static let name = "TI IO"

    /// The outputs in remote mode, the result of the self-test in test mode.
    public let data = Self.data
    /// Who uses the outputs, the SensorTag itself at first.
    public let mode = Self.mode

    /// Makes the profile.
    public init() {}

    /// The characteristics in the order of their handles.
    public var characteristics: [AnyCharacteristicProfile] {
      [AnyCharacteristicProfile(data), .init(mode)]
    }
  }
}

extension TISensorTag2.IOService {
  /// The outputs in remote mode, the result of the self-test in test mode.
  public static let data = CharacteristicProfile<Data>(
    "IO Data", uuid: TISensorTag.uuid(0xAA65), properties: [.read, .write], initialValue: [])

  /// Who uses the outputs, the SensorTag itself at first.
  public static let mode = CharacteristicProfile<Mode>(
    "IO Configuration", uuid: TISensorTag.uuid(0xAA66), properties: [.read, .write],
    initialValue: .local)
}

extension TISensorTag2.IOService {
  /// The outputs that are on, or in test mode the parts that passed their test.
  public struct Data: OptionSet, Hashable, ProfileValue {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any octet.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The red light.
    public static let redLight = Data(rawValue: 1 << 0)
    /// The green light.
    public static let greenLight = Data(rawValue: 1 << 1)
    /// The buzzer.
    public static let buzzer = Data(rawValue: 1 << 2)
    /// Erases the external flash memory with its factory image.
    public static let eraseFlash = Data(rawValue: 1 << 3)
    /// All parts passed the self-test.
    public static let allPassed = Data(rawValue: 0x7F)

    /// One octet; in the context `ioMode` is `test` if the result of the self-test is read.
    public static let profileLayout = layout([
      .init(0, "redLight"), .init(1, "greenLight"), .init(2, "buzzer"), .init(3, "eraseFlash"),
    ]).varying([
      .init(
        ContextMatch("ioMode", .equals("test")),
        layout([
          .init(0, "temperature"), .init(1, "humidity"), .init(2, "luxometer"),
          .init(3, "barometer"), .init(4, "movement"), .init(5, "magnetometer"), .init(6, "flash"),
        ]))
    ])

    private static func layout(_ names: [Options.Name]) -> Layout<Data> {
      .single(.options(Options(names, style: .names)), name: "data")
    }
  }

  /// Who uses the outputs.
  public struct Mode: OpenEnumeration, ProfileValue {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any octet.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The SensorTag itself.
    public static let local = Mode(rawValue: 0)
    /// The host, through the data characteristic.
    public static let remote = Mode(rawValue: 1)
    /// Nobody: the data is the result of the self-test.
    public static let test = Mode(rawValue: 2)

    /// The codes that have a name.
    public static let names: [(code: Mode, name: String)] = [
      (.local, "Local"), (.remote, "Remote"), (.test, "Test"),
    ]

    /// One octet.
    public static let profileLayout = Layout<Mode>.single(.enumeration(), name: "mode")
  }
}
