extension BluetoothSIG.BatteryService {
  /// Whether something beside the battery powers a device.
  public struct ExternalPower: OpenEnumeration {
    /// The bits that are sent.
    public let rawValue: UInt8

    /// Keeps any code, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// It does not.
    public static let no = ExternalPower(rawValue: 0)
    /// It does.
    public static let yes = ExternalPower(rawValue: 1)
    /// The device cannot tell.
    public static let unknown = ExternalPower(rawValue: 2)

    /// The codes that have a name.
    public static let names: [(code: ExternalPower, name: String)] = [
      (.no, "no"),
      (.yes, "yes"),
      (.unknown, "unknown"),
    ]
  }

  /// Whether a battery is charging.
  public struct ChargeState: OpenEnumeration {
    /// The bits that are sent.
    public let rawValue: UInt8

    /// Keeps any code, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The device cannot tell.
    public static let unknown = ChargeState(rawValue: 0)
    /// It is charging.
    public static let charging = ChargeState(rawValue: 1)
    /// It powers the device.
    public static let dischargingActive = ChargeState(rawValue: 2)
    /// It loses charge on its own.
    public static let dischargingInactive = ChargeState(rawValue: 3)

    /// The codes that have a name.
    public static let names: [(code: ChargeState, name: String)] = [
      (.unknown, "unknown"),
      (.charging, "charging"),
      (.dischargingActive, "dischargingActive"),
      (.dischargingInactive, "dischargingInactive"),
    ]
  }

  /// How full a battery is, in words.
  public struct ChargeLevel: OpenEnumeration {
    /// The bits that are sent.
    public let rawValue: UInt8

    /// Keeps any code, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The device cannot tell.
    public static let unknown = ChargeLevel(rawValue: 0)
    /// Charge enough.
    public static let good = ChargeLevel(rawValue: 1)
    /// To be charged soon.
    public static let low = ChargeLevel(rawValue: 2)
    /// To be charged now.
    public static let critical = ChargeLevel(rawValue: 3)

    /// The codes that have a name.
    public static let names: [(code: ChargeLevel, name: String)] = [
      (.unknown, "unknown"),
      (.good, "good"),
      (.low, "low"),
      (.critical, "critical"),
    ]
  }

  /// How a battery is charged.
  public struct ChargingType: OpenEnumeration {
    /// The bits that are sent.
    public let rawValue: UInt8

    /// Keeps any code, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// It is not charging, or the device cannot tell.
    public static let unknown = ChargingType(rawValue: 0)
    /// With a constant current.
    public static let constantCurrent = ChargingType(rawValue: 1)
    /// With a constant voltage.
    public static let constantVoltage = ChargingType(rawValue: 2)
    /// With a current that replaces what it loses.
    public static let trickle = ChargingType(rawValue: 3)
    /// With a voltage that keeps it full.
    public static let float = ChargingType(rawValue: 4)

    /// The codes that have a name.
    public static let names: [(code: ChargingType, name: String)] = [
      (.unknown, "unknown"),
      (.constantCurrent, "constantCurrent"),
      (.constantVoltage, "constantVoltage"),
      (.trickle, "trickle"),
      (.float, "float"),
    ]
  }

  /// Whether someone has to look after a battery.
  public struct ServiceRequired: OpenEnumeration {
    /// The bits that are sent.
    public let rawValue: UInt8

    /// Keeps any code, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Nobody has to.
    public static let no = ServiceRequired(rawValue: 0)
    /// Someone has to.
    public static let yes = ServiceRequired(rawValue: 1)
    /// The device cannot tell.
    public static let unknown = ServiceRequired(rawValue: 2)

    /// The codes that have a name.
    public static let names: [(code: ServiceRequired, name: String)] = [
      (.no, "no"),
      (.yes, "yes"),
      (.unknown, "unknown"),
    ]
  }

  /// What is wrong with the charging of a battery.
  public struct ChargingFaults: OptionSet, Hashable, Sendable {
    /// The bits that are sent.
    public let rawValue: UInt8

    /// Keeps any bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The battery.
    public static let battery = ChargingFaults(rawValue: 1 << 0)
    /// The source of power.
    public static let externalSource = ChargingFaults(rawValue: 1 << 1)
    /// Something else.
    public static let other = ChargingFaults(rawValue: 1 << 2)

    static let names = Options([
      .init(0, "battery"), .init(1, "externalSource"), .init(2, "other"),
    ])
  }
}
