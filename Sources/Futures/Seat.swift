/// What can be left: the place at a source, or what stands behind a stream.
@usableFromInline
package protocol Leavable: Sendable {
  /// Quietly means that the operation at the root goes on.
  func leave(quietly: Bool)
}

/// A subscriber's place at a stream.
///
/// Who keeps a subscription keeps no more than this after the subscriber left or the stream ended.
@usableFromInline
final class Seat: Party, Leavable {
  @usableFromInline
  enum Tenancy: Sendable {
    case free
    case taken(Subscriber, at: AnyFutureStream)
    case left(droppedCount: Int)
  }

  private let state = Lock(Tenancy.free)

  @usableFromInline
  init() {}

  /// False if it was left before.
  func take(_ subscriber: Subscriber, at stream: AnyFutureStream) -> Bool {
    state.withLock { state in
      guard case .free = state else { return false }
      state = .taken(subscriber, at: stream)
      return true
    }
  }

  @usableFromInline
  func leave() {
    leave(quietly: false)
  }

  @usableFromInline
  func leave(quietly: Bool) {
    guard case .taken(let subscriber, let stream) = vacate(), subscriber.close() else { return }
    subscriber.discard()
    stream.remove(subscriber, quietly: quietly)
  }

  @usableFromInline var droppedCount: Int {
    switch state.withLock({ $0 }) {
    case .free: 0
    case .taken(let subscriber, _): subscriber.droppedCount
    case .left(let count): count
    }
  }

  /// The subscriber is done with; returns what was there, to be let go of under no lock.
  @usableFromInline
  @discardableResult
  func vacate() -> Tenancy {
    state.withLock { state in
      let old = state
      if case .taken(let subscriber, _) = old {
        state = .left(droppedCount: subscriber.droppedCount)
      } else if case .free = old {
        state = .left(droppedCount: 0)
      }
      return old
    }
  }
}
