import GATT

extension BluetoothSIG.CurrentTimeService {
  /// Date Time, 2A08.
  public static let dateTime = CharacteristicProfile<DateTime>(
    "Date Time", uuid: 0x2A08, properties: .read,
    layout: .single(.dateTime, name: "dateTime"))

  /// Day of Week, 2A09.
  public static let dayOfWeek = CharacteristicProfile<DayOfWeek>(
    "Day of Week", uuid: 0x2A09, properties: .read)

  /// Day Date Time, 2A0A.
  public static let dayDateTime = CharacteristicProfile<DayDateTime>(
    "Day Date Time", uuid: 0x2A0A, properties: .read)

  /// Exact Time 256, 2A0C.
  public static let exactTime = CharacteristicProfile<ExactTime>(
    "Exact Time 256", uuid: 0x2A0C, properties: .read)

  /// DST Offset, 2A0D: 0, 30, 60 or 120 min, or unknown.
  public static let daylightSaving = CharacteristicProfile<OrSpecial<Int>>(
    "DST Offset", uuid: 0x2A0D, properties: .read, initialValue: .special(.unknown),
    layout: .single(daylightSavingWire, name: "offset", unit: minute))

  /// Time Zone, 2A0E: −720...840 min to UTC in steps of 15 min, or unknown.
  public static let timeZone = CharacteristicProfile<OrSpecial<Int>>(
    "Time Zone", uuid: 0x2A0E, properties: .read, initialValue: .special(.unknown),
    layout: .single(zoneWire, name: "offset", unit: minute))

  /// Time Accuracy, 2A12: 0...31.625 s in steps of 1/8 s, more, or unknown.
  public static let accuracy = CharacteristicProfile<OrSpecial<Double>>(
    "Time Accuracy", uuid: 0x2A12, properties: .read, initialValue: .special(.unknown),
    layout: .single(accuracyWire, name: "accuracy", unit: .second))

  /// Time Source, 2A13.
  public static let source = CharacteristicProfile<TimeSource>(
    "Time Source", uuid: 0x2A13, properties: .read, initialValue: .unknown)

  static var parts: [AnyCharacteristicProfile] {
    [
      .init(dateTime), .init(dayOfWeek), .init(dayDateTime), .init(exactTime),
      .init(daylightSaving), .init(timeZone), .init(accuracy), .init(source),
    ]
  }

  static let minute = ProfileUnit("min")

  static let zoneWire = Wire<OrSpecial<Int>>.special(
    [-128: .unknown], Wire<Int>.int8(scale: 15).within(-720...840))

  static let daylightSavingWire = Wire<OrSpecial<Int>>.special(
    [255: .unknown], Wire<Int>.uint8(scale: 15).among([0, 30, 60, 120]))

  static let accuracyWire = Wire<OrSpecial<Double>>.special(
    [254: .outOfRange, 255: .unknown], Wire<Double>.uint8(scale: 1.0 / 8))
}

extension BluetoothSIG.CurrentTimeService {
  /// A day of the week (2A09).
  public struct DayOfWeek: OpenEnumeration, ProfileValue {
    /// The octet that is sent: 1 for Monday to 7 for Sunday.
    public let rawValue: UInt8

    /// Keeps any octet, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Not known.
    public static let unknown = DayOfWeek(rawValue: 0)
    /// Monday.
    public static let monday = DayOfWeek(rawValue: 1)
    /// Tuesday.
    public static let tuesday = DayOfWeek(rawValue: 2)
    /// Wednesday.
    public static let wednesday = DayOfWeek(rawValue: 3)
    /// Thursday.
    public static let thursday = DayOfWeek(rawValue: 4)
    /// Friday.
    public static let friday = DayOfWeek(rawValue: 5)
    /// Saturday.
    public static let saturday = DayOfWeek(rawValue: 6)
    /// Sunday.
    public static let sunday = DayOfWeek(rawValue: 7)

    /// The codes that have a name.
    public static let names: [(code: DayOfWeek, name: String)] = [
      (.unknown, "unknown"), (.monday, "monday"), (.tuesday, "tuesday"),
      (.wednesday, "wednesday"), (.thursday, "thursday"), (.friday, "friday"),
      (.saturday, "saturday"), (.sunday, "sunday"),
    ]

    /// One octet.
    public static let profileLayout = Layout<DayOfWeek>.single(
      .enumeration(style: .code), name: "dayOfWeek")
  }

  /// Where a time comes from (2A13).
  public struct TimeSource: OpenEnumeration, ProfileValue {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any octet, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Not known.
    public static let unknown = TimeSource(rawValue: 0)
    /// A time server of the network.
    public static let networkTimeProtocol = TimeSource(rawValue: 1)
    /// Satellites.
    public static let satellite = TimeSource(rawValue: 2)
    /// A radio signal.
    public static let radio = TimeSource(rawValue: 3)
    /// The user.
    public static let manual = TimeSource(rawValue: 4)
    /// An atomic clock.
    public static let atomicClock = TimeSource(rawValue: 5)
    /// A mobile network.
    public static let cellular = TimeSource(rawValue: 6)
    /// Nowhere: the clock was never set by another.
    public static let notSynchronized = TimeSource(rawValue: 7)

    /// The codes that have a name.
    public static let names: [(code: TimeSource, name: String)] = [
      (.unknown, "unknown"), (.networkTimeProtocol, "networkTimeProtocol"),
      (.satellite, "satellite"), (.radio, "radio"), (.manual, "manual"),
      (.atomicClock, "atomicClock"), (.cellular, "cellular"),
      (.notSynchronized, "notSynchronized"),
    ]

    /// One octet.
    public static let profileLayout = Layout<TimeSource>.single(.enumeration(), name: "source")
  }

  /// A time with its weekday (2A0A).
  public struct DayDateTime: ProfileValue, Hashable {
    /// The day and time.
    public var dateTime: DateTime
    /// The day of the week.
    public var dayOfWeek: DayOfWeek

    /// Makes a time.
    public init(dateTime: DateTime, dayOfWeek: DayOfWeek = .unknown) {
      self.dateTime = dateTime
      self.dayOfWeek = dayOfWeek
    }

    /// Eight octets.
    public static let profileLayout = Layout<DayDateTime>(
      DayDateTime.init(dateTime:dayOfWeek:)
    ) {
      Field("dateTime", \.dateTime, .dateTime)
      Field("dayOfWeek", \.dayOfWeek, .enumeration(style: .code))
    }
  }

  /// A time with its weekday and the part of the second (2A0C).
  public struct ExactTime: ProfileValue, Hashable {
    /// The day and time.
    public var dateTime: DateTime
    /// The day of the week.
    public var dayOfWeek: DayOfWeek
    /// The part of the second in 1/256 s, 0...255.
    public var fractions256: Int

    /// Makes a time.
    public init(dateTime: DateTime, dayOfWeek: DayOfWeek = .unknown, fractions256: Int = 0) {
      self.dateTime = dateTime
      self.dayOfWeek = dayOfWeek
      self.fractions256 = fractions256
    }

    /// Nine octets.
    public static let profileLayout = Layout<ExactTime>(
      ExactTime.init(dateTime:dayOfWeek:fractions256:)
    ) {
      Field("dateTime", \.dateTime, .dateTime)
      Field("dayOfWeek", \.dayOfWeek, .enumeration(style: .code))
      Field("fractions256", \.fractions256, .uint8())
    }
  }
}
