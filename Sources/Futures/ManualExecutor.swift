import Glibc

/// What a manual context consists of, apart from the context itself.
///
/// What waits here refers to it, by way of its mailbox. The context does not take part in that, so
/// that it goes when its owner lets go of it, and what waits goes with it.
final class ManualExecutor: ContextExecutor {
  private typealias Work = @Sendable () -> Void

  private struct State {
    var now: Int64 = 0
    var work = FIFO<Work>()
    var timers = TimerHeap<Work>()
    var thread: pthread_t?
    weak var mailbox: Mailbox?
    /// The context has gone: nothing runs any more.
    var isOver = false
  }

  private struct Timer: Cancellable {
    let executor: ManualExecutor
    let id: Int

    func cancel() {
      executor.removeTimer(id)
    }
  }

  private let state = Lock(State())

  /// The virtual time since the context was made.
  var now: Duration {
    .nanoseconds(state.withLock { $0.now })
  }

  /// How many timers wait.
  var pendingTimerCount: Int {
    state.withLock { $0.timers.count }
  }

  /// When the next timer is due, as virtual time since the context was made.
  var nextTimer: Duration? {
    state.withLock { $0.timers.nextDeadline }.map { .nanoseconds($0) }
  }

  /// True inside work that this context runs.
  var isCurrent: Bool {
    state.withLock { $0.thread == pthread_self() }
  }

  /// Queues work for the next step.
  func execute(_ work: @escaping @Sendable () -> Void) {
    state.withLock { if !$0.isOver { $0.work.append(work) } }
  }

  /// Sets a timer on the virtual clock.
  func schedule(
    after delay: Duration, _ work: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    let id = state.withLock { state in
      state.isOver ? -1 : state.timers.insert(work, at: state.now.advanced(upTo: delay))
    }
    return Timer(executor: self, id: id)
  }

  private func removeTimer(_ id: Int) {
    // The work is let go of after the lock.
    _ = state.withLock { $0.timers.remove(id) }
  }

  /// Runs one unit of work, which is one hop or one due timer.
  ///
  /// False if nothing was due.
  @discardableResult
  func step() -> Bool {
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
    state.withLock { state in
      // Another thread that steps meanwhile looks after itself.
      guard state.thread == pthread_self() else { return }
      state.thread = next.previous == pthread_self() ? next.previous : nil
    }
    return true
  }

  /// Runs everything that is due now, with what that work makes due, and says how many units ran.
  @discardableResult
  func run() -> Int {
    var count = 0
    while step() { count += 1 }
    return count
  }

  /// Moves the clock from timer to timer, running what is due at each, to `duration` from now.
  func advance(by duration: Duration) {
    let target = state.withLock { $0.now.advanced(upTo: duration) }
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

  /// The mailbox that runs its work here.
  var mailbox: Mailbox {
    let mailbox = Mailbox.of(self)
    state.withLock { $0.mailbox = mailbox }
    return mailbox
  }

  /// Lets go of everything that waits.
  func end() {
    // After the lock: what is let go of may have destructors that call back.
    let (mailbox, _, _) = state.withLock { state in
      let rest = (state.mailbox, state.work, state.timers)
      state.work = FIFO()
      state.timers = TimerHeap()
      state.isOver = true
      return rest
    }
    mailbox?.end()
  }
}

extension Int64 {
  /// Nanoseconds later by a duration, as far as that can be told.
  fileprivate func advanced(upTo duration: Duration) -> Int64 {
    let (later, overflow) = addingReportingOverflow(duration.clampedNanoseconds)
    return overflow ? .max : later
  }
}
