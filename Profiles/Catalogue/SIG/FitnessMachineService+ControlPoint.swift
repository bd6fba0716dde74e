public import FoundationEssentials

extension BluetoothSIG.FitnessMachineService {
  /// What a client asks of a machine, and the answer (Fitness Machine Service 1.0, 4.16).
  ///
  /// Requests are written, the response is indicated. A client requests control before all else.
  public enum ControlPoint: ProfileValue, Hashable {
    /// Asks for the control of the machine.
    case requestControl
    /// Sets the machine back and gives the control away.
    case reset
    /// Sets a target.
    case set(Target)
    /// Starts or resumes.
    case startOrResume
    /// Stops or pauses.
    case stopOrPause(Stop)
    /// Starts or ignores the calibration by letting the wheel run out.
    case spinDown(SpinDown)
    /// The machine's answer to a request.
    case response(Response)
    /// A code without a case of its own, with the octets after it.
    case other(UInt8, Data)

    /// An op code and what follows it.
    public static let profileLayout = Layout<Self>(
      union: "opCode",
      [
        .plain(0x00, name: "requestControl", .requestControl),
        .plain(0x01, name: "reset", .reset),
        .plain(0x07, name: "startOrResume", .startOrResume),
        .payload(
          0x08, name: "stopOrPause", .single(.enumeration(style: .code), name: "stopOrPause"),
          make: Self.stopOrPause
        ) { if case .stopOrPause(let stop) = $0 { stop } else { nil } },
        .payload(
          0x13, name: "spinDown", .single(.enumeration(style: .code), name: "spinDown"),
          make: Self.spinDown
        ) { if case .spinDown(let action) = $0 { action } else { nil } },
        .payload(0x80, name: "response", Response.layout, make: Self.response) {
          if case .response(let response) = $0 { response } else { nil }
        },
        .others(make: Self.other) {
          if case .other(let code, let octets) = $0 { (code, octets) } else { nil }
        },
      ]
        + Target.cases(code: { $0 }, make: Self.set) {
          if case .set(let target) = $0 { target } else { nil }
        })

    /// The answer to a request.
    public struct Response: Hashable, Sendable {
      /// The op code of the request, 0...255.
      public var requestOpCode: Int
      /// What became of it.
      public var result: Result
      /// The speeds between which to let the wheel run out; there if the request was to start
      /// that and succeeded.
      public var spinDown: SpinDownSpeeds?

      /// Makes an answer.
      public init(requestOpCode: Int, result: Result, spinDown: SpinDownSpeeds? = nil) {
        self.requestOpCode = requestOpCode
        self.result = result
        self.spinDown = spinDown
      }

      // Request and result form one word, because together they say what follows.
      static let layout = Layout<Response>(
        Response.init(requestOpCode:result:spinDown:), flags: .uint16
      ) {
        Field("requestOpCode", \.requestOpCode, .bits(0..<8))
        Field("resultCode", \.result, .bits(8..<16, style: .code))
        Field(
          "spinDown", \.spinDown,
          .when(.response(to: 0x13), .inline(SpinDownSpeeds.layout)))
      }
    }
  }

  /// The speeds between which a user lets the wheel run out, to calibrate an indoor bike.
  public struct SpinDownSpeeds: Hashable, Sendable {
    /// 0...655.35 km/h in steps of 0.01.
    public var low: Double
    /// 0...655.35 km/h in steps of 0.01.
    public var high: Double

    /// Makes speeds from kilometres for each hour.
    public init(low: Double, high: Double) {
      self.low = low
      self.high = high
    }

    static let layout = Layout<SpinDownSpeeds>(SpinDownSpeeds.init(low:high:)) {
      Field("targetSpeedLow", \.low, .uint16(scale: 0.01), unit: kilometersPerHour)
      Field("targetSpeedHigh", \.high, .uint16(scale: 0.01), unit: kilometersPerHour)
    }
  }

  /// Whether a machine stops or pauses.
  public struct Stop: OpenEnumeration {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any octet, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The session ends.
    public static let stop = Stop(rawValue: 1)
    /// The session goes on later.
    public static let pause = Stop(rawValue: 2)

    /// The codes that have a name.
    public static let names: [(code: Stop, name: String)] = [(.stop, "stop"), (.pause, "pause")]
  }

  /// Whether a machine is calibrated.
  public struct SpinDown: OpenEnumeration {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any octet, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The calibration starts.
    public static let start = SpinDown(rawValue: 1)
    /// The calibration that the machine asked for is left out.
    public static let ignore = SpinDown(rawValue: 2)

    /// The codes that have a name.
    public static let names: [(code: SpinDown, name: String)] = [
      (.start, "start"), (.ignore, "ignore"),
    ]
  }

  /// What became of a request.
  public struct Result: OpenEnumeration {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any octet, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The request was carried out.
    public static let success = Result(rawValue: 1)
    /// The machine does not know the op code.
    public static let opCodeNotSupported = Result(rawValue: 2)
    /// The value after the op code is not possible.
    public static let invalidParameter = Result(rawValue: 3)
    /// The machine tried and failed.
    public static let operationFailed = Result(rawValue: 4)
    /// The client has not the control of the machine.
    public static let controlNotPermitted = Result(rawValue: 5)

    /// The codes that have a name.
    public static let names: [(code: Result, name: String)] = [
      (.success, "success"), (.opCodeNotSupported, "opCodeNotSupported"),
      (.invalidParameter, "invalidParameter"), (.operationFailed, "operationFailed"),
      (.controlNotPermitted, "controlNotPermitted"),
    ]
  }
}
