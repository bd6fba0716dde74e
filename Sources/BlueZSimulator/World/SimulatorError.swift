/// What a simulated world could not do.
public struct SimulatorError: Error, Sendable, CustomStringConvertible {
  /// What happened and what to do.
  public let description: String

  static let notConnected = SimulatorError(
    description: "the central has no link; connect it to an adapter first")

  static let notPaired = SimulatorError(
    description: "the central was not paired; the transcript shows whether an agent was asked")

  static func notAccepted(_ adapter: String) -> SimulatorError {
    SimulatorError(
      description: "no program advertises at \(adapter) that it can be connected to, "
        + "or the central is connected there already or blocked")
  }

  static func notCompleted(_ limit: Duration) -> SimulatorError {
    SimulatorError(
      description: "the future did not complete in \(limit) of simulated time; "
        + "the world's transcript shows what happened")
  }
}
