extension Future {
  /// Fails if there is no result in time, and leaves the source, which stops if nobody else wants
  /// it.
  ///
  /// The timer goes away with the result. Time is the context's.
  public func timeout(_ duration: Duration) -> Future<Value> {
    limited(to: duration) { Timeout(of: $0, $1, after: duration) }
  }

  /// Fails with a given error if there is no result in time.
  public func timeout(
    _ duration: Duration, error: @autoclosure @escaping @Sendable () -> any Error
  ) -> Future<Value> {
    limited(to: duration) { TimedAction(of: $0, $1) { limited in limited.fail(error()) } }
  }

  private func limited(
    to duration: Duration, _ timer: (AnyFuture, FutureLink) -> FutureTimer
  ) -> Future<Value> {
    guard !isCompleted else { return self }
    let limited = Future.sibling(of: self)
    limited.wait(for: self, atMost: duration) { timer(limited, $0) }
    return limited
  }

  /// The same result, a time later.
  ///
  /// Failures are delayed too.
  public func delay(_ duration: Duration) -> Future<Value> {
    let context = context
    return derive(
      .inline, now: { Future.after(duration, context: context, storedResult) },
      later: { source, output in
        output.follow(Future.after(duration, context: context, source.of().storedResult))
      })
  }

  /// Completes after a time; cancelling it cancels its timer.
  static func after(
    _ duration: Duration, context: ExecutionContext, _ result: Result<Value, any Error>
  ) -> Future<Value> {
    let future = Future(context: context)
    let timer = TimedAction(of: future, .none) { $0.of(Value.self).complete(result) }
    future.start(timer, after: duration)
    return future
  }

  /// Tries an operation again when it fails, up to a number of attempts in all, with a pause before
  /// each further one.
  ///
  /// Cancelling stops the attempt that runs.
  public static func retry(
    attempts: Int, delay: Duration = .zero, context: ExecutionContext = .inline,
    _ operation: @escaping @Sendable () throws -> Future<Value>
  ) -> Future<Value> {
    let first: Future<Value>
    do { first = try operation() } catch { first = Future(error: error, context: context) }
    guard attempts > 1 else { return first }
    return first.recoverWith(context: context) { error in
      if case FuturesError.cancelled = error { throw error }
      let pause = Future<Void>.after(delay, context: context, .success(()))
      return pause.flatMap {
        retry(attempts: attempts - 1, delay: delay, context: context, operation)
      }
    }
  }
}
