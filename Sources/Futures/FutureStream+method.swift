/// The stream of a function that calls back again and again.
///
/// `method` is called at once with a promise, whose elements are those of the stream; it returns
/// what ends the calls, if there is such a thing. That is cancelled once, when nobody wants the
/// stream any more. The stream ends when the promise is finished or let go of.
///
/// ```
/// futureStream { promise in                    measure  ─1─2─error─3─
///   measure { promise.complete($0) }                    ─1─2─error─3─
/// }
/// ```
public func futureStream<Value: Sendable>(
  capacity: Int = FutureStream<Value>.defaultCapacity, context: ExecutionContext = .inline,
  _ method: (StreamPromise<Value>) -> (any Cancellable)?
) -> FutureStream<Value> {
  let end = StreamEnd()
  let promise = StreamPromise<Value>(
    capacity: capacity, context: context, onUnused: { end.cancel() })
  end.keep(method(promise))
  return promise.stream
}

/// The stream of a function that calls back with a value again and again.
///
/// `method` is called at once with the callback, which may be called on any thread. The stream ends
/// when the callback is let go of.
public func futureStream<Value: Sendable>(
  capacity: Int = FutureStream<Value>.defaultCapacity, context: ExecutionContext = .inline,
  method: (_ callback: @escaping @Sendable (Value) -> Void) -> Void
) -> FutureStream<Value> {
  let promise = StreamPromise<Value>(capacity: capacity, context: context)
  method { promise.success($0) }
  return promise.stream
}

/// The stream of a function that calls back with a result again and again.
///
/// It does what the one for values does.
public func futureStream<Value: Sendable>(
  capacity: Int = FutureStream<Value>.defaultCapacity, context: ExecutionContext = .inline,
  method: (_ callback: @escaping @Sendable (Result<Value, any Error>) -> Void) -> Void
) -> FutureStream<Value> {
  let promise = StreamPromise<Value>(capacity: capacity, context: context)
  method { promise.complete($0) }
  return promise.stream
}

/// The stream of a function that calls back with a value or an error again and again.
///
/// It does what the one for values does. An error counts more than a value beside it; with neither
/// the element is `FuturesError.invalidValue`.
public func futureStream<Value: Sendable>(
  capacity: Int = FutureStream<Value>.defaultCapacity, context: ExecutionContext = .inline,
  method: (_ callback: @escaping @Sendable (Value?, (any Error)?) -> Void) -> Void
) -> FutureStream<Value> {
  futureStream(capacity: capacity, context: context) { callback in
    method { value, error in callback(Result(value, error)) }
  }
}

/// The stream of a function that calls back with an error if something failed, again and again.
///
/// It does what the one for values does.
public func futureStream(
  capacity: Int = FutureStream<Void>.defaultCapacity, context: ExecutionContext = .inline,
  method: (_ callback: @escaping @Sendable ((any Error)?) -> Void) -> Void
) -> FutureStream<Void> {
  futureStream(capacity: capacity, context: context) { callback in
    method { error in callback(Result((), error)) }
  }
}

/// What ends the calls; it may be known later than it is needed.
private final class StreamEnd: Sendable {
  private struct State {
    var cancellable: (any Cancellable)?
    var isOver = false
  }

  private let state = Lock(State())

  func keep(_ cancellable: (any Cancellable)?) {
    let isOver = state.withLock { state in
      if !state.isOver { state.cancellable = cancellable }
      return state.isOver
    }
    if isOver { cancellable?.cancel() }
  }

  func cancel() {
    state.withLock { state in
      state.isOver = true
      return state.cancellable.take()
    }?.cancel()
  }
}
