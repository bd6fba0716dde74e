extension BluetoothSIG.HumanInterfaceDeviceService {
  /// The keys that are held down on a keyboard (HID Service 1.0, 2.7).
  public struct KeyboardInput: ProfileValue, Hashable {
    /// The keys that change the meaning of others.
    public var modifiers: Modifiers
    /// Six usage codes of USB's keyboard page, 0 for no key.
    public var keys: [Int]

    /// Makes a report.
    public init(modifiers: Modifiers = [], keys: [Int] = [0, 0, 0, 0, 0, 0]) {
      self.modifiers = modifiers
      self.keys = keys
    }

    /// Eight octets, of which the second is reserved.
    public static let profileLayout = Layout<KeyboardInput>(
      KeyboardInput.init(modifiers:keys:)
    ) {
      Field("modifiers", \.modifiers, Wire.options(Modifiers.options).padded(after: 1))
      Field("keys", \.keys, .array(6, .uint8()))
    }
  }

  /// Keys that change the meaning of others.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The left control key.
    public static let leftControl = Modifiers(rawValue: 1 << 0)
    /// The left shift key.
    public static let leftShift = Modifiers(rawValue: 1 << 1)
    /// The left alt key.
    public static let leftAlt = Modifiers(rawValue: 1 << 2)
    /// The left command, Windows or super key.
    public static let leftGUI = Modifiers(rawValue: 1 << 3)
    /// The right control key.
    public static let rightControl = Modifiers(rawValue: 1 << 4)
    /// The right shift key.
    public static let rightShift = Modifiers(rawValue: 1 << 5)
    /// The right alt key.
    public static let rightAlt = Modifiers(rawValue: 1 << 6)
    /// The right command, Windows or super key.
    public static let rightGUI = Modifiers(rawValue: 1 << 7)

    static let options = Options([
      .init(0, "leftControl"), .init(1, "leftShift"), .init(2, "leftAlt"), .init(3, "leftGUI"),
      .init(4, "rightControl"), .init(5, "rightShift"), .init(6, "rightAlt"),
      .init(7, "rightGUI"),
    ])
  }

  /// The lights of a keyboard (HID Service 1.0, 2.8).
  public struct KeyboardLights: OptionSet, ProfileValue, Hashable {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any bits, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Num lock.
    public static let numLock = KeyboardLights(rawValue: 1 << 0)
    /// Caps lock.
    public static let capsLock = KeyboardLights(rawValue: 1 << 1)
    /// Scroll lock.
    public static let scrollLock = KeyboardLights(rawValue: 1 << 2)
    /// Compose.
    public static let compose = KeyboardLights(rawValue: 1 << 3)
    /// Kana.
    public static let kana = KeyboardLights(rawValue: 1 << 4)

    private static let options = Options([
      .init(0, "numLock"), .init(1, "capsLock"), .init(2, "scrollLock"), .init(3, "compose"),
      .init(4, "kana"),
    ])

    /// One octet.
    public static let profileLayout = Layout<KeyboardLights>.single(
      .options(options), name: "leds")
  }

  /// The buttons and the movement of a mouse (HID Service 1.0, 2.9).
  public struct MouseInput: ProfileValue, Hashable {
    /// The buttons that are held down.
    public var buttons: Buttons
    /// The steps to the right, −128...127.
    public var dx: Int
    /// The steps down, −128...127.
    public var dy: Int

    /// Makes a report.
    public init(buttons: Buttons = [], dx: Int = 0, dy: Int = 0) {
      self.buttons = buttons
      self.dx = dx
      self.dy = dy
    }

    /// Three octets; those that a device adds are passed over.
    public static let profileLayout = Layout<MouseInput>(
      MouseInput.init(buttons:dx:dy:), trailing: .ignore
    ) {
      Field("buttons", \.buttons, .options(Buttons.options))
      Field("dx", \.dx, .int8())
      Field("dy", \.dy, .int8())
    }
  }

  /// The buttons of a mouse.
  public struct Buttons: OptionSet, Hashable, Sendable {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any bits, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The primary button.
    public static let primary = Buttons(rawValue: 1 << 0)
    /// The secondary button.
    public static let secondary = Buttons(rawValue: 1 << 1)
    /// The middle button.
    public static let middle = Buttons(rawValue: 1 << 2)

    static let options = Options([
      .init(0, "primary"), .init(1, "secondary"), .init(2, "middle"),
    ])
  }
}
