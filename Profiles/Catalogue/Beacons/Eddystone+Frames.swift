public import FoundationEssentials

extension EddystoneFrame {
  /// Who a beacon is.
  public struct UID: ProfileValue, Hashable {
    /// The signal strength at the beacon itself, in dBm.
    public var power: Int
    /// The ten octets that all beacons of an owner share.
    public var namespace: Data
    /// The six octets of the beacon.
    public var instance: Data

    /// Makes a frame.
    public init(power: Int, namespace: Data, instance: Data) {
      self.power = power
      self.namespace = namespace
      self.instance = instance
    }

    /// 19 octets; some beacons leave out the last two, which carry nothing.
    public static let profileLayout = Layout<UID>(UID.init(power:namespace:instance:)) {
      Field("txPower", \.power, .int8(), unit: .decibelMilliwatt)
      Field("namespace", \.namespace, .opaque(count: 10))
      Field("instance", \.instance, .opaque(count: 6).padded(after: [0, 0], mayEnd: true))
    }
  }

  /// Where a beacon points to.
  public struct URLFrame: ProfileValue, Hashable {
    /// The signal strength at the beacon itself, in dBm.
    public var power: Int
    /// The URL, which takes at most 18 octets when it is shortened.
    public var url: String

    /// Makes a frame.
    public init(power: Int, url: String) {
      self.power = power
      self.url = url
    }

    /// The power and the shortened URL.
    public static let profileLayout = Layout<URLFrame>(URLFrame.init(power:url:)) {
      Field("txPower", \.power, .int8(), unit: .decibelMilliwatt)
      Field("url", \.url, .eddystoneURL)
    }
  }

  /// How a beacon does.
  public struct Telemetry: ProfileValue, Hashable {
    /// The voltage of the battery in mV; 0 without one.
    public var battery: Int
    /// The temperature in °C, -128...128 in steps of 1/256 °C, if it is known.
    public var temperature: OrSpecial<Double>
    /// How many advertisements were sent since the start.
    public var advertisements: Int
    /// The time since the start in s, in steps of 0.1 s.
    public var uptime: Double

    /// Makes a frame.
    public init(battery: Int, temperature: OrSpecial<Double>, advertisements: Int, uptime: Double) {
      self.battery = battery
      self.temperature = temperature
      self.advertisements = advertisements
      self.uptime = uptime
    }

    /// Twelve octets, the most significant first.
    public static let profileLayout = Layout<Telemetry>(
      Telemetry.init(battery:temperature:advertisements:uptime:)
    ) {
      Field("battery", \.battery, .uint16(order: .big), unit: .millivolt)
      Field(
        "temperature", \.temperature,
        .special([-0x8000: .unsupported], .int16(scale: 0x1p-8, order: .big)), unit: .celsius)
      Field("advCount", \.advertisements, .uint32(order: .big))
      Field("uptime", \.uptime, .uint32(scale: 0.1, order: .big), unit: .second)
    }
  }

  /// How a beacon does, encrypted.
  public struct EncryptedTelemetry: ProfileValue, Hashable {
    /// The twelve octets of the telemetry.
    public var encrypted: Data
    /// The random part of the nonce.
    public var salt: UInt16
    /// The message integrity check.
    public var integrity: UInt16

    /// Makes a frame.
    public init(encrypted: Data, salt: UInt16, integrity: UInt16) {
      self.encrypted = encrypted
      self.salt = salt
      self.integrity = integrity
    }

    /// 16 octets.
    public static let profileLayout = Layout<EncryptedTelemetry>(
      EncryptedTelemetry.init(encrypted:salt:integrity:)
    ) {
      Field("encrypted", \.encrypted, .opaque(count: 12))
      Field("salt", \.salt, .uint16(order: .big))
      Field("mic", \.integrity, .uint16(order: .big))
    }
  }

  /// Who a beacon is, for the one who has its key.
  public struct EID: ProfileValue, Hashable {
    /// The signal strength at the beacon itself, in dBm.
    public var power: Int
    /// The eight octets that change from time to time.
    public var id: Data

    /// Makes a frame.
    public init(power: Int, id: Data) {
      self.power = power
      self.id = id
    }

    /// Nine octets.
    public static let profileLayout = Layout<EID>(EID.init(power:id:)) {
      Field("txPower", \.power, .int8(), unit: .decibelMilliwatt)
      Field("eid", \.id, .opaque(count: 8))
    }
  }
}
