/// The subscription to one characteristic: how it begins, which values count, how it ends.
///
/// A subscription belongs to one link. Values that arrive while nobody subscribed in this epoch
/// (the daemon renews subscriptions of its own accord after a reconnect) are discarded.
package struct NotificationMachine: Sendable {
  package typealias Epoch = Int

  package enum State: Sendable, Equatable {
    /// No subscription in this epoch.
    case off
    /// A call that subscribes is on its way; values count already.
    case starting(Epoch, NotificationRoute)
    /// Subscribed.
    case on(Epoch, NotificationRoute)
    /// The call that ends the subscription is on its way, with what is wanted afterwards.
    case stopping(Epoch, then: NotificationRoute?)
  }

  package enum Action: Sendable, Equatable {
    case callStart(Epoch)
    case callAcquire(Epoch)
    case callStop(Epoch)
    case openSocket
    case closeSocket
    case startSucceeded
    case startFailed
    case stopSucceeded
    /// One failure for the stream of values.
    case reportLost
  }

  package private(set) var state: State = .off

  package init() {}

  /// Whether a value signalled by the daemon is a notification.
  package var takesSignals: Bool {
    switch state {
    case .starting, .on(_, .signals): true
    case .off, .on(_, .socket), .stopping: false
    }
  }

  package var isNotifying: Bool { if case .on = state { true } else { false } }

  package mutating func start(_ route: NotificationRoute, epoch: Epoch) -> [Action] {
    switch state {
    case .off:
      state = .starting(epoch, route)
      return [route == .socket ? .callAcquire(epoch) : .callStart(epoch)]
    case .starting:
      return []
    case .on:
      return [.startSucceeded]
    case .stopping(let stopping, _):
      state = .stopping(stopping, then: route)
      return []
    }
  }

  package mutating func stop() -> [Action] {
    switch state {
    case .off:
      return [.stopSucceeded]
    case .starting(let epoch, .signals), .on(let epoch, .signals):
      state = .stopping(epoch, then: nil)
      return [.startFailed, .callStop(epoch)]
    case .starting(_, .socket), .on(_, .socket):
      // The daemon ends the subscription when the socket closes.
      state = .off
      return [.startFailed, .closeSocket, .stopSucceeded]
    case .stopping(let epoch, _):
      state = .stopping(epoch, then: nil)
      return []
    }
  }

  package mutating func started(_ epoch: Epoch) -> [Action] {
    guard case .starting(epoch, .signals) = state else { return [] }
    state = .on(epoch, .signals)
    return [.startSucceeded]
  }

  package mutating func acquired(_ epoch: Epoch) -> [Action] {
    guard case .starting(epoch, .socket) = state else { return [] }
    state = .on(epoch, .socket)
    return [.openSocket, .startSucceeded]
  }

  /// The socket was refused or not answered in time: signals do the same, more slowly.
  package mutating func acquireRefused(_ epoch: Epoch) -> [Action] {
    guard case .starting(epoch, .socket) = state else { return [] }
    state = .starting(epoch, .signals)
    return [.callStart(epoch)]
  }

  package mutating func startRefused(_ epoch: Epoch) -> [Action] {
    guard case .starting(epoch, _) = state else { return [] }
    state = .off
    return [.startFailed]
  }

  package mutating func stopReplied(_ epoch: Epoch) -> [Action] {
    guard case .stopping(epoch, let next) = state else { return [] }
    state = .off
    guard let next else { return [.stopSucceeded] }
    return [.stopSucceeded] + start(next, epoch: epoch)
  }

  /// The daemon closed the socket; the link's end follows, or another start may.
  package mutating func socketEnded() -> [Action] {
    guard case .on(_, .socket) = state else { return [] }
    state = .off
    return [.closeSocket, .reportLost]
  }

  package mutating func linkEnded() -> [Action] {
    defer { state = .off }
    switch state {
    case .off: return []
    case .starting(_, let route): return closing(route) + [.startFailed, .reportLost]
    case .on(_, let route): return closing(route) + [.reportLost]
    case .stopping: return [.stopSucceeded]
    }
  }

  private func closing(_ route: NotificationRoute) -> [Action] {
    route == .socket ? [.closeSocket] : []
  }
}
