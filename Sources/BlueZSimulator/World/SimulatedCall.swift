/// A call of a program to the simulated daemon.
public struct SimulatedCall: Hashable, Sendable {
  /// When it came, on the world's clock.
  public let time: Duration
  /// The caller's unique name on its bus.
  public let client: String
  /// The object that was called.
  public let path: String
  /// The interface of the method.
  public let interface: String
  /// The method.
  public let method: String
  /// The arguments, as the transcript writes them.
  public let arguments: String
  /// How many calls of this method of this object were open then, this one included.
  public internal(set) var openCalls: Int
  /// When it was answered; nil while it is not.
  public internal(set) var end: Duration?
}
