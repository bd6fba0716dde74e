/// Whether the daemon can be talked to, and if not, why.
package enum SessionStatus: Sendable, Equatable {
  /// The first answer is still due.
  case starting
  /// The object tree is live.
  case ready
  /// The daemon has not been reached yet.
  case unavailable(Obstacle)
  /// The daemon was there and has gone; the session waits for it.
  case lost(Loss)

  /// What stands between the program and the daemon.
  package enum Obstacle: Sendable, Equatable {
    /// The message bus cannot be reached.
    case bus(BlueZError)
    /// The bus's policy forbids it.
    case policy(BlueZError)
    /// Nobody owns the daemon's name.
    case daemon
    /// The daemon answered the first call with an error.
    case answer(BlueZError)

    package static func == (left: Self, right: Self) -> Bool {
      switch (left, right) {
      case (.bus(let a), .bus(let b)), (.policy(let a), .policy(let b)),
        (.answer(let a), .answer(let b)):
        a.code == b.code && a.text == b.text
      case (.daemon, .daemon): true
      default: false
      }
    }
  }

  /// The end of a sentence about the session.
  var words: String {
    switch self {
    case .starting: "has no answer yet"
    case .ready: "is ready"
    case .unavailable(.bus): "does not reach the message bus"
    case .unavailable(.policy): "is not let onto the message bus"
    case .unavailable(.daemon): "finds no daemon"
    case .unavailable(.answer): "has no list of objects"
    case .lost(.bus): "has lost the message bus"
    case .lost(.daemon): "has lost the daemon"
    }
  }

  /// What went away.
  package enum Loss: Sendable, Equatable {
    /// The connection to the message bus.
    case bus
    /// The owner of the daemon's name.
    case daemon
  }
}
