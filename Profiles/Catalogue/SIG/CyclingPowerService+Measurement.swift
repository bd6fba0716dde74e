extension BluetoothSIG.CyclingPowerService {
  /// The power and what else a meter sends (Cycling Power Service 1.1, 3.2).
  public struct Measurement: ProfileValue, Hashable {
    /// −32768...32767 W.
    public var power: Int
    /// The share of one pedal in the power, 0...127.5 % in steps of 0.5 %.
    public var pedalPowerBalance: Double?
    /// Whether the balance is the share of the left pedal; otherwise it is not known of which.
    public var isBalanceOfLeftPedal: Bool
    /// The sum of the torque, 0...2047.97 Nm in steps of 1/32 Nm; it rolls over.
    public var accumulatedTorque: Double?
    /// Whether the torque is that at the crank; otherwise it is that at the wheel.
    public var isTorqueOfCrank: Bool
    /// The counter of the wheel, with a clock of 1/2048 s.
    public var wheel: BluetoothSIG.WheelRevolutions?
    /// The counter of the crank, with a clock of 1/1024 s.
    public var crank: BluetoothSIG.CrankRevolutions?
    /// The extremes of the force in the last turn.
    public var force: ForceExtremes?
    /// The extremes of the torque in the last turn.
    public var torque: TorqueExtremes?
    /// The angles at which the extremes were.
    public var angles: ExtremeAngles?
    /// The angle of the upper dead spot, 0...65535°.
    public var topDeadSpot: Int?
    /// The angle of the lower dead spot, 0...65535°.
    public var bottomDeadSpot: Int?
    /// The sum of the energy, 0...65535 kJ; it does not roll over.
    public var accumulatedEnergy: Int?
    /// Whether the offset has to be compensated.
    public var needsOffsetCompensation: Bool

    /// Makes a measurement.
    public init(
      power: Int, pedalPowerBalance: Double? = nil, isBalanceOfLeftPedal: Bool = false,
      accumulatedTorque: Double? = nil, isTorqueOfCrank: Bool = false,
      wheel: BluetoothSIG.WheelRevolutions? = nil, crank: BluetoothSIG.CrankRevolutions? = nil,
      force: ForceExtremes? = nil, torque: TorqueExtremes? = nil, angles: ExtremeAngles? = nil,
      topDeadSpot: Int? = nil, bottomDeadSpot: Int? = nil, accumulatedEnergy: Int? = nil,
      needsOffsetCompensation: Bool = false
    ) {
      self.power = power
      self.pedalPowerBalance = pedalPowerBalance
      self.isBalanceOfLeftPedal = isBalanceOfLeftPedal
      self.accumulatedTorque = accumulatedTorque
      self.isTorqueOfCrank = isTorqueOfCrank
      self.wheel = wheel
      self.crank = crank
      self.force = force
      self.torque = torque
      self.angles = angles
      self.topDeadSpot = topDeadSpot
      self.bottomDeadSpot = bottomDeadSpot
      self.accumulatedEnergy = accumulatedEnergy
      self.needsOffsetCompensation = needsOffsetCompensation
    }

    /// Flags, the power, and what the flags announce.
    public static let profileLayout = Layout<Measurement>(
      Measurement.init(
        power:pedalPowerBalance:isBalanceOfLeftPedal:accumulatedTorque:isTorqueOfCrank:wheel:
        crank:force:torque:angles:topDeadSpot:bottomDeadSpot:accumulatedEnergy:
        needsOffsetCompensation:),
      flags: .uint16
    ) {
      Field("power", \.power, .int16(), unit: ProfileUnit("W"))
      Field("pedalPowerBalance", \.pedalPowerBalance, .when(0, .uint8(scale: 0.5)), unit: .percent)
      Field("balanceOfLeftPedal", \.isBalanceOfLeftPedal, .indicator(1))
      Field(
        "accumulatedTorque", \.accumulatedTorque, .when(2, .uint16(scale: 1.0 / 32)),
        unit: ProfileUnit("Nm"))
      Field("torqueOfCrank", \.isTorqueOfCrank, .indicator(3))
      Field("wheel", \.wheel, .when(4, .inline(BluetoothSIG.WheelRevolutions.powerLayout)))
      Field("crank", \.crank, .when(5, .inline(BluetoothSIG.CrankRevolutions.layout)))
      Field("force", \.force, .when(6, .inline(ForceExtremes.layout)))
      Field("torque", \.torque, .when(7, .inline(TorqueExtremes.layout)))
      Field("angles", \.angles, .when(8, .inline(ExtremeAngles.layout)))
      Field("topDeadSpot", \.topDeadSpot, .when(9, .uint16()), unit: ProfileUnit("°"))
      Field("bottomDeadSpot", \.bottomDeadSpot, .when(10, .uint16()), unit: ProfileUnit("°"))
      Field("accumulatedEnergy", \.accumulatedEnergy, .when(11, .uint16()), unit: .kilojoule)
      Field("offsetCompensation", \.needsOffsetCompensation, .indicator(12))
    }
  }
}

extension BluetoothSIG.CyclingPowerService {
  /// The extremes of the force in a turn of the crank.
  public struct ForceExtremes: Hashable, Sendable {
    /// −32768...32767 N.
    public var maximum: Int
    /// −32768...32767 N.
    public var minimum: Int

    /// Makes extremes from newtons.
    public init(maximum: Int, minimum: Int) {
      self.maximum = maximum
      self.minimum = minimum
    }

    static let layout = Layout<ForceExtremes>(ForceExtremes.init(maximum:minimum:)) {
      Field("maxForce", \.maximum, .int16(), unit: ProfileUnit("N"))
      Field("minForce", \.minimum, .int16(), unit: ProfileUnit("N"))
    }
  }

  /// The extremes of the torque in a turn of the crank.
  public struct TorqueExtremes: Hashable, Sendable {
    /// −1024...1023.97 Nm in steps of 1/32 Nm.
    public var maximum: Double
    /// −1024...1023.97 Nm in steps of 1/32 Nm.
    public var minimum: Double

    /// Makes extremes from newton metres.
    public init(maximum: Double, minimum: Double) {
      self.maximum = maximum
      self.minimum = minimum
    }

    static let layout = Layout<TorqueExtremes>(TorqueExtremes.init(maximum:minimum:)) {
      Field("maxTorque", \.maximum, .int16(scale: 1.0 / 32), unit: ProfileUnit("Nm"))
      Field("minTorque", \.minimum, .int16(scale: 1.0 / 32), unit: ProfileUnit("Nm"))
    }
  }

  /// Where in a turn of the crank the extremes are.
  public struct ExtremeAngles: Hashable, Sendable {
    /// The angle of the maximum, 0...4095°.
    public var maximum: Int
    /// The angle of the minimum, 0...4095°.
    public var minimum: Int

    /// Makes angles from degrees.
    public init(maximum: Int, minimum: Int) {
      self.maximum = maximum
      self.minimum = minimum
    }

    // Two numbers of 12 bits share three octets.
    static let layout = Layout<ExtremeAngles>(
      ExtremeAngles.init(maximum:minimum:), flags: .uint24
    ) {
      Field("maxAngle", \.maximum, .bits(0..<12), unit: ProfileUnit("°"))
      Field("minAngle", \.minimum, .bits(12..<24), unit: ProfileUnit("°"))
    }
  }
}
