import Futures

/// A connection to a message bus.
///
/// Everything may be called from any thread. Completions, handlers and events run on the loop and must
/// not block it. Rules, watched names and exports stay when the bus goes away, and are in force again
/// after the next `open()`.
package final class Connection: Sendable {
  package enum Event: Sendable {
    /// Rules and watched names are on their way to the bus, calls follow them.
    case opened(uniqueName: String)
    case openFailed(DBusError)
    /// The bus went away. Calls that are open fail after this.
    case lost(DBusError)
    /// The owner of a watched name. The first one after `opened` has no old owner, and no new one
    /// either if nobody owns the name.
    case nameOwnerChanged(name: String, old: String?, new: String?)
    /// The bus does not accept the rule; its handler will get nothing that no other rule asks for.
    case matchRefused(MatchRule, DBusError)
    /// A reply for a call that was cancelled or came to its deadline; it was dropped.
    case lateReply(serial: UInt32)
  }

  /// Identifies a call for `cancel`.
  package struct CallID: Hashable, Sendable { let serial: UInt32 }

  package struct Statistics: Hashable, Sendable {
    package var openCalls = 0
    package var matchRules = 0
    package var watchedNames = 0
    package var exports = 0
    package var lateReplies = 0
  }

  package typealias Completion = @Sendable (Result<Message, DBusError>) -> Void

  static let registrationTimeout = Duration.seconds(25)
  /// How long the bus itself may take for rules and names.
  static let busTimeout = Duration.seconds(25)

  package let loop: any EventLoop
  /// For logs.
  package let name: String
  let address: BusAddress
  let onEvent: @Sendable (Event) -> Void
  let state = Lock(ConnectionState())

  package init(
    _ address: BusAddress, loop: any EventLoop, name: String = "bus",
    onEvent: @escaping @Sendable (Event) -> Void = { _ in }
  ) {
    self.address = address
    self.loop = loop
    self.name = name
    self.onEvent = onEvent
  }

  deinit { end() }

  package var uniqueName: String? {
    state.withLock { state in
      guard case .open(_, let name) = state.phase else { return nil }
      return name
    }
  }

  package var statistics: Statistics {
    state.withLock { state in
      Statistics(
        openCalls: state.calls.count, matchRules: state.rules.count,
        watchedNames: state.names.names.count, exports: state.exports.count,
        lateReplies: state.lateReplies)
    }
  }

  /// Connects and registers; `opened` or `openFailed` follows.
  ///
  /// Does nothing while it is open or opening, or after `close()`.
  package func open() {
    let mustStart = state.withLock { state in
      switch state.phase {
      case .idle, .lost:
        state.phase = .opening(nil, backlog: [])
        return true
      case .opening, .open, .closed: return false
      }
    }
    guard mustStart else { return }
    loop.execute { [weak self] in self?.connect() }
  }

  /// Ends the connection for good: open calls fail with `disconnected`, and no event is told any more.
  package func close() { end() }

  private func end() {
    let (calls, transport) = state.withLock { $0.end(.closed) }
    transport?.close()
    silenceAlarm()
    guard !calls.isEmpty else { return }
    let error = DBusError(.disconnected, "The connection to the bus was closed.")
    loop.execute { for call in calls { call.completion(.failure(error)) } }
  }

  /// Sends a signal, a reply or a call whose answer nobody wants.
  ///
  /// Without an open connection the message is dropped, as it would be by a bus that is gone.
  package func send(_ message: Message) {
    guard message.fault == nil, let message = message.claim(serial: nil, expectsReply: false) else {
      return
    }
    dispatch(message)
  }

  /// False if the message could not be sent.
  @discardableResult
  func dispatch(_ message: Message) -> Bool {
    let route = state.withLock { state in
      let route = state.route
      if case .backlog = route { state.appendToBacklog(message) }
      return route
    }
    switch route {
    case .transport(let transport): return transport.send(message)
    case .backlog: return true
    case .nowhere: return false
    }
  }
}
