/// A context that runs nothing by itself: its owner steps it, and turns its clock.
///
/// Made for tests and simulations: what is due runs on the thread that calls `step`, `run` or
/// `advance(by:)`, and time passes only in `advance(by:)`. What waits goes with the context when
/// that is released.
public final class ManualContext: ContextExecutor {
  let executor = ManualExecutor()

  /// A context with nothing to do, at time zero.
  public init() {}

  deinit {
    executor.end()
  }

  /// The virtual time since the context was made.
  public var now: Duration { executor.now }

  /// How many timers wait.
  public var pendingTimerCount: Int { executor.pendingTimerCount }

  /// When the next timer is due, as virtual time since the context was made.
  public var nextTimer: Duration? { executor.nextTimer }

  /// True inside work that this context runs.
  public var isCurrent: Bool { executor.isCurrent }

  /// Queues work for the next step.
  public func execute(_ work: @escaping @Sendable () -> Void) {
    executor.execute(work)
  }

  /// Sets a timer on the virtual clock.
  public func schedule(
    after delay: Duration, _ work: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    executor.schedule(after: delay, work)
  }

  /// Runs one unit of work, which is one hop or one due timer.
  ///
  /// False if nothing was due.
  @discardableResult
  public func step() -> Bool { executor.step() }

  /// Runs everything that is due now, with what that work makes due, and says how many units ran.
  @discardableResult
  public func run() -> Int { executor.run() }

  /// Moves the clock from timer to timer, running what is due at each, to `duration` from now.
  public func advance(by duration: Duration) {
    executor.advance(by: duration)
  }
}
