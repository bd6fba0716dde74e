import GATT

extension TISensorTag {
  /// Whether a sensor is on; the firmware reports an error as 255.
  public struct Enabled: OpenEnumeration, ProfileValue {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any octet, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The sensor is off.
    public static let no = Enabled(rawValue: 0)
    /// The sensor is on.
    public static let yes = Enabled(rawValue: 1)

    /// The codes that have a name.
    public static let names: [(code: Enabled, name: String)] = [(.no, "No"), (.yes, "Yes")]

    /// One octet.
    public static let profileLayout = Layout<Enabled>.single(.enumeration(), name: "enabled")
  }

  /// The time between two samples, in units of 10 ms.
  public struct UpdatePeriod: ProfileValue, Hashable {
    /// 100...2550 ms; a peripheral may report less, which cannot be written.
    public var milliseconds: Int

    /// Makes a period; writing it fails outside 100...2550 ms and between multiples of 10 ms.
    public init(milliseconds: Int) {
      self.milliseconds = milliseconds
    }

    /// One octet, 10...255.
    public static let profileLayout = layout(from: 100)

    /// One octet for a sensor that needs a longer period, such as the thermopile with 300 ms.
    public static func layout(from shortest: Int) -> Layout<UpdatePeriod> {
      Layout(UpdatePeriod.init(milliseconds:)) {
        Field(
          "period", \.milliseconds, .uint8(scale: 10), unit: .millisecond,
          range: min(shortest, 2550)...2550, outside: .keep)
      }
    }
  }
}

extension TISensorTag.Enabled {
  /// Switches the sensor by a truth value.
  public init(_ isOn: Bool) {
    self = isOn ? .yes : .no
  }

  /// Whether the sensor is on, `nil` for a code without a name.
  public var boolValue: Bool? {
    switch self {
    case .no: false
    case .yes: true
    default: nil
    }
  }
}

extension TISensorTag {
  /// The switch of a sensor, off at first.
  static func enabled(_ sensor: String, _ number: UInt16) -> CharacteristicProfile<Enabled> {
    CharacteristicProfile(
      "\(sensor) Enabled", uuid: uuid(number), properties: [.read, .write], initialValue: .no)
  }

  /// The period of a sensor.
  static func period(
    _ sensor: String, _ number: UInt16, milliseconds: Int = 1000, from shortest: Int = 100
  ) -> CharacteristicProfile<UpdatePeriod> {
    CharacteristicProfile(
      "\(sensor) Update Period", uuid: uuid(number), properties: [.read, .write],
      initialValue: UpdatePeriod(milliseconds: milliseconds),
      layout: UpdatePeriod.layout(from: shortest))
  }
}

extension Layout<Vector3> {
  /// Three numbers of one form along the axes, each a field of its own.
  static func axes(_ wire: Wire<Double>, unit: ProfileUnit) -> Layout<Vector3> {
    Layout(Vector3.init(x:y:z:)) {
      Field("x", \.x, wire, unit: unit)
      Field("y", \.y, wire, unit: unit)
      Field("z", \.z, wire, unit: unit)
    }
  }
}
