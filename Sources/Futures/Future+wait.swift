import Dispatch

extension Future {
  /// Blocks the calling thread until there is a result; for scripts and tests.
  ///
  /// Throws `FuturesError.wouldDeadlock` where waiting could never end: inside the future's own
  /// context and inside any callback of this library. After `timeout` it leaves the future as a
  /// cancelled callback does, and throws `FuturesError.timeout`. Without one it waits for ever.
  ///
  /// ```
  /// try f.wait()     f  ──────1
  ///                  wait─────1
  /// ```
  public func wait(timeout: Duration? = nil) throws -> Value {
    if isCompleted { return try get() }
    guard !Trampoline.current.isActive, context.mailbox?.executor.isCurrent != true else {
      throw FuturesError(
        .wouldDeadlock,
        "wait() was called inside a callback or the future's own context, which has to be free "
          + "for the result to arrive; use flatMap, or wait on another thread.")
    }
    let done = DispatchSemaphore(value: 0)
    let subscription = onCompleteInline { _ in done.signal() }
    if let timeout {
      let limit = Int(clamping: min(timeout.clampedNanoseconds, 1 << 60))
      if done.wait(timeout: .now() + .nanoseconds(limit)) == .timedOut {
        // Before leaving, because who leaves last completes the future as cancelled.
        let late = result
        subscription.cancel()
        guard let late else { throw FuturesError.timedOut(after: timeout) }
        return try late.get()
      }
    } else {
      done.wait()
    }
    settle()
    return try get()
  }
}
