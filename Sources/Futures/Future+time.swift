extension Future {
  /// Fails if there is no result in time, and leaves the source, which stops if nobody else wants
  /// it.
  ///
  /// Use it for whatever depends on somebody else. It fails with `FuturesError.timeout`, never
  /// before the time is over, and less than a millisecond after it unless the machine is busy. The
  /// timer goes away with the result. Time is the context's. A negative duration is none.
  ///
  /// ```
  /// f.timeout(d)     f  ─────────────1   (is left)
  ///                     ────d────timeout
  /// ```
  public func timeout(_ duration: Duration) -> Future<Value> {
    limited(to: duration) { Timeout(of: $0, $1, after: duration) }
  }

  /// Fails with a given error if there is no result in time, and leaves the source.
  ///
  /// The error is made in the context when the time is over, and only then.
  ///
  /// ```
  /// f.timeout(d, error: Late())     f  ─────────────1   (is left)
  ///                                    ────d────Late
  /// ```
  public func timeout(
    _ duration: Duration, error: @autoclosure @escaping @Sendable () -> any Error
  ) -> Future<Value> {
    limited(to: duration) { TimedAction(of: $0, $1) { limited in limited.fail(error()) } }
  }

  private func limited(
    to duration: Duration, _ timer: (AnyFuture, consuming FutureLink) -> FutureTimer
  ) -> Future<Value> {
    guard !isCompleted else { return self }
    let limited = Future.sibling(of: self)
    limited.wait(for: self, atMost: duration) { timer(limited, $0) }
    return limited
  }

  /// The same result, a time later.
  ///
  /// Failures are delayed too. Cancelling it ends the wait at once.
  ///
  /// ```
  /// f.delay(d)     f  ──────1
  ///                   ──────┴───d───1
  /// ```
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
}
