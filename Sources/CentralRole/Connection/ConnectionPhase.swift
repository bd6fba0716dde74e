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
