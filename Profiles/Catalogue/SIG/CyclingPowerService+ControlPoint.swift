public import FoundationEssentials

extension BluetoothSIG.CyclingPowerService {
  /// What a client asks of a power meter, and the answer (Cycling Power Service 1.1, 3.4).
  ///
  /// Requests are written, the response is indicated.
  public enum ControlPoint: ProfileValue, Hashable {
    /// Sets the counter of the wheel, 0...4294967295.
    case setCumulativeValue(Int)
    /// Tells the meter where it is.
    case updateLocation(BluetoothSIG.SensorLocation)
    /// Asks which locations the meter supports.
    case requestLocations
    /// Sets the length of the crank, 0...32767.5 mm in steps of 0.5 mm.
    case setCrankLength(Double)
    /// Asks for the length of the crank.
    case requestCrankLength
    /// Sets the length of the chain, 0...65535 mm.
    case setChainLength(Int)
    /// Asks for the length of the chain.
    case requestChainLength
    /// Sets the weight of the chain, 0...65535 g.
    case setChainWeight(Int)
    /// Asks for the weight of the chain.
    case requestChainWeight
    /// Sets the span of the gauge, 0...65535 mm.
    case setSpanLength(Int)
    /// Asks for the span of the gauge.
    case requestSpanLength
    /// Starts the compensation of the offset.
    case startOffsetCompensation
    /// Says which parts of the measurement the meter leaves out.
    case maskMeasurement(MeasurementMask)
    /// Asks for the sampling rate.
    case requestSamplingRate
    /// Asks when the meter was calibrated.
    case requestCalibrationDate
    /// Starts the compensation of the offset in the enhanced way.
    case startEnhancedOffsetCompensation
    /// The meter's answer to a request.
    case response(Response)
    /// A code without a case of its own, with the octets after it.
    case other(UInt8, Data)

    /// An op code and what follows it.
    public static let profileLayout = Layout<Self>(
      union: "opCode",
      settings + requests + [
        .payload(0x20, name: "response", Response.layout, make: Self.response) {
          if case .response(let response) = $0 { response } else { nil }
        },
        .others(make: Self.other) {
          if case .other(let code, let octets) = $0 { (code, octets) } else { nil }
        },
      ])

    private static let settings: [Layout<Self>.Case] = [
      .payload(
        0x01, name: "setCumulativeValue", .single(.uint32(), name: "cumulativeValue"),
        make: Self.setCumulativeValue
      ) { if case .setCumulativeValue(let value) = $0 { value } else { nil } },
      .payload(
        0x02, name: "updateLocation", BluetoothSIG.SensorLocation.profileLayout,
        make: Self.updateLocation
      ) { if case .updateLocation(let location) = $0 { location } else { nil } },
      .payload(
        0x04, name: "setCrankLength",
        .single(.uint16(scale: 0.5), name: "crankLength", unit: ProfileUnit("mm")),
        make: Self.setCrankLength
      ) { if case .setCrankLength(let length) = $0 { length } else { nil } },
      .payload(
        0x06, name: "setChainLength",
        .single(.uint16(), name: "chainLength", unit: ProfileUnit("mm")),
        make: Self.setChainLength
      ) { if case .setChainLength(let length) = $0 { length } else { nil } },
      .payload(
        0x08, name: "setChainWeight", .single(.uint16(), name: "chainWeight", unit: gram),
        make: Self.setChainWeight
      ) { if case .setChainWeight(let weight) = $0 { weight } else { nil } },
      .payload(
        0x0A, name: "setSpanLength",
        .single(.uint16(), name: "spanLength", unit: ProfileUnit("mm")),
        make: Self.setSpanLength
      ) { if case .setSpanLength(let length) = $0 { length } else { nil } },
      .payload(
        0x0D, name: "maskMeasurement", MeasurementMask.layout, make: Self.maskMeasurement
      ) { if case .maskMeasurement(let mask) = $0 { mask } else { nil } },
    ]

    private static let requests: [Layout<Self>.Case] = [
      .plain(0x03, name: "requestLocations", .requestLocations),
      .plain(0x05, name: "requestCrankLength", .requestCrankLength),
      .plain(0x07, name: "requestChainLength", .requestChainLength),
      .plain(0x09, name: "requestChainWeight", .requestChainWeight),
      .plain(0x0B, name: "requestSpanLength", .requestSpanLength),
      .plain(0x0C, name: "startOffsetCompensation", .startOffsetCompensation),
      .plain(0x0E, name: "requestSamplingRate", .requestSamplingRate),
      .plain(0x0F, name: "requestCalibrationDate", .requestCalibrationDate),
      .plain(0x10, name: "startEnhancedOffsetCompensation", .startEnhancedOffsetCompensation),
    ]

    static let gram = ProfileUnit("g")
  }

  /// The parts that a meter leaves out of its measurement.
  public struct MeasurementMask: OptionSet, Hashable, Sendable {
    /// The 16 bits that are sent.
    public let rawValue: UInt16

    /// Keeps any bits, with or without a name.
    public init(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    /// The balance of the pedals.
    public static let pedalPowerBalance = MeasurementMask(rawValue: 1 << 0)
    /// The sum of the torque.
    public static let accumulatedTorque = MeasurementMask(rawValue: 1 << 1)
    /// The counter of the wheel.
    public static let wheelRevolutions = MeasurementMask(rawValue: 1 << 2)
    /// The counter of the crank.
    public static let crankRevolutions = MeasurementMask(rawValue: 1 << 3)
    /// The extreme forces or torques.
    public static let extremeMagnitudes = MeasurementMask(rawValue: 1 << 4)
    /// The angles of the extremes.
    public static let extremeAngles = MeasurementMask(rawValue: 1 << 5)
    /// The upper dead spot.
    public static let topDeadSpot = MeasurementMask(rawValue: 1 << 6)
    /// The lower dead spot.
    public static let bottomDeadSpot = MeasurementMask(rawValue: 1 << 7)
    /// The sum of the energy.
    public static let accumulatedEnergy = MeasurementMask(rawValue: 1 << 8)

    static let layout = Layout<MeasurementMask>.single(
      .options(
        Options([
          .init(0, "pedalPowerBalance"), .init(1, "accumulatedTorque"),
          .init(2, "wheelRevolutions"), .init(3, "crankRevolutions"),
          .init(4, "extremeMagnitudes"), .init(5, "extremeAngles"), .init(6, "topDeadSpot"),
          .init(7, "bottomDeadSpot"), .init(8, "accumulatedEnergy"),
        ])), name: "mask")
  }
}
