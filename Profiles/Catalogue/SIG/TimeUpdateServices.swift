public import GATT

extension BluetoothSIG {
  /// Next DST Change: when daylight saving begins or ends next.
  public struct NextDSTChangeService: ServiceProfile {
    /// `1807`.
    public static let uuid: BluetoothUUID = 0x1807
    /// The name in listings.
    public static let name = "Next DST Change"

    /// The time of the change and what comes with it.
    public let change = Self.change

    /// Makes the profile.
    public init() {}

    /// The one characteristic.
    public var characteristics: [AnyCharacteristicProfile] { [AnyCharacteristicProfile(change)] }

    /// Time with DST, 2A11.
    public static let change = CharacteristicProfile<Change>(
      "Time with DST", uuid: 0x2A11, properties: .read)

    /// A change of daylight saving (Next DST Change Service 1.0, 3.1).
    public struct Change: ProfileValue, Hashable {
      /// When it comes.
      public var dateTime: DateTime
      /// What daylight saving adds from then on in min, 0, 30, 60 or 120, or unknown.
      public var daylightSaving: OrSpecial<Int>

      /// Makes a change.
      public init(dateTime: DateTime, daylightSaving: OrSpecial<Int>) {
        self.dateTime = dateTime
        self.daylightSaving = daylightSaving
      }

      /// Eight octets.
      public static let profileLayout = Layout<Change>(Change.init(dateTime:daylightSaving:)) {
        Field("dateTime", \.dateTime, .dateTime)
        Field(
          "dst", \.daylightSaving, CurrentTimeService.daylightSavingWire,
          unit: CurrentTimeService.minute)
      }
    }
  }

  /// Reference Time Update: asks a device to set its clock by a reference.
  public struct ReferenceTimeUpdateService: ServiceProfile {
    /// `1806`.
    public static let uuid: BluetoothUUID = 0x1806
    /// The name in listings.
    public static let name = "Reference Time Update"

    /// Starts and stops an update.
    public let controlPoint = Self.controlPoint
    /// What became of it.
    public let state = Self.state

    /// Makes the profile.
    public init() {}

    /// The two characteristics in the order of the specification.
    public var characteristics: [AnyCharacteristicProfile] {
      [AnyCharacteristicProfile(controlPoint), .init(state)]
    }
  }
}

extension BluetoothSIG.ReferenceTimeUpdateService {
  /// Time Update Control Point, 2A16.
  public static let controlPoint = CharacteristicProfile<Command>(
    "Time Update Control Point", uuid: 0x2A16, properties: .writeWithoutResponse)

  /// Time Update State, 2A17.
  public static let state = CharacteristicProfile<State>(
    "Time Update State", uuid: 0x2A17, properties: .read,
    initialValue: State(activity: .idle, result: .notAttempted))

  /// An order to the clock (Reference Time Update Service 1.0, 3.1).
  public struct Command: OpenEnumeration, ProfileValue {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any octet, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Asks the reference.
    public static let getUpdate = Command(rawValue: 1)
    /// Asks no longer.
    public static let cancelUpdate = Command(rawValue: 2)

    /// The codes that have a name.
    public static let names: [(code: Command, name: String)] = [
      (.getUpdate, "getUpdate"), (.cancelUpdate, "cancelUpdate"),
    ]

    /// One octet.
    public static let profileLayout = Layout<Command>.single(.enumeration(), name: "command")
  }

  /// What the clock does and what became of the last update (Reference Time Update Service 1.0,
  /// 3.2).
  public struct State: ProfileValue, Hashable {
    /// What the clock does.
    public var activity: Activity
    /// What became of the last update.
    public var result: Result

    /// Makes a state.
    public init(activity: Activity, result: Result) {
      self.activity = activity
      self.result = result
    }

    /// Two octets.
    public static let profileLayout = Layout<State>(State.init(activity:result:)) {
      Field("state", \.activity, .enumeration())
      Field("result", \.result, .enumeration())
    }
  }

  /// What the clock does.
  public struct Activity: OpenEnumeration {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any octet, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// It waits for orders.
    public static let idle = Activity(rawValue: 0)
    /// It waits for the reference.
    public static let pending = Activity(rawValue: 1)

    /// The codes that have a name.
    public static let names: [(code: Activity, name: String)] = [
      (.idle, "idle"), (.pending, "pending"),
    ]
  }

  /// What became of an update.
  public struct Result: OpenEnumeration {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any octet, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The time was set.
    public static let success = Result(rawValue: 0)
    /// The client stopped it.
    public static let cancelled = Result(rawValue: 1)
    /// The reference could not be reached.
    public static let noConnection = Result(rawValue: 2)
    /// The reference answered with an error.
    public static let referenceError = Result(rawValue: 3)
    /// The reference did not answer.
    public static let timeout = Result(rawValue: 4)
    /// No update was attempted since the reset.
    public static let notAttempted = Result(rawValue: 5)

    /// The codes that have a name.
    public static let names: [(code: Result, name: String)] = [
      (.success, "success"), (.cancelled, "cancelled"), (.noConnection, "noConnection"),
      (.referenceError, "referenceError"), (.timeout, "timeout"),
      (.notAttempted, "notAttempted"),
    ]
  }
}
