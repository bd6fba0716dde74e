public import GATT

extension TISensorTag {
  /// The self-test of the SensorTag CC2541 and its lights.
  public struct TestService: ServiceProfile {
    /// `F000AA60-0451-4000-B000-000000000000`.
    public static let uuid = TISensorTag.uuid(0xAA60)
    /// The name in listings.
    public static let name = "TI Sensor Tag Test"

    /// The result of the self-test, a bit for each part that passed.
    public let data = Self.data
    /// The switch of the test mode and of the lights.
    public let configuration = Self.configuration

    /// Makes the profile.
    public init() {}

    /// The characteristics in the order of their handles.
    public var characteristics: [AnyCharacteristicProfile] {
      [AnyCharacteristicProfile(data), .init(configuration)]
    }
  }
}

extension TISensorTag.TestService {
  /// The result of the self-test, a bit for each part that passed.
  public static let data = CharacteristicProfile<Result>(
    "Test Data", uuid: TISensorTag.uuid(0xAA61), properties: .read,
    initialValue: Result(rawValue: 0xF0))

  /// The switch of the test mode and of the lights.
  public static let configuration = CharacteristicProfile<Configuration>(
    "Test Enabled", uuid: TISensorTag.uuid(0xAA62), properties: [.read, .write],
    initialValue: Configuration())
}

extension TISensorTag.TestService {
  /// The result of the self-test.
  public struct Result: OptionSet, Hashable, ProfileValue {
    /// A bit for each part, set if it passed.
    public let rawValue: UInt16

    /// Keeps any word.
    public init(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    /// One word.
    public static let profileLayout = Layout<Result>.single(.options(), name: "result")
  }

  /// The switch of the test mode and of the lights.
  public struct Configuration: ProfileValue, Hashable {
    /// The first light.
    public var led1: Bool
    /// The second light.
    public var led2: Bool
    /// Whether the SensorTag is in test mode.
    public var testMode: Bool

    /// Makes a configuration.
    public init(led1: Bool = false, led2: Bool = false, testMode: Bool = false) {
      self.led1 = led1
      self.led2 = led2
      self.testMode = testMode
    }

    /// One octet: bits 0 and 1 are the lights, bit 7 is the test mode.
    public static let profileLayout = Layout<Configuration>(
      Configuration.init(led1:led2:testMode:), flags: .uint8
    ) {
      Field("led1", \.led1, .flag(0))
      Field("led2", \.led2, .flag(1))
      Field("testMode", \.testMode, .flag(7))
    }
  }
}
