extension Future {
  /// Tries an operation again when it fails, as a policy says.
  ///
  /// Use it for what fails now and then and can be repeated. The operation is called at once, and
  /// later in `context`, which also measures the time: that of the first attempt, unless one is
  /// given. It fails with the failure of the last attempt. What the operation throws is a failure
  /// like others. An attempt that was cancelled is not repeated; cancelling the future stops the
  /// attempt that runs, or the pause.
  ///
  /// ```
  /// retry(.constant(pause, attempts: 3)) { read() }     read()  ──error
  ///                                                     read()     pause──error
  ///                                                     read()                pause──1
  ///                                                             ─────────────────────1
  /// ```
  public static func retry(
    _ policy: RetryPolicy, context: ExecutionContext? = nil,
    _ operation: @escaping @Sendable () throws -> Future<Value>
  ) -> Future<Value> {
    let start = context?.now
    let first = Retrying.attempt(operation)
    let context = context ?? first.context
    if policy.attempts <= 1, context == first.context { return first }
    let retrying = Retrying(
      policy, from: start ?? context.now, into: Future(context: context), operation)
    return retrying.begin(with: first)
  }

  /// Tries an operation again when it fails, up to a number of attempts in all, with a pause before
  /// each further one.
  ///
  /// It is `retry(.constant(delay, attempts: attempts))`.
  public static func retry(
    attempts: Int, delay: Duration = .zero, context: ExecutionContext? = nil,
    _ operation: @escaping @Sendable () throws -> Future<Value>
  ) -> Future<Value> {
    retry(.constant(delay, attempts: attempts), context: context, operation)
  }
}

/// One attempt after the other, without a memory of those before.
private final class Retrying<Value: Sendable>: Sendable {
  private struct State {
    var failures = 0
    /// An attempt and a pause are a turn each.
    var turn = 0
    /// What to stop if the future is cancelled.
    var current: (any Cancellable)?
    var isOver = false
  }

  private let policy: RetryPolicy
  private let start: Duration
  private let operation: @Sendable () throws -> Future<Value>
  private let output: Future<Value>
  private let state = Lock(State())

  init(
    _ policy: RetryPolicy, from start: Duration, into output: Future<Value>,
    _ operation: @escaping @Sendable () throws -> Future<Value>
  ) {
    self.policy = policy
    self.start = start
    self.operation = operation
    self.output = output
  }

  static func attempt(_ operation: () throws -> Future<Value>) -> Future<Value> {
    do { return try operation() } catch { return Future(error: error) }
  }

  func begin(with first: Future<Value>) -> Future<Value> {
    output.stop { self.stop() }
    follow(first)
    return output
  }

  private func follow(_ attempt: Future<Value>) {
    let turn = nextTurn()
    keep(attempt.onCompleteInline { [self] in take($0) }, in: turn)
  }

  private func take(_ result: Result<Value, any Error>) {
    guard case .failure(let error) = result, let pause = pause(after: error) else {
      output.complete(result)
      return stop()
    }
    let turn = nextTurn()
    let context = output.context
    guard pause > .zero else { return context.execute { [self] in tryAgain() } }
    keep(context.schedule(after: pause) { [self] in tryAgain() }, in: turn)
  }

  /// How long to wait for the next attempt; `nil` if there is none.
  private func pause(after error: any Error) -> Duration? {
    if case FuturesError.cancelled = error { return nil }
    let failures = state.withLock { state in
      state.failures += 1
      return state.failures
    }
    guard failures < policy.attempts, policy.accepts(error) else { return nil }
    let pause = policy.pause(after: failures)
    guard let limit = policy.limit else { return pause }
    return output.context.now - start + pause <= limit ? pause : nil
  }

  private func tryAgain() {
    guard !output.isCompleted else { return }
    follow(Retrying.attempt(operation))
  }

  private func nextTurn() -> Int {
    state.withLock { state in
      state.turn += 1
      state.current = nil
      return state.turn
    }
  }

  /// Keeps what has to be stopped, unless it has become another turn's turn meanwhile.
  private func keep(_ current: any Cancellable, in turn: Int) {
    let isOver = state.withLock { state in
      if state.turn == turn { state.current = current }
      return state.isOver
    }
    if isOver { current.cancel() }
  }

  private func stop() {
    state.withLock { state in
      state.isOver = true
      return state.current.take()
    }?.cancel()
  }
}
