/// What the daemon's object tree says about a device at one moment.
package struct LinkFacts: Sendable, Equatable {
  /// The adapter is switched on and its daemon answers.
  package var isReady: Bool
  /// The daemon has an object for the device.
  package var exists: Bool
  /// There is a link to it.
  package var isLinked: Bool
  /// The link's attributes are resolved and there is at least one service.
  package var isResolved: Bool
  /// There are keys for it.
  package var isBonded: Bool

  package init(
    isReady: Bool, exists: Bool, isLinked: Bool, isResolved: Bool, isBonded: Bool = false
  ) {
    self.isReady = isReady
    self.exists = exists
    self.isLinked = isLinked
    self.isResolved = isResolved
    self.isBonded = isBonded
  }
}

/// Why a link ended.
public enum DisconnectReason: Sendable, Hashable, CustomStringConvertible {
  /// The peripheral dropped it, or it went out of range.
  case linkLost
  /// The daemon forgot the device.
  case removed
  /// The adapter was switched off or taken away.
  case adapterLost
  /// The daemon or the message bus went away.
  case daemonLost

  /// Whether the manager's state tells when connecting is possible again.
  var isReset: Bool { self == .adapterLost || self == .daemonLost }

  /// The reason in words.
  public var description: String {
    switch self {
    case .linkLost: "the link was lost"
    case .removed: "the daemon removed the device"
    case .adapterLost: "the adapter was switched off or removed"
    case .daemonLost: "the Bluetooth daemon went away"
    }
  }
}

/// The parts of making a connection, each with its own deadline.
public enum ConnectionPhase: Sendable, Hashable, CustomStringConvertible {
  /// Until the daemon reports a link.
  case link
  /// From the link until the peripheral's services are resolved.
  case serviceResolution

  /// The phase in words.
  public var description: String {
    switch self {
    case .link: "link"
    case .serviceResolution: "service resolution"
    }
  }
}
