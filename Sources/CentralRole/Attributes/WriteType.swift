/// Whether a write is acknowledged by the peripheral (Core Specification, Vol 3, Part F, 3.4.5).
public enum WriteType: Sendable, Hashable {
  /// Write Request: completes when the peripheral has answered. Values longer than a packet are
  /// sent as a long write.
  case withResponse
  /// Write Command: completes when the daemon has taken it; nothing tells whether it arrived. At
  /// most MTU − 3 octets.
  case withoutResponse

  /// The daemon's word for it.
  var option: String {
    switch self {
    case .withResponse: "request"
    case .withoutResponse: "command"
    }
  }
}
