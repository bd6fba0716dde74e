public import GATT

extension TISensorTag2 {
  /// The keys of the SensorTag CC2650.
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

extension TISensorTag2.KeysService {
  /// The keys that are pressed.
  public static let state = CharacteristicProfile<Keys>(
    "Key Pressed", uuid: 0xFFE1, properties: .notify, initialValue: Keys())
}

extension TISensorTag2.KeysService {
  /// The keys that are pressed, any number at a time.
  public struct Keys: ProfileValue, Hashable {
    /// The right key, which switches the power.
    public var right: Bool
    /// The left key.
    public var left: Bool
    /// The reed relay, which a magnet closes.
    public var reed: Bool

    /// Makes a state.
    public init(right: Bool = false, left: Bool = false, reed: Bool = false) {
      self.right = right
      self.left = left
      self.reed = reed
    }

    /// One octet, a bit for each key.
    public static let profileLayout = Layout<Keys>(
      Keys.init(right:left:reed:), flags: .uint8
    ) {
      Field("right", \.right, .flag(0))
      Field("left", \.left, .flag(1))
      Field("reed", \.reed, .flag(2))
    }
  }
}
