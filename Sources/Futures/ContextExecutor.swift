/// What an execution context is made of: a place where work runs, one piece after the other.
///
/// Implement it to have callbacks run in a loop of your own.
public protocol ContextExecutor: AnyObject, Sendable {
  /// Runs work later, in the order of the calls and never two pieces at once.
  func execute(_ work: @escaping @Sendable () -> Void)

  /// Runs work after a delay; cancelling what is returned lets go of it at once.
  ///
  /// An executor that does not implement it has the timers of real time that `inline` has.
  func schedule(
    after delay: Duration, _ work: @escaping @Sendable () -> Void
  ) -> any Cancellable

  /// True if the caller runs inside this executor.
  var isCurrent: Bool { get }

  /// The time of the clock of its timers, since a moment that is always the same.
  ///
  /// An executor that does not implement it has the monotonic clock of the system.
  var now: Duration { get }
}

extension ContextExecutor {
  /// The time of the monotonic clock of the system.
  public var now: Duration { .nanoseconds(SharedTimer.now) }

  /// Hands work to `execute` after a delay of real time.
  public func schedule(
    after delay: Duration, _ work: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    ExecutionContext.inline.schedule(after: delay) { self.execute(work) }
  }
}
