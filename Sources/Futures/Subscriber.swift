/// What a subscriber is told.
enum StreamEvent<Value: Sendable>: Sendable {
  case element(Result<Value, any Error>)
  case finished
}

/// A party that is registered at a stream.
final class Subscriber<Value: Sendable>: Job, Party {
  typealias Handler = @Sendable (StreamEvent<Value>) -> Void

  private struct State: Sendable {
    var delivery: Delivery<Result<Value, any Error>>
    var source: FutureStream<Value>?
    var handler: Handler?
  }

  let site: ExecutionContext
  /// A watcher is told of the end only, and keeps no operation going.
  let isWatcher: Bool
  /// Guarded by the source's lock.
  nonisolated(unsafe) var registration = -1
  private let state: Lock<State>

  init(
    of source: FutureStream<Value>, at site: ExecutionContext, capacity: Int,
    isWatcher: Bool = false, _ handler: @escaping Handler
  ) {
    self.site = site
    self.isWatcher = isWatcher
    // What runs inline is not buffered but for the moment in which another element is handled.
    let capacity = site == .inline ? Int.max : capacity
    state = Lock(
      State(delivery: Delivery(capacity: capacity), source: source, handler: handler))
  }

  // MARK: Called under the lock of the source; true if a turn is due

  func push(_ result: Result<Value, any Error>, isKept: Bool = false) -> Bool {
    state.withLock { $0.delivery.push(result, isKept: isKept) }
  }

  func end() -> Bool {
    state.withLock { $0.delivery.end() }
  }

  // MARK: Called under no lock

  func run() {
    var turn = state.withLock { state in
      let turn = state.delivery.begin()
      return (turn, state.handler)
    }
    while let handler = turn.1 {
      switch turn.0 {
      case .nothing:
        return
      case .element(let result):
        handler(.element(result))
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
  private func close() -> FutureStream<Value>? {
    // The handler is let go of after the lock, since its captures may call back when they go.
    let (source, _) = state.withLock { state in
      state.delivery.close()
      return (state.source.take(), state.handler.take())
    }
    return source
  }
}
