extension Thingy52.UserInterfaceService {
  /// A colour of the breathing light.
  public struct Color: OpenEnumeration, ProfileValue {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any octet.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Red.
    public static let red = Color(rawValue: 1)
    /// Green.
    public static let green = Color(rawValue: 2)
    /// Yellow.
    public static let yellow = Color(rawValue: 3)
    /// Blue.
    public static let blue = Color(rawValue: 4)
    /// Purple.
    public static let purple = Color(rawValue: 5)
    /// Cyan.
    public static let cyan = Color(rawValue: 6)
    /// White.
    public static let white = Color(rawValue: 7)

    /// The codes that have a name.
    public static let names: [(code: Color, name: String)] = [
      (.red, "Red"),
      (.green, "Green"),
      (.yellow, "Yellow"),
      (.blue, "Blue"),
      (.purple, "Purple"),
      (.cyan, "Cyan"),
      (.white, "White"),
    ]

    /// One octet.
    public static let profileLayout = Layout<Color>.single(
      .enumeration(style: .code), name: "color")
  }

  /// A colour of three parts.
  public struct Mixture: ProfileValue, Hashable {
    /// The red part.
    public var red: UInt8
    /// The green part.
    public var green: UInt8
    /// The blue part.
    public var blue: UInt8

    /// Makes a colour.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
      self.red = red
      self.green = green
      self.blue = blue
    }

    /// Three octets.
    public static let profileLayout = Layout<Mixture>(Mixture.init(red:green:blue:)) {
      Field("r", \.red, .uint8())
      Field("g", \.green, .uint8())
      Field("b", \.blue, .uint8())
    }
  }

  /// A light that rises and falls.
  public struct Breath: ProfileValue, Hashable {
    /// The colour.
    public var color: Color
    /// The intensity, 1...100 %.
    public var intensity: Int
    /// The time between two breaths, 50...10000 ms.
    public var delay: Int

    /// Makes a breathing light.
    public init(color: Color, intensity: Int, delay: Int) {
      self.color = color
      self.intensity = intensity
      self.delay = delay
    }

    /// Four octets.
    public static let profileLayout = Layout<Breath>(Breath.init(color:intensity:delay:)) {
      Field("color", \.color, .color)
      Field("intensity", \.intensity, .uint8(), unit: .percent, range: 1...100)
      Field("delay", \.delay, .uint16(), unit: .millisecond, range: 50...10000)
    }
  }

  /// A light that shines once.
  public struct Flash: ProfileValue, Hashable {
    /// The colour.
    public var color: Color
    /// The intensity, 1...100 %.
    public var intensity: Int

    /// Makes a flash.
    public init(color: Color, intensity: Int) {
      self.color = color
      self.intensity = intensity
    }

    /// Two octets.
    public static let profileLayout = Layout<Flash>(Flash.init(color:intensity:)) {
      Field("color", \.color, .color)
      Field("intensity", \.intensity, .uint8(), unit: .percent, range: 1...100)
    }
  }

  /// What the light does.
  public enum LED: ProfileValue, Hashable {
    /// It is dark.
    case off
    /// It shines in one colour.
    case constant(Mixture)
    /// It rises and falls again and again.
    case breathe(Breath)
    /// It rises and falls once.
    case flash(Flash)

    /// One octet for the mode, and what the mode needs.
    public static let profileLayout = Layout<LED>(
      union: "mode",
      [
        .plain(0, name: "Off", .off),
        .payload(1, name: "Constant", Mixture.profileLayout, make: LED.constant) {
          if case .constant(let mixture) = $0 { mixture } else { nil }
        },
        .payload(2, name: "Breathe", Breath.profileLayout, make: LED.breathe) {
          if case .breathe(let breath) = $0 { breath } else { nil }
        },
        .payload(3, name: "One Shot", Flash.profileLayout, make: LED.flash) {
          if case .flash(let flash) = $0 { flash } else { nil }
        },
      ])
  }
}

extension Wire<Thingy52.UserInterfaceService.Color> {
  /// One octet, 1...7.
  fileprivate static var color: Self {
    Wire<UInt8>.uint8().within(1...7).mapped({ code throws(ProfileError) in
      Thingy52.UserInterfaceService.Color(rawValue: code)
    }) { $0.rawValue }
  }
}
