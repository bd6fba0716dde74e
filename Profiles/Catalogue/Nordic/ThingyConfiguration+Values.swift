extension Thingy52.ConfigurationService {
  /// How the Thingy advertises.
  public struct Advertising: ProfileValue, Hashable {
    /// Between two advertisements, 20...5000 ms in steps of 0.625 ms.
    public var interval: Double
    /// When it stops, 0...180 s; 0 is never.
    public var timeout: Int

    /// Makes parameters.
    public init(interval: Double, timeout: Int) {
      self.interval = interval
      self.timeout = timeout
    }

    /// Three octets.
    public static let profileLayout = Layout<Advertising>(Advertising.init(interval:timeout:)) {
      Field("interval", \.interval, .uint16(scale: 0.625), unit: .millisecond, range: 20...5000)
      Field("timeout", \.timeout, .uint8(), unit: .second, range: 0...180)
    }
  }

  /// The connection that the Thingy wishes for.
  public struct Connection: ProfileValue, Hashable {
    /// The shortest interval in ms, in steps of 1.25 ms.
    public var minimumInterval: Double
    /// The longest interval in ms, in steps of 1.25 ms.
    public var maximumInterval: Double
    /// How many events it may sleep through.
    public var latency: Int
    /// When a silent connection is lost, in ms and steps of 10 ms.
    public var timeout: Int

    /// Makes parameters.
    public init(minimumInterval: Double, maximumInterval: Double, latency: Int, timeout: Int) {
      self.minimumInterval = minimumInterval
      self.maximumInterval = maximumInterval
      self.latency = latency
      self.timeout = timeout
    }

    /// Four words.
    public static let profileLayout = Layout<Connection>(
      Connection.init(minimumInterval:maximumInterval:latency:timeout:)
    ) {
      Field("minInterval", \.minimumInterval, .uint16(scale: 1.25), unit: .millisecond)
      Field("maxInterval", \.maximumInterval, .uint16(scale: 1.25), unit: .millisecond)
      Field("latency", \.latency, .uint16())
      Field("timeout", \.timeout, .uint16(scale: 10), unit: .millisecond)
    }
  }

  /// A version of the firmware.
  public struct Version: ProfileValue, Hashable {
    /// The first number.
    public var major: UInt8
    /// The second number.
    public var minor: UInt8
    /// The third number.
    public var patch: UInt8

    /// Makes a version.
    public init(major: UInt8, minor: UInt8, patch: UInt8) {
      self.major = major
      self.minor = minor
      self.patch = patch
    }

    /// Three octets.
    public static let profileLayout = Layout<Version>(Version.init(major:minor:patch:)) {
      Field("major", \.major, .uint8())
      Field("minor", \.minor, .uint8())
      Field("patch", \.patch, .uint8())
    }
  }

  /// The size of packets that is wished for.
  public struct PacketSize: ProfileValue, Hashable {
    /// Whether the Thingy shall ask for it.
    public var isRequested: Bool
    /// The size, 23...276 octets.
    public var size: Int

    /// Makes a wish.
    public init(isRequested: Bool, size: Int) {
      self.isRequested = isRequested
      self.size = size
    }

    /// Three octets.
    public static let profileLayout = Layout<PacketSize>(PacketSize.init(isRequested:size:)) {
      Field("request", \.isRequested, .bool)
      Field("size", \.size, .uint16(), range: 23...276)
    }
  }
}
