extension Descriptors {
  /// Properties beyond those of the declaration (2900).
  public struct ExtendedProperties: ProfileValue, Hashable {
    /// The value can be written by prepared writes.
    public var reliableWrite: Bool
    /// The user description can be written.
    public var writableAuxiliaries: Bool

    /// Makes properties.
    public init(reliableWrite: Bool, writableAuxiliaries: Bool) {
      self.reliableWrite = reliableWrite
      self.writableAuxiliaries = writableAuxiliaries
    }

    /// One word, a bit for each property.
    public static let profileLayout = Layout<ExtendedProperties>(
      ExtendedProperties.init(reliableWrite:writableAuxiliaries:), flags: .uint16
    ) {
      Field("reliableWrite", \.reliableWrite, .flag(0))
      Field("writableAuxiliaries", \.writableAuxiliaries, .flag(1))
    }
  }

  /// What a client has subscribed to (2902).
  public struct ClientConfiguration: ProfileValue, Hashable {
    /// Changes are sent and not confirmed.
    public var notify: Bool
    /// Changes are sent and confirmed.
    public var indicate: Bool

    /// Makes a configuration.
    public init(notify: Bool = false, indicate: Bool = false) {
      self.notify = notify
      self.indicate = indicate
    }

    /// One word, a bit for each kind.
    public static let profileLayout = Layout<ClientConfiguration>(
      ClientConfiguration.init(notify:indicate:), flags: .uint16
    ) {
      Field("notify", \.notify, .flag(0))
      Field("indicate", \.indicate, .flag(1))
    }
  }

  /// Whether a server broadcasts the value (2903).
  public struct ServerConfiguration: ProfileValue, Hashable {
    /// The value is part of the advertisements.
    public var broadcast: Bool

    /// Makes a configuration.
    public init(broadcast: Bool) {
      self.broadcast = broadcast
    }

    /// One word.
    public static let profileLayout = Layout<ServerConfiguration>(
      ServerConfiguration.init(broadcast:), flags: .uint16
    ) {
      Field("broadcast", \.broadcast, .flag(0))
    }
  }
}
