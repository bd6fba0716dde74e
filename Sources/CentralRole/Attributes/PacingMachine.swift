/// The socket by which one characteristic is written without response: how it is acquired, filled
/// and given back.
///
/// The peripheral's queue lets one write at a time come here, so that at most one waits. While the
/// socket is held the daemon refuses calls, so it is given back before a write of another kind.
package struct PacingMachine: Sendable {
  package typealias Epoch = Int
  package typealias Request = RequestQueue.Request

  package enum State: Sendable, Equatable {
    /// No socket.
    case closed
    /// The call that acquires a socket is on its way for the sake of this write.
    case acquiring(Epoch, Request)
    /// The daemon gives no socket on this link; writes are calls.
    case refused(Epoch)
    /// Packets may be sent.
    case open(Epoch)
    /// The socket is full and this write waits for room.
    case full(Epoch, Request)
    /// What is in the socket is waited for; then it closes and this request follows.
    case draining(Epoch, Request)
  }

  package enum Action: Sendable, Equatable {
    case callAcquire(Epoch)
    case openSocket
    case send(Request)
    case waitForRoom
    case drain
    case closeSocket
    /// The request is a call on the daemon, or is done if it only wanted the socket closed.
    case call(Request)
  }

  package private(set) var state: State = .closed

  package init() {}

  /// A write that goes through the socket.
  package mutating func write(_ request: Request, epoch: Epoch) -> [Action] {
    switch state {
    case .open(epoch): return [.send(request)]
    case .refused(epoch): return [.call(request)]
    default:
      state = .acquiring(epoch, request)
      return [.callAcquire(epoch)]
    }
  }

  /// A request that needs the socket closed.
  package mutating func release(_ request: Request) -> [Action] {
    guard case .open(let epoch) = state else { return [.call(request)] }
    state = .draining(epoch, request)
    return [.drain]
  }

  package mutating func acquired(_ epoch: Epoch) -> [Action] {
    guard case .acquiring(epoch, let request) = state else { return [] }
    state = .open(epoch)
    return [.openSocket, .send(request)]
  }

  package mutating func acquireRefused(_ epoch: Epoch) -> [Action] {
    guard case .acquiring(epoch, let request) = state else { return [] }
    state = .refused(epoch)
    return [.call(request)]
  }

  package mutating func wouldBlock(_ request: Request) -> [Action] {
    guard case .open(let epoch) = state else { return [] }
    state = .full(epoch, request)
    return [.waitForRoom]
  }

  package mutating func hasRoom() -> [Action] {
    guard case .full(let epoch, let request) = state else { return [] }
    state = .open(epoch)
    return [.send(request)]
  }

  package mutating func drained() -> [Action] {
    guard case .draining(_, let request) = state else { return [] }
    state = .closed
    return [.closeSocket, .call(request)]
  }

  /// The daemon closed its end, or a packet cannot be sent; what waits is called instead.
  package mutating func hungUp(_ request: Request? = nil) -> [Action] {
    switch state {
    case .open(let epoch):
      guard let request else {
        state = .closed
        return [.closeSocket]
      }
      state = .refused(epoch)
      return [.closeSocket, .call(request)]
    case .full(let epoch, let waiting):
      state = .refused(epoch)
      return [.closeSocket, .call(waiting)]
    case .draining(_, let waiting):
      state = .closed
      return [.closeSocket, .call(waiting)]
    case .closed, .acquiring, .refused:
      return []
    }
  }

  /// Requests were failed with the link by their queue.
  package mutating func linkEnded() -> [Action] {
    defer { state = .closed }
    switch state {
    case .open, .full, .draining: return [.closeSocket]
    case .closed, .acquiring, .refused: return []
    }
  }
}
