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
  /// Why the last link ended, where the daemon says so; `nil` once there is a new one.
  package var reason: DisconnectReason?

  package init(
    isReady: Bool, exists: Bool, isLinked: Bool, isResolved: Bool,
    isBonded: Bool = false, reason: DisconnectReason? = nil
  ) {
    self.isReady = isReady
    self.exists = exists
    self.isLinked = isLinked
    self.isResolved = isResolved
    self.isBonded = isBonded
    self.reason = reason
  }
}
