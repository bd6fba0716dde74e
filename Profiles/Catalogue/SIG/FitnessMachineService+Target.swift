extension BluetoothSIG.FitnessMachineService {
  /// What a client can set and what a machine reports to have been set.
  public enum Target: Hashable, Sendable {
    /// 0...655.35 km/h in steps of 0.01.
    case speed(Double)
    /// −3276.8...3276.7 % in steps of 0.1.
    case inclination(Double)
    /// 0...25.5 in steps of 0.1.
    case resistance(Double)
    /// −32768...32767 W.
    case power(Int)
    /// 0...255 beats for each minute.
    case heartRate(Int)
    /// 0...65535 kcal.
    case energy(Int)
    /// 0...65535 steps.
    case steps(Int)
    /// 0...65535 pairs of steps.
    case strides(Int)
    /// 0...16777215 m.
    case distance(Int)
    /// 0...65535 s.
    case time(Int)
    /// 0...65535 s in each of two, three or five zones of the heart rate, the lowest first.
    case timeInZones([Int])
    /// The road that an indoor bike simulates.
    case simulation(Simulation)
    /// 0...6553.5 mm in steps of 0.1.
    case wheelCircumference(Double)
    /// 0...32767.5 turns for each minute in steps of 0.5.
    case cadence(Double)

    /// The road that an indoor bike simulates.
    public struct Simulation: Hashable, Sendable {
      /// −32.768...32.767 m/s in steps of 0.001, from ahead if positive.
      public var windSpeed: Double
      /// −327.68...327.67 % in steps of 0.01.
      public var grade: Double
      /// The coefficient of rolling resistance, 0...0.0255 in steps of 0.0001.
      public var rollingResistance: Double
      /// The coefficient of wind resistance in kg/m, 0...2.55 in steps of 0.01.
      public var windResistance: Double

      /// Makes a road.
      public init(
        windSpeed: Double, grade: Double, rollingResistance: Double, windResistance: Double
      ) {
        self.windSpeed = windSpeed
        self.grade = grade
        self.rollingResistance = rollingResistance
        self.windResistance = windResistance
      }

      static let layout = Layout<Simulation>(
        Simulation.init(windSpeed:grade:rollingResistance:windResistance:)
      ) {
        Field("windSpeed", \.windSpeed, .int16(scale: 0.001), unit: ProfileUnit("m/s"))
        Field("grade", \.grade, .int16(scale: 0.01), unit: .percent)
        Field("crr", \.rollingResistance, .uint8(scale: 0.0001))
        Field("cw", \.windResistance, .uint8(scale: 0.01), unit: ProfileUnit("kg/m"))
      }
    }
  }
}

extension BluetoothSIG.FitnessMachineService.Target {
  /// The cases of a union; `code` is its op code for that of the control point.
  static func cases<Root: Sendable>(
    code: (UInt8) -> UInt8, make: @escaping @Sendable (Self) -> Root,
    take: @escaping @Sendable (Root) -> Self?
  ) -> [Layout<Root>.Case] {
    func one<Value: Sendable>(
      _ opCode: UInt8, _ name: String, _ layout: Layout<Value>,
      _ wrap: @escaping @Sendable (Value) -> Self, _ unwrap: @escaping @Sendable (Self) -> Value?
    ) -> Layout<Root>.Case {
      .payload(
        code(opCode), name: name, layout, make: { make(wrap($0)) },
        take: { take($0).flatMap(unwrap) })
    }
    func double(
      _ opCode: UInt8, _ name: String, _ wire: Wire<Double>, _ unit: ProfileUnit?,
      _ wrap: @escaping @Sendable (Double) -> Self,
      _ unwrap: @escaping @Sendable (Self) -> Double?
    ) -> Layout<Root>.Case {
      one(opCode, name, .single(wire, name: name, unit: unit), wrap, unwrap)
    }
    func whole(
      _ opCode: UInt8, _ name: String, _ wire: Wire<Int>, _ unit: ProfileUnit?,
      _ wrap: @escaping @Sendable (Int) -> Self, _ unwrap: @escaping @Sendable (Self) -> Int?
    ) -> Layout<Root>.Case {
      one(opCode, name, .single(wire, name: name, unit: unit), wrap, unwrap)
    }
    func zones(_ opCode: UInt8, _ name: String, _ count: Int) -> Layout<Root>.Case {
      let layout = Layout<[Int]>.single(
        .array(count, .uint16()), name: "targetTimes", unit: .second)
      return one(opCode, name, layout, Self.timeInZones) {
        if case .timeInZones(let times) = $0, times.count == count { times } else { nil }
      }
    }
    return [
      double(0x02, "targetSpeed", .uint16(scale: 0.01), Service.kilometersPerHour, Self.speed) {
        if case .speed(let value) = $0 { value } else { nil }
      },
      double(0x03, "targetInclination", .int16(scale: 0.1), .percent, Self.inclination) {
        if case .inclination(let value) = $0 { value } else { nil }
      },
      double(0x04, "targetResistance", .uint8(scale: 0.1), nil, Self.resistance) {
        if case .resistance(let value) = $0 { value } else { nil }
      },
      whole(0x05, "targetPower", .int16(), Service.watt, Self.power) {
        if case .power(let value) = $0 { value } else { nil }
      },
      whole(0x06, "targetHeartRate", .uint8(), .beatsPerMinute, Self.heartRate) {
        if case .heartRate(let value) = $0 { value } else { nil }
      },
      whole(0x09, "targetEnergy", .uint16(), Service.kilocalorie, Self.energy) {
        if case .energy(let value) = $0 { value } else { nil }
      },
      whole(0x0A, "targetSteps", .uint16(), nil, Self.steps) {
        if case .steps(let value) = $0 { value } else { nil }
      },
      whole(0x0B, "targetStrides", .uint16(), nil, Self.strides) {
        if case .strides(let value) = $0 { value } else { nil }
      },
      whole(0x0C, "targetDistance", .uint24(), Service.meter, Self.distance) {
        if case .distance(let value) = $0 { value } else { nil }
      },
      whole(0x0D, "targetTime", .uint16(), .second, Self.time) {
        if case .time(let value) = $0 { value } else { nil }
      },
      zones(0x0E, "targetTimeInTwoZones", 2), zones(0x0F, "targetTimeInThreeZones", 3),
      zones(0x10, "targetTimeInFiveZones", 5),
      one(0x11, "simulation", Simulation.layout, Self.simulation) {
        if case .simulation(let road) = $0 { road } else { nil }
      },
      double(
        0x12, "wheelCircumference", .uint16(scale: 0.1), ProfileUnit("mm"),
        Self.wheelCircumference
      ) { if case .wheelCircumference(let value) = $0 { value } else { nil } },
      double(
        0x14, "targetCadence", .uint16(scale: 0.5), Service.revolutionsPerMinute, Self.cadence
      ) { if case .cadence(let value) = $0 { value } else { nil } },
    ]
  }

  private typealias Service = BluetoothSIG.FitnessMachineService
}
