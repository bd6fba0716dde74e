/// How much a loopback bus allows; nothing is limited by default.
package struct BusLimits: Hashable, Sendable {
  /// Connections of one user.
  package var connections = Int.max
  /// Match rules of one connection.
  package var matchRules = Int.max
  /// Calls of one connection that wait for their replies.
  package var pendingReplies = Int.max

  package init() {}

  package init(connections: Int, matchRules: Int, pendingReplies: Int) {
    self.connections = connections
    self.matchRules = matchRules
    self.pendingReplies = pendingReplies
  }
}
