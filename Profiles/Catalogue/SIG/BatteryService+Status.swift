extension BluetoothSIG.BatteryService {
  /// How a battery is powered, and whether something is wrong with it (Battery Service 1.1, 3.2).
  public struct LevelStatus: ProfileValue, Hashable {
    /// What powers the device and what the battery does.
    public var power: PowerState
    /// The number that descriptors of the battery have in common, 0...65535.
    public var identifier: Int?
    /// The charge in percent, 0...100.
    public var level: Int?
    /// What else is known.
    public var additional: AdditionalStatus?

    /// Makes a status.
    public init(
      power: PowerState, identifier: Int? = nil, level: Int? = nil,
      additional: AdditionalStatus? = nil
    ) {
      self.power = power
      self.identifier = identifier
      self.level = level
      self.additional = additional
    }

    /// Flags, two octets of bits, and what the flags tell.
    public static let profileLayout = Layout<LevelStatus>(
      LevelStatus.init(power:identifier:level:additional:), flags: .uint8
    ) {
      Field("power", \.power, .inline(PowerState.layout))
      Field("identifier", \.identifier, .when(0, .uint16()))
      Field("level", \.level, .when(1, .uint8().within(0...100)), unit: .percent)
      Field("additional", \.additional, .when(2, .inline(AdditionalStatus.layout)))
    }
  }

  /// What powers a device and what its battery does.
  public struct PowerState: Hashable, Sendable {
    /// Whether there is a battery.
    public var isBatteryPresent: Bool
    /// Whether a cable powers the device.
    public var wired: ExternalPower
    /// Whether a coil powers the device.
    public var wireless: ExternalPower
    /// Whether the battery is charging.
    public var charge: ChargeState
    /// How full the battery is, in words.
    public var level: ChargeLevel
    /// How the battery is charged.
    public var charging: ChargingType
    /// What is wrong with the charging.
    public var faults: ChargingFaults

    /// Makes a state of which nothing is known beyond the arguments.
    public init(
      isBatteryPresent: Bool, wired: ExternalPower = .no, wireless: ExternalPower = .no,
      charge: ChargeState = .unknown, level: ChargeLevel = .unknown,
      charging: ChargingType = .unknown, faults: ChargingFaults = []
    ) {
      self.isBatteryPresent = isBatteryPresent
      self.wired = wired
      self.wireless = wireless
      self.charge = charge
      self.level = level
      self.charging = charging
      self.faults = faults
    }

    static let layout = Layout<PowerState>(
      PowerState.init(isBatteryPresent:wired:wireless:charge:level:charging:faults:),
      flags: .uint16
    ) {
      Field("batteryPresent", \.isBatteryPresent, .flag(0))
      Field("wiredPower", \.wired, .bits(1..<3, style: .code))
      Field("wirelessPower", \.wireless, .bits(3..<5, style: .code))
      Field("chargeState", \.charge, .bits(5..<7, style: .code))
      Field("chargeLevel", \.level, .bits(7..<9, style: .code))
      Field("chargingType", \.charging, .bits(9..<12, style: .code))
      Field("chargingFault", \.faults, .bits(12..<15, ChargingFaults.names))
    }
  }

  /// What else is known of a battery.
  public struct AdditionalStatus: Hashable, Sendable {
    /// Whether someone has to look after it.
    public var service: ServiceRequired
    /// Whether it has a fault.
    public var hasFault: Bool

    /// Makes a status.
    public init(service: ServiceRequired = .no, hasFault: Bool = false) {
      self.service = service
      self.hasFault = hasFault
    }

    static let layout = Layout<AdditionalStatus>(
      AdditionalStatus.init(service:hasFault:), flags: .uint8
    ) {
      Field("serviceRequired", \.service, .bits(0..<2, style: .code))
      Field("batteryFault", \.hasFault, .flag(2))
    }
  }
}
