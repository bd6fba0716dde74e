/// What a simulated world could not do.
public struct SimulatorError: Error, Sendable, CustomStringConvertible {
  /// What happened and what to do.
  public let description: String

  static func notCompleted(_ limit: Duration) -> SimulatorError {
    SimulatorError(
      description: "the future did not complete in \(limit) of simulated time; "
        + "the world's transcript shows what happened")
  }
}
