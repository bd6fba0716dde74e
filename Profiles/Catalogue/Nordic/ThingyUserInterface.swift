public import GATT

extension Thingy52 {
  /// The light, the button and the pins of the Thingy:52.
  public struct UserInterfaceService: ServiceProfile {
    /// `EF680300-9B35-4933-9B10-52FFA9740042`.
    public static let uuid = Thingy52.uuid(0x0300)
    /// The name in listings.
    public static let name = "Thingy User Interface"

    /// What the light does.
    public let led = Self.led
    /// Whether the button is pressed.
    public let button = Self.button
    /// The external pins.
    public let pins = Self.pins

    /// Makes the profile.
    public init() {}

    /// The characteristics in the order of their handles.
    public var characteristics: [AnyCharacteristicProfile] {
      [AnyCharacteristicProfile(led), .init(button), .init(pins)]
    }
  }
}

extension Thingy52.UserInterfaceService {
  /// What the light does.
  public static let led = CharacteristicProfile<LED>(
    "Thingy LED", uuid: Thingy52.uuid(0x0301), properties: [.read, .write], initialValue: .off)

  /// Whether the button is pressed.
  public static let button = CharacteristicProfile<Bool>(
    "Thingy Button", uuid: Thingy52.uuid(0x0302), properties: .notify, initialValue: false,
    layout: .single(.bool, name: "pressed"))

  /// The external pins.
  public static let pins = CharacteristicProfile<Pins>(
    "Thingy External Pins", uuid: Thingy52.uuid(0x0303), properties: [.read, .write],
    initialValue: Pins(pin1: false, pin2: false, pin3: false, pin4: false))
}

extension Thingy52.UserInterfaceService {
  /// The external pins, on or off.
  public struct Pins: ProfileValue, Hashable {
    /// Pin 1.
    public var pin1: Bool
    /// Pin 2.
    public var pin2: Bool
    /// Pin 3.
    public var pin3: Bool
    /// Pin 4.
    public var pin4: Bool

    /// Makes a state.
    public init(pin1: Bool, pin2: Bool, pin3: Bool, pin4: Bool) {
      self.pin1 = pin1
      self.pin2 = pin2
      self.pin3 = pin3
      self.pin4 = pin4
    }

    /// Four octets, 0 or 255.
    public static let profileLayout = Layout<Pins>(Pins.init(pin1:pin2:pin3:pin4:)) {
      Field("pin1", \.pin1, .pin)
      Field("pin2", \.pin2, .pin)
      Field("pin3", \.pin3, .pin)
      Field("pin4", \.pin4, .pin)
    }
  }
}

extension Wire<Bool> {
  /// One octet, 0 for off and 255 for on.
  fileprivate static var pin: Wire<Bool> {
    Wire<UInt8>.uint8().among([0, 255]).mapped({ octet throws(ProfileError) in octet == 255 }) {
      $0 ? 255 : 0
    }
  }
}
