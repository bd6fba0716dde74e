import Profiles

/// What the message bus of a document allows; what is `nil` is as the bus has it.
package struct BusEntry: Sendable {
  /// Connections of programs, beside those that the world needs itself.
  package var connections: Int?
  /// Match rules of one connection.
  package var matchRules: Int?
  /// Calls of one connection that wait for their replies.
  package var pendingReplies: Int?

  init() {}

  init(_ node: JSONNode) throws(ProfileError) {
    try node.checkMembers(["connections", "matchRules", "pendingReplies"])
    connections = try node.optional("connections")?.whole(in: 1...10_000)
    // The daemon itself has one, and one more for each program that publishes services.
    matchRules = try node.optional("matchRules")?.whole(in: 4...10_000)
    pendingReplies = try node.optional("pendingReplies")?.whole(in: 1...10_000)
  }

  /// Limits the world's own bus, where the daemon has a connection.
  func configure(_ world: SimulatedBlueZ) {
    var limits = world.busLimits
    if let connections { limits.connections = connections + 1 }
    if let matchRules { limits.matchRules = matchRules }
    if let pendingReplies { limits.pendingReplies = pendingReplies }
    world.busLimits = limits
  }
}
