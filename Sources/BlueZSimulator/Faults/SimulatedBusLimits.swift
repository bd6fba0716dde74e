import DBus

/// How much a message bus allows; the numbers of a new one are those of a system bus.
public struct SimulatedBusLimits: Hashable, Sendable {
  /// Connections of one user.
  public var connections = 256
  /// Match rules of one connection.
  public var matchRules = 512
  /// Calls of one connection that wait for their replies.
  public var pendingReplies = 128

  /// Makes the limits of a system bus (dbus 1.14).
  public init() {}

  init(_ limits: BusLimits) {
    connections = limits.connections
    matchRules = limits.matchRules
    pendingReplies = limits.pendingReplies
  }

  var limits: BusLimits {
    BusLimits(
      connections: connections, matchRules: matchRules, pendingReplies: pendingReplies)
  }
}
