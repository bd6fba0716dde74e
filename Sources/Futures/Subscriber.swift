/// What a subscriber is told.
enum StreamEvent: Sendable {
  case element(Outcome)
  case finished
}

/// A party that is registered at a stream.
final class Subscriber: Job, Party, @unchecked Sendable {
  typealias Handler = @Sendable (StreamEvent) -> Void

  private struct State: Sendable {
    var delivery: Delivery<Outcome>
    var source: AnyFutureStream?
    var handler: Handler?
  }

  private let context: ExecutionContext
  override var site: ExecutionContext { context }
  /// A watcher is told of the end only, and keeps no operation going.
  let isWatcher: Bool
  /// Guarded by the source's lock.
  nonisolated(unsafe) var registration: Int32 = -1
  private let state: Lock<State>

  init(
    of source: AnyFutureStream, at site: ExecutionContext, capacity: Int,
    isWatcher: Bool = false, _ handler: @escaping Handler
  ) {
    context = site
    self.isWatcher = isWatcher
    // What runs inline is not buffered but for the moment in which another element is handled.
    let capacity = site == .inline ? Int.max : capacity
    state = Lock(
      State(delivery: Delivery(capacity: capacity), source: source, handler: handler))
    super.init()
  }

  // MARK: Called under the lock of the source; true if a turn is due

  func push(_ outcome: Outcome, isKept: Bool = false) -> Bool {
    state.withLock { $0.delivery.push(outcome, isKept: isKept) }
  }

  func end() -> Bool {
    state.withLock { $0.delivery.end() }
  }

  // MARK: Called under no lock

  override func run() {
    var turn = state.withLock { state in
      let turn = state.delivery.begin()
      return (turn, state.handler)
    }
    while let handler = turn.1 {
      switch turn.0 {
      case .nothing:
        return
      case .element(let outcome):
        handler(.element(outcome))
      case .end:
        handler(.finished)
        close()
        return
      }
      turn = state.withLock { state in
        let turn = state.delivery.proceed()
        return (turn, state.handler)
      }
    }
  }

  func leave() {
    close()?.remove(self, quietly: false)
  }

  /// Leaves without stopping the operation.
  func leaveQuietly() {
    close()?.remove(self, quietly: true)
  }

  var droppedCount: Int {
    state.withLock { $0.delivery.droppedCount }
  }

  @discardableResult
  private func close() -> AnyFutureStream? {
    // The handler is let go of after the lock, since its captures may call back when they go.
    let (source, _) = state.withLock { state in
      state.delivery.close()
      return (state.source.take(), state.handler.take())
    }
    return source
  }
}
