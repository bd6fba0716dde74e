public import GATT

extension BluetoothSIG {
  /// Current Time: the time of day with its zone and where it comes from.
  public struct CurrentTimeService: ServiceProfile {
    /// `1805`.
    public static let uuid: BluetoothUUID = 0x1805
    /// The name in listings.
    public static let name = "Current Time"

    /// The time, notified when it was adjusted.
    public let currentTime = Self.currentTime
    /// The zone and daylight saving.
    public let localTime = Self.localTime
    /// Where the time comes from.
    public let reference = Self.reference

    private let listsParts: Bool

    /// Makes the profile.
    ///
    /// With `listingParts` its characteristics include the eight forms of time that the SIG gives
    /// UUIDs without a service that has them, so that tools find them.
    public init(listingParts: Bool = false) {
      listsParts = listingParts
    }

    /// The three characteristics in the order of the specification, and the parts if asked for.
    public var characteristics: [AnyCharacteristicProfile] {
      let own: [AnyCharacteristicProfile] = [
        .init(currentTime), .init(localTime), .init(reference),
      ]
      return listsParts ? own + Self.parts : own
    }
  }
}

extension BluetoothSIG.CurrentTimeService {
  /// Current Time, 2A2B; a server may let clients write it too.
  public static let currentTime = CharacteristicProfile<CurrentTime>(
    "Current Time", uuid: 0x2A2B, properties: [.read, .notify])

  /// Local Time Information, 2A0F; a server may let clients write it too.
  public static let localTime = CharacteristicProfile<LocalTime>(
    "Local Time Information", uuid: 0x2A0F, properties: .read,
    initialValue: LocalTime(zone: .special(.unknown), daylightSaving: .special(.unknown)))

  /// Reference Time Information, 2A14.
  public static let reference = CharacteristicProfile<Reference>(
    "Reference Time Information", uuid: 0x2A14, properties: .read,
    initialValue: Reference(
      source: .unknown, accuracy: .special(.unknown), days: .special(.overrun),
      hours: .special(.overrun)))

  /// The time with its weekday and what adjusted it (Current Time Service 1.1, 3.1).
  public struct CurrentTime: ProfileValue, Hashable {
    /// The day and time, in the zone of the device.
    public var dateTime: DateTime
    /// The day of the week.
    public var dayOfWeek: DayOfWeek
    /// The part of the second in 1/256 s, 0...255.
    public var fractions256: Int
    /// What adjusted the time last.
    public var adjustReason: AdjustReason

    /// Makes a time.
    public init(
      dateTime: DateTime, dayOfWeek: DayOfWeek = .unknown, fractions256: Int = 0,
      adjustReason: AdjustReason = []
    ) {
      self.dateTime = dateTime
      self.dayOfWeek = dayOfWeek
      self.fractions256 = fractions256
      self.adjustReason = adjustReason
    }

    /// Ten octets.
    public static let profileLayout = Layout<CurrentTime>(
      CurrentTime.init(dateTime:dayOfWeek:fractions256:adjustReason:)
    ) {
      Field("dateTime", \.dateTime, .dateTime)
      Field("dayOfWeek", \.dayOfWeek, .enumeration(style: .code))
      Field("fractions256", \.fractions256, .uint8())
      Field("adjustReason", \.adjustReason, .options(AdjustReason.options))
    }
  }

  /// What adjusted the time.
  public struct AdjustReason: OptionSet, Hashable, Sendable {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any bits, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The user.
    public static let manual = AdjustReason(rawValue: 1 << 0)
    /// A reference from outside.
    public static let reference = AdjustReason(rawValue: 1 << 1)
    /// Another time zone.
    public static let timeZone = AdjustReason(rawValue: 1 << 2)
    /// The begin or end of daylight saving.
    public static let daylightSaving = AdjustReason(rawValue: 1 << 3)

    static let options = Options([
      .init(0, "manual"), .init(1, "reference"), .init(2, "timeZone"), .init(3, "daylightSaving"),
    ])
  }

  /// The zone and daylight saving (Current Time Service 1.1, 3.2).
  public struct LocalTime: ProfileValue, Hashable {
    /// The standard time's distance to UTC in min, −720...840 in steps of 15, or unknown.
    public var zone: OrSpecial<Int>
    /// What daylight saving adds in min, 0, 30, 60 or 120, or unknown.
    public var daylightSaving: OrSpecial<Int>

    /// Makes a zone from minutes.
    public init(zone: OrSpecial<Int>, daylightSaving: OrSpecial<Int> = 0) {
      self.zone = zone
      self.daylightSaving = daylightSaving
    }

    /// Two octets.
    public static let profileLayout = Layout<LocalTime>(LocalTime.init(zone:daylightSaving:)) {
      Field("timeZone", \.zone, zoneWire, unit: minute)
      Field("dst", \.daylightSaving, daylightSavingWire, unit: minute)
    }
  }

  /// Where the time comes from, and how long ago (Current Time Service 1.1, 3.3).
  public struct Reference: ProfileValue, Hashable {
    /// Where the time comes from.
    public var source: TimeSource
    /// How far it may be off in s, 0...31.625 in steps of 1/8; `outOfRange` if more, or unknown.
    public var accuracy: OrSpecial<Double>
    /// Whole days since the last update, 0...254; `overrun` if more.
    public var days: OrSpecial<Int>
    /// Hours since the last update beside the days, 0...23; `overrun` if the days are.
    public var hours: OrSpecial<Int>

    /// Makes a reference.
    public init(
      source: TimeSource, accuracy: OrSpecial<Double>, days: OrSpecial<Int>,
      hours: OrSpecial<Int>
    ) {
      self.source = source
      self.accuracy = accuracy
      self.days = days
      self.hours = hours
    }

    /// Four octets.
    public static let profileLayout = Layout<Reference>(
      Reference.init(source:accuracy:days:hours:)
    ) {
      Field("source", \.source, .enumeration())
      Field("accuracy", \.accuracy, accuracyWire, unit: .second)
      Field(
        "daysSinceUpdate", \.days, .special([255: .overrun], Wire<Int>.uint8()),
        unit: ProfileUnit("d"))
      Field(
        "hoursSinceUpdate", \.hours,
        .special([255: .overrun], Wire<Int>.uint8().within(0...23)), unit: ProfileUnit("h"))
    }
  }
}
