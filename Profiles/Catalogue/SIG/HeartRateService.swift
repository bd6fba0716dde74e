public import GATT

extension BluetoothSIG {
  /// The heart rate and the intervals between beats, as chest straps and watches send them.
  ///
  /// Subscribe to the measurement; where its energy is sent, the control point sets that to zero.
  /// Heart Rate Service 1.0.
  public struct HeartRateService: ServiceProfile {
    /// `180D`.
    public static let uuid: BluetoothUUID = 0x180D
    /// The name in listings.
    public static let name = "Heart Rate"

    /// The rate with all that the sensor adds, about once a second.
    public let measurement = Self.measurement
    /// Where the sensor is worn.
    public let location = Self.location
    /// Takes the order to reset the energy.
    public let controlPoint = Self.controlPoint

    /// Makes the profile.
    public init() {}

    /// The three characteristics in the order of their handles.
    public var characteristics: [AnyCharacteristicProfile] {
      [AnyCharacteristicProfile(measurement), .init(location), .init(controlPoint)]
    }
  }
}

extension BluetoothSIG.HeartRateService {
  /// The rate with all that the sensor adds.
  public static let measurement = CharacteristicProfile<Measurement>(
    "Heart Rate Measurement", uuid: 0x2A37, properties: [.notify])

  /// Where the sensor is worn, at first the chest.
  public static let location = CharacteristicProfile<Location>(
    "Body Sensor Location", uuid: 0x2A38, properties: [.read], initialValue: .chest)

  /// Takes orders.
  public static let controlPoint = CharacteristicProfile<Command>(
    "Heart Rate Control Point", uuid: 0x2A39, properties: [.write])
}

extension BluetoothSIG.HeartRateService {
  /// One heart rate measurement (Heart Rate Service 1.0, 3.1).
  public struct Measurement: ProfileValue, Hashable {
    /// What the sensor knows of its contact to the skin.
    public var contact: Contact
    /// Beats for each minute, 0...65535; sent as one octet up to 255.
    public var rate: Int
    /// The energy since the last reset in kJ, 65535 for that or more; most sensors leave it out.
    public var energyExpended: Int?
    /// The intervals between beats since the last measurement in s, the oldest first.
    ///
    /// The step is 1/1024 s and the longest 63.999 s.
    public var intervals: [Double]?

    /// Makes a measurement.
    public init(
      contact: Contact = .notSupported, rate: Int, energyExpended: Int? = nil,
      intervals: [Double]? = nil
    ) {
      self.contact = contact
      self.rate = rate
      self.energyExpended = energyExpended
      self.intervals = intervals
    }

    /// Flags, one or two octets of rate, energy, and intervals to the end.
    public static let profileLayout = Layout<Measurement>(
      Measurement.init(contact:rate:energyExpended:intervals:), flags: .uint8
    ) {
      Field("sensorContact", \.contact, .bits(1..<3))
      Field("heartRate", \.rate, .either(bit: 0, .uint8(), .uint16()), unit: .beatsPerMinute)
      Field("energyExpended", \.energyExpended, .when(3, .uint16()), unit: .kilojoule)
      Field(
        "rrIntervals", \.intervals, .when(4, .oneOrMore(.uint16(scale: 1.0 / 1024))),
        unit: .second)
    }
  }

  /// What a sensor knows of its contact to the skin.
  public struct Contact: OpenEnumeration {
    /// The two bits of the flags.
    public let rawValue: UInt8

    /// Keeps the bits; 1 means the same as 0.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The sensor cannot tell.
    public static let notSupported = Contact(rawValue: 0)
    /// The sensor has no contact.
    public static let notDetected = Contact(rawValue: 2)
    /// The sensor has contact.
    public static let detected = Contact(rawValue: 3)

    /// The codes that have a name.
    public static let names: [(code: Contact, name: String)] = [
      (.notSupported, "notSupported"), (Contact(rawValue: 1), "notSupported"),
      (.notDetected, "notDetected"), (.detected, "detected"),
    ]
  }

  /// Where a sensor is worn (Heart Rate Service 1.0, 3.2).
  public struct Location: OpenEnumeration, ProfileValue {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any octet, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Somewhere without a code.
    public static let other = Location(rawValue: 0)
    /// On the chest.
    public static let chest = Location(rawValue: 1)
    /// On a wrist.
    public static let wrist = Location(rawValue: 2)
    /// On a finger.
    public static let finger = Location(rawValue: 3)
    /// On a hand.
    public static let hand = Location(rawValue: 4)
    /// On an ear lobe.
    public static let earLobe = Location(rawValue: 5)
    /// On a foot.
    public static let foot = Location(rawValue: 6)

    /// The codes that have a name.
    public static let names: [(code: Location, name: String)] = [
      (.other, "other"), (.chest, "chest"), (.wrist, "wrist"), (.finger, "finger"),
      (.hand, "hand"), (.earLobe, "earLobe"), (.foot, "foot"),
    ]

    /// One octet.
    public static let profileLayout = Layout<Location>.single(.enumeration(), name: "location")
  }

  /// An order to a heart rate sensor (Heart Rate Service 1.0, 3.3).
  public struct Command: OpenEnumeration, ProfileValue {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any octet, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Sets the energy to zero.
    public static let resetEnergyExpended = Command(rawValue: 1)

    /// The codes that have a name.
    public static let names: [(code: Command, name: String)] = [
      (.resetEnergyExpended, "resetEnergyExpended")
    ]

    /// One octet.
    public static let profileLayout = Layout<Command>.single(.enumeration(), name: "command")
  }
}
