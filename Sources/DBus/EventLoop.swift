package import Futures

/// What a watched file descriptor is ready for.
package struct Readiness: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let readable = Readiness(rawValue: 1)
  package static let writable = Readiness(rawValue: 2)
  package static let hangup = Readiness(rawValue: 4)
  package static let error = Readiness(rawValue: 8)
}

/// The loop that a connection lives on: its callbacks, timers and sockets are served here.
package protocol EventLoop: ContextExecutor {
  /// Calls the handler on the loop as long as the descriptor is ready for what is asked. Hang-ups and
  /// errors are always told. The descriptor must stay open until the watch is cancelled.
  func watch(
    _ descriptor: Int32, for interest: Readiness, _ onReady: @escaping @Sendable (Readiness) -> Void
  ) -> any Cancellable
}

extension EventLoop {
  /// Watches for input.
  package func watch(
    _ descriptor: Int32, _ onReadable: @escaping @Sendable (Readiness) -> Void
  ) -> any Cancellable {
    watch(descriptor, for: .readable, onReadable)
  }
}
