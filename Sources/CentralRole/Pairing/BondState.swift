/// How far a peripheral and this machine know each other.
public enum BondState: Sendable, Hashable, CustomStringConvertible {
  /// There are no keys.
  case none
  /// Keys are being made, because this program asked for it.
  case pairing
  /// There are keys for the present link; the daemon does not keep them, or does not tell.
  case paired
  /// There are keys, and the daemon keeps them.
  case bonded

  /// The name in the source.
  public var description: String {
    switch self {
    case .none: "none"
    case .pairing: "pairing"
    case .paired: "paired"
    case .bonded: "bonded"
    }
  }
}
