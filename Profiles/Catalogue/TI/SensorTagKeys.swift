public import GATT

extension TISensorTag {
  /// The keys of the SensorTag CC2541.
  public struct KeysService: ServiceProfile {
    /// `FFE0`.
    public static let uuid: BluetoothUUID = 0xFFE0
    /// The name in listings.
    public static let name = "Sensor Tag Key Pressed"

    /// The keys that are pressed.
    public let state = Self.state

    /// Makes the profile.
    public init() {}

    /// The characteristics in the order of their handles.
    public var characteristics: [AnyCharacteristicProfile] {
      [AnyCharacteristicProfile(state)]
    }
  }
}

extension TISensorTag.KeysService {
  /// The keys that are pressed.
  public static let state = CharacteristicProfile<Keys>(
    "Key Pressed", uuid: 0xFFE1, properties: .notify, initialValue: Keys())
}

extension TISensorTag.KeysService {
  /// The keys that are pressed, any number at a time.
  public struct Keys: ProfileValue, Hashable {
    /// The right key.
    public var right: Bool
    /// The left key.
    public var left: Bool
    /// The key at the side, which the firmware reports in test mode only.
    public var side: Bool

    /// Makes a state.
    public init(right: Bool = false, left: Bool = false, side: Bool = false) {
      self.right = right
      self.left = left
      self.side = side
    }

    /// One octet, a bit for each key.
    public static let profileLayout = Layout<Keys>(
      Keys.init(right:left:side:), flags: .uint8
    ) {
      Field("right", \.right, .flag(0))
      Field("left", \.left, .flag(1))
      Field("side", \.side, .flag(2))
    }
  }
}
