extension Future {
  /// Fails if there is no result in time, and leaves the source, which stops if nobody else wants
  /// it.
  ///
  /// The timer goes away with the result. Time is the context's.
  public func timeout(_ duration: Duration) -> Future<Value> {
    timeout(duration, error: FuturesError.timedOut(after: duration))
  }

  /// Fails with a given error if there is no result in time.
  public func timeout(
    _ duration: Duration, error: @autoclosure @escaping @Sendable () -> any Error
  ) -> Future<Value> {
    let derived: Future<Value> = derive(
      .inline, now: { self }, later: { source, output in output.adopt(source) })
    guard !derived.isCompleted else { return derived }
    let timer = context.schedule(after: duration) { derived.fail(error()) }
    derived.keep(timer)
    return derived
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
  private static func after(
    _ duration: Duration, context: ExecutionContext, _ result: Result<Value, any Error>
  ) -> Future<Value> {
    let future = Future(context: context, onCancel: {})
    future.keep(context.schedule(after: duration) { future.complete(result) })
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
