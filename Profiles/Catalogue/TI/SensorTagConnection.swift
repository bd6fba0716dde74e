public import GATT

extension TISensorTag {
  /// The parameters of the connection, the same on the SensorTags CC2541 and CC2650.
  public struct ConnectionService: ServiceProfile {
    /// `F000CCC0-0451-4000-B000-000000000000`.
    public static let uuid = TISensorTag.uuid(0xCCC0)
    /// The name in listings.
    public static let name = "TI Connection Control"

    /// The parameters in force.
    public let parameters = Self.parameters
    /// The wish for other parameters.
    public let request = Self.request
    /// Any octet that is written ends the connection.
    public let disconnect = Self.disconnect

    /// Makes the profile.
    public init() {}

    /// The characteristics in the order of their handles.
    public var characteristics: [AnyCharacteristicProfile] {
      [AnyCharacteristicProfile(parameters), .init(request), .init(disconnect)]
    }
  }
}

extension TISensorTag.ConnectionService {
  /// The parameters in force.
  public static let parameters = CharacteristicProfile<Parameters>(
    "Connection Parameters", uuid: TISensorTag.uuid(0xCCC1), properties: [.read, .notify],
    initialValue: Parameters(interval: 20, latency: 0, timeout: 1000))

  /// The wish for other parameters.
  public static let request = CharacteristicProfile<Request>(
    "Connection Parameter Request", uuid: TISensorTag.uuid(0xCCC2), properties: .write)

  /// Any octet that is written ends the connection.
  public static let disconnect = CharacteristicProfile<UInt8>(
    "Disconnect Request", uuid: TISensorTag.uuid(0xCCC3), properties: .write)
}

extension TISensorTag.ConnectionService {
  /// The parameters of a connection.
  public struct Parameters: ProfileValue, Hashable {
    /// The time between two connection events in ms, in steps of 1.25 ms.
    public var interval: Double
    /// How many events the SensorTag may sleep through.
    public var latency: Int
    /// When a silent connection is lost, in ms and steps of 10 ms.
    public var timeout: Int

    /// Makes parameters.
    public init(interval: Double, latency: Int, timeout: Int) {
      self.interval = interval
      self.latency = latency
      self.timeout = timeout
    }

    /// Three words.
    public static let profileLayout = Layout<Parameters>(
      Parameters.init(interval:latency:timeout:)
    ) {
      Field("interval", \.interval, .uint16(scale: 1.25), unit: .millisecond)
      Field("latency", \.latency, .uint16())
      Field("timeout", \.timeout, .uint16(scale: 10), unit: .millisecond)
    }
  }

  /// A wish for other parameters; the host may refuse it.
  public struct Request: ProfileValue, Hashable {
    /// The shortest interval in ms, in steps of 1.25 ms.
    public var minimumInterval: Double
    /// The longest interval in ms, in steps of 1.25 ms.
    public var maximumInterval: Double
    /// How many events the SensorTag may sleep through.
    public var latency: Int
    /// When a silent connection is lost, in ms and steps of 10 ms.
    public var timeout: Int

    /// Makes a wish.
    public init(minimumInterval: Double, maximumInterval: Double, latency: Int, timeout: Int) {
      self.minimumInterval = minimumInterval
      self.maximumInterval = maximumInterval
      self.latency = latency
      self.timeout = timeout
    }

    /// Four words.
    public static let profileLayout = Layout<Request>(
      Request.init(minimumInterval:maximumInterval:latency:timeout:)
    ) {
      Field("minInterval", \.minimumInterval, .uint16(scale: 1.25), unit: .millisecond)
      Field("maxInterval", \.maximumInterval, .uint16(scale: 1.25), unit: .millisecond)
      Field("latency", \.latency, .uint16())
      Field("timeout", \.timeout, .uint16(scale: 10), unit: .millisecond)
    }
  }
}
