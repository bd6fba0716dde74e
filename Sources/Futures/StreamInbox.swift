/// What waits for the iterator of a stream.
///
/// The stream refers to the tray only, so that the inbox leaves it when the iterator goes away.
final class StreamInbox: Sendable {
  typealias Element = Outcome

  private let tray: Tray
  private let subscriber: Subscriber

  init(_ stream: AnyFutureStream) {
    let tray = Tray(capacity: stream.capacity)
    self.tray = tray
    subscriber = stream.subscribe(.inline) { tray.put($0) }
  }

  deinit {
    subscriber.leave()
  }

  func next(isolation actor: isolated (any Actor)?) async -> Element? {
    await withTaskCancellationHandler(
      operation: {
        await withUnsafeContinuation { tray.take($0) }
      },
      onCancel: {
        subscriber.leave()
        tray.close()
      }, isolation: actor)
  }

  private final class Tray: Sendable {
    typealias Continuation = UnsafeContinuation<Element?, Never>

    private struct State: Sendable {
      var elements = FIFO<Element>()
      var isOver = false
      var waiting: Continuation?
    }

    private let capacity: Int
    private let state = Lock(State())

    init(capacity: Int) {
      self.capacity = capacity
    }

    func put(_ event: StreamEvent) {
      let waiting = state.withLock { state -> Continuation? in
        if case .finished = event { state.isOver = true }
        if let waiting = state.waiting.take() { return waiting }
        guard case .element(let result) = event, !state.isOver else { return nil }
        if state.elements.count >= capacity { _ = state.elements.popFirst() }
        state.elements.append(result)
        return nil
      }
      guard let waiting else { return }
      switch event {
      case .element(let result): waiting.resume(returning: result)
      case .finished: waiting.resume(returning: nil)
      }
    }

    func take(_ continuation: Continuation) {
      let result = state.withLock { state -> Element?? in
        if let result = state.elements.popFirst() { return .some(result) }
        if state.isOver { return .some(nil) }
        state.waiting = continuation
        return .none
      }
      if let result { continuation.resume(returning: result) }
    }

    /// Ends the waiting for good.
    func close() {
      let waiting = state.withLock { state in
        state.elements = FIFO()
        state.isOver = true
        return state.waiting.take()
      }
      waiting?.resume(returning: nil)
    }
  }
}
