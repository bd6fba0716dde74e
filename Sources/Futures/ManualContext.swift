import Glibc

/// A context that runs nothing by itself: its owner steps it, and turns its clock.
///
/// Made for tests and simulations: what is due runs on the thread that calls `step`, `run` or
/// `advance(by:)`, and time passes only in `advance(by:)`.
public final class ManualContext: ContextExecutor {
  private typealias Work = @Sendable () -> Void

  private struct State {
    var now: Int64 = 0
    var work = FIFO<Work>()
    var timers = TimerHeap<Work>()
    var thread: pthread_t?
  }

  private struct Timer: Cancellable {
    let context: ManualContext
    let id: Int

    func cancel() {
      context.removeTimer(id)
    }
  }

  private let state = Lock(State())

  /// A context with nothing to do, at time zero.
  public init() {}

  /// The virtual time since the context was made.
  public var now: Duration {
    .nanoseconds(state.withLock { $0.now })
  }

  /// How many timers wait.
  public var pendingTimerCount: Int {
    state.withLock { $0.timers.count }
  }

  /// When the next timer is due, as virtual time since the context was made.
  public var nextTimer: Duration? {
    state.withLock { $0.timers.nextDeadline }.map { .nanoseconds($0) }
  }

  /// True inside work that this context runs.
  public var isCurrent: Bool {
    state.withLock { $0.thread == pthread_self() }
  }

  /// Queues work for the next step.
  public func execute(_ work: @escaping @Sendable () -> Void) {
    state.withLock { $0.work.append(work) }
  }

  /// Sets a timer on the virtual clock.
  public func schedule(
    after delay: Duration, _ work: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    let id = state.withLock { state in
      state.timers.insert(work, at: state.now + delay.clampedNanoseconds)
    }
    return Timer(context: self, id: id)
  }

  private func removeTimer(_ id: Int) {
    // The work is let go of after the lock.
    _ = state.withLock { $0.timers.remove(id) }
  }

  /// Runs one unit of work, which is one hop or one due timer.
  ///
  /// False if nothing was due.
  @discardableResult
  public func step() -> Bool {
    let next = state.withLock { state -> (work: Work, previous: pthread_t?)? in
      guard let work = state.work.popFirst() ?? state.timers.popDue(state.now)?.work else {
        return nil
      }
      let previous = state.thread
      state.thread = pthread_self()
      return (work, previous)
    }
    guard let next else { return false }
    next.work()
    state.withLock { $0.thread = next.previous }
    return true
  }

  /// Runs everything that is due now, with what that work makes due, and says how many units ran.
  @discardableResult
  public func run() -> Int {
    var count = 0
    while step() { count += 1 }
    return count
  }

  /// Moves the clock from timer to timer, running what is due at each, to `duration` from now.
  public func advance(by duration: Duration) {
    let target = state.withLock { $0.now + duration.clampedNanoseconds }
    run()
    while moveClock(to: target) { run() }
  }

  /// Moves to the next timer, or to the target if there is none before: then it is done.
  private func moveClock(to target: Int64) -> Bool {
    state.withLock { state in
      guard let next = state.timers.nextDeadline, next <= target else {
        state.now = max(state.now, target)
        return false
      }
      state.now = max(state.now, next)
      return true
    }
  }
}
