public import FoundationEssentials

extension BluetoothSIG.FitnessMachineService {
  /// What happened to a machine (Fitness Machine Service 1.0, 4.17).
  public enum Status: ProfileValue, Hashable {
    /// The machine was set back.
    case reset
    /// The user stopped or paused.
    case stoppedOrPaused(Stop)
    /// The safety key stopped the machine.
    case stoppedBySafetyKey
    /// The user started or resumed.
    case startedOrResumed
    /// A target was set.
    case targetChanged(Target)
    /// The calibration goes on.
    case spinDown(SpinDownStatus)
    /// The client has no longer the control of the machine.
    case controlLost
    /// A code without a case of its own, with the octets after it.
    case other(UInt8, Data)

    /// An op code and what follows it.
    public static let profileLayout = Layout<Self>(
      union: "opCode",
      [
        .plain(0x01, name: "reset", .reset),
        .payload(
          0x02, name: "stoppedOrPaused",
          .single(.enumeration(style: .code), name: "stopOrPause"), make: Self.stoppedOrPaused
        ) { if case .stoppedOrPaused(let stop) = $0 { stop } else { nil } },
        .plain(0x03, name: "stoppedBySafetyKey", .stoppedBySafetyKey),
        .plain(0x04, name: "startedOrResumed", .startedOrResumed),
        .payload(
          0x14, name: "spinDown", .single(.enumeration(style: .code), name: "spinDownStatus"),
          make: Self.spinDown
        ) { if case .spinDown(let status) = $0 { status } else { nil } },
        .plain(0xFF, name: "controlLost", .controlLost),
        .others(make: Self.other) {
          if case .other(let code, let octets) = $0 { (code, octets) } else { nil }
        },
      ]
        // The codes leave out those of the control point for starting and stopping.
        + Target.cases(code: { $0 < 7 ? $0 + 3 : $0 + 1 }, make: Self.targetChanged) {
          if case .targetChanged(let target) = $0 { target } else { nil }
        })
  }

  /// How far the calibration of an indoor bike is.
  public struct SpinDownStatus: OpenEnumeration {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any octet, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The machine asks for it.
    public static let requested = SpinDownStatus(rawValue: 1)
    /// It is done.
    public static let success = SpinDownStatus(rawValue: 2)
    /// It failed.
    public static let error = SpinDownStatus(rawValue: 3)
    /// The user is to stop pedalling.
    public static let stopPedaling = SpinDownStatus(rawValue: 4)

    /// The codes that have a name.
    public static let names: [(code: SpinDownStatus, name: String)] = [
      (.requested, "requested"), (.success, "success"), (.error, "error"),
      (.stopPedaling, "stopPedaling"),
    ]
  }

  /// What a user does at the moment (Fitness Machine Service 1.0, 4.10).
  public struct TrainingStatus: ProfileValue, Hashable {
    /// The phase of the training.
    public var activity: Activity
    /// The phase in words, if the machine has some.
    public var text: String?
    /// Whether the text is longer than a notification, so that it is worth reading.
    public var isTextExtended: Bool

    /// Makes a status.
    public init(activity: Activity, text: String? = nil, isTextExtended: Bool = false) {
      self.activity = activity
      self.text = text
      self.isTextExtended = isTextExtended
    }

    /// Flags, the phase, and the text that the flags announce.
    public static let profileLayout = Layout<TrainingStatus>(
      TrainingStatus.init(activity:text:isTextExtended:), flags: .uint8
    ) {
      Field("status", \.activity, .enumeration())
      Field("text", \.text, .when(0, .utf8()))
      Field("extendedText", \.isTextExtended, .indicator(1))
    }
  }
}
