/// What is known of a peripheral's link.
public enum ConnectionState: Sendable, Hashable, CustomStringConvertible {
  /// There is no link of this program's, and none is being made now; a reconnect may be due later.
  case disconnected
  /// A link is being made: from the call of `connect` until its services are resolved. Requests
  /// fail with ``CentralError/disconnected``.
  case connecting
  /// Requests can be made.
  case connected
  /// The end of the link was asked for and is due. Requests fail when it comes.
  case disconnecting

  /// The state in a word.
  public var description: String {
    switch self {
    case .disconnected: "disconnected"
    case .connecting: "connecting"
    case .connected: "connected"
    case .disconnecting: "disconnecting"
    }
  }
}
