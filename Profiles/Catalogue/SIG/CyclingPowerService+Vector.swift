extension BluetoothSIG.CyclingPowerService {
  /// The forces or torques along a turn of the crank (Cycling Power Service 1.1, 3.3).
  public struct Vector: ProfileValue, Hashable {
    /// The direction of the forces or torques.
    public var direction: Direction
    /// The counter of the crank, with a clock of 1/1024 s.
    public var crank: BluetoothSIG.CrankRevolutions?
    /// The angle of the first number of the turn, 0...65535°.
    public var firstAngle: Int?
    /// Forces in N, −32768...32767, to the end of the value.
    public var forces: [Int]?
    /// Torques in Nm, −1024...1023.97 in steps of 1/32, to the end of the value.
    ///
    /// A meter sends forces or torques, not both.
    public var torques: [Double]?

    /// Makes a vector.
    public init(
      direction: Direction = .unknown, crank: BluetoothSIG.CrankRevolutions? = nil,
      firstAngle: Int? = nil, forces: [Int]? = nil, torques: [Double]? = nil
    ) {
      self.direction = direction
      self.crank = crank
      self.firstAngle = firstAngle
      self.forces = forces
      self.torques = torques
    }

    /// Flags, and what they announce.
    public static let profileLayout = Layout<Vector>(
      Vector.init(direction:crank:firstAngle:forces:torques:), flags: .uint8
    ) {
      Field("direction", \.direction, .bits(4..<6))
      Field("crank", \.crank, .when(0, .inline(BluetoothSIG.CrankRevolutions.layout)))
      Field("firstAngle", \.firstAngle, .when(1, .uint16()), unit: ProfileUnit("°"))
      Field("forces", \.forces, .when(2, .toEnd(.int16())), unit: ProfileUnit("N"))
      Field(
        "torques", \.torques, .when(3, .toEnd(.int16(scale: 1.0 / 32))), unit: ProfileUnit("Nm"))
    }
  }

  /// Where to a force at the crank points.
  public struct Direction: OpenEnumeration {
    /// The two bits of the flags.
    public let rawValue: UInt8

    /// Keeps the bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Not known.
    public static let unknown = Direction(rawValue: 0)
    /// Along the circle of the pedal.
    public static let tangential = Direction(rawValue: 1)
    /// Along the crank.
    public static let radial = Direction(rawValue: 2)
    /// Along the axle.
    public static let lateral = Direction(rawValue: 3)

    /// The codes that have a name.
    public static let names: [(code: Direction, name: String)] = [
      (.unknown, "unknown"), (.tangential, "tangential"), (.radial, "radial"),
      (.lateral, "lateral"),
    ]
  }
}
