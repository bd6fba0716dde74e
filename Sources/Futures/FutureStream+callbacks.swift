extension FutureStream {
  /// Calls back with every result.
  ///
  /// `capacity` is the size of this subscriber's buffer.
  @discardableResult
  public func onComplete(
    context: ExecutionContext? = nil, capacity: Int? = nil,
    _ body: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> Subscription {
    Subscription(
      subscribe(context, capacity: capacity) { event in
        if case .element(let outcome) = event { body(outcome.result()) }
      })
  }

  /// Calls back with every value.
  @discardableResult
  public func onSuccess(
    context: ExecutionContext? = nil, capacity: Int? = nil,
    _ body: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    Subscription(
      subscribe(context, capacity: capacity) { event in
        if case .element(.value(let value)) = event { body(unboxed(value)) }
      })
  }

  /// Calls back with every failure.
  @discardableResult
  public func onFailure(
    context: ExecutionContext? = nil, capacity: Int? = nil,
    _ body: @escaping @Sendable (any Error) -> Void
  ) -> Subscription {
    Subscription(
      subscribe(context, capacity: capacity) { event in
        if case .element(.failure(let error)) = event { body(error) }
      })
  }

  /// Calls back with every value: `onSuccess` under the name of sequences.
  @discardableResult
  public func forEach(
    context: ExecutionContext? = nil, capacity: Int? = nil,
    _ body: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    onSuccess(context: context, capacity: capacity, body)
  }

  /// Calls back once, at the end.
  ///
  /// It does not count as a subscriber and keeps nothing going.
  @discardableResult
  public func onFinish(
    context: ExecutionContext? = nil, _ body: @escaping @Sendable () -> Void
  ) -> Subscription {
    Subscription(watch(context) { if case .finished = $0 { body() } })
  }

  /// The next element, or the one that is kept or current.
  ///
  /// Having it leaves the operation of the stream as it is; cancelling the future before leaves
  /// the stream as any subscriber does. Fails with `FuturesError.streamEnded` at the end.
  public func first() -> Future<Value> {
    if let outcome = takeFirst() {
      let future = Future<Value>(context: context)
      future.complete(outcome.result())
      return future
    }
    let seat = Seat()
    let future = Future<Value>(context: context, onCancel: { seat.leave() })
    let subscriber = subscribe(.inline) { event in
      switch event {
      case .element(let outcome): future.complete(outcome.result())
      case .finished: future.complete(FuturesError.ended)
      }
      seat.leaveQuietly()
    }
    seat.take(subscriber)
    return future
  }
}

/// The place of a subscriber that waits for one element.
private final class Seat: Sendable {
  private enum State: Sendable {
    case free
    case taken(Subscriber)
    case left
  }

  private let state = Lock(State.free)

  func take(_ subscriber: Subscriber) {
    let isLeft = state.withLock { state in
      if case .left = state { return true }
      state = .taken(subscriber)
      return false
    }
    if isLeft { subscriber.leaveQuietly() }
  }

  func leave() {
    vacate()?.leave()
  }

  func leaveQuietly() {
    vacate()?.leaveQuietly()
  }

  private func vacate() -> Subscriber? {
    state.withLock { state in
      defer { state = .left }
      if case .taken(let subscriber) = state { return subscriber }
      return nil
    }
  }
}
