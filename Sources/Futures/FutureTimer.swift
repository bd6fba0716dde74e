/// The timer of a future, and what else stands behind that.
///
/// One object for both, because each allocation is a tenth of the time of a timeout. `link` is
/// guarded by the latch of the future. The two refer to each other until the future is complete.
///
/// `@unchecked Sendable`, because of that latch; what its subclasses have does not change.
class FutureTimer: Alarm, @unchecked Sendable {
  final let target: AnyFuture
  @exclusivity(unchecked) final var link: FutureLink

  init(of target: AnyFuture, _ link: consuming FutureLink) {
    self.target = target
    self.link = link
    super.init(runsInline: target.isInline)
  }

  override final var site: ExecutionContext { target.context }
}

/// Fails its future when that is not complete in time; `@unchecked Sendable` as its superclass.
final class Timeout: FutureTimer, @unchecked Sendable {
  private let duration: Duration

  init(of target: AnyFuture, _ link: consuming FutureLink, after duration: Duration) {
    self.duration = duration
    super.init(of: target, link)
  }

  override func run() {
    if !target.isCompleted { target.fail(FuturesError.timedOut(after: duration)) }
  }
}

/// Does something with its future; `@unchecked Sendable` as its superclass.
final class TimedAction: FutureTimer, @unchecked Sendable {
  private let action: @Sendable (AnyFuture) -> Void

  init(
    of target: AnyFuture, _ link: consuming FutureLink,
    _ action: @escaping @Sendable (AnyFuture) -> Void
  ) {
    self.action = action
    super.init(of: target, link)
  }

  override func run() {
    if !target.isCompleted { action(target) }
  }
}

/// The timer of a context that has a clock of its own; `@unchecked Sendable` as its superclass.
private final class ForeignTimer: FutureTimer, @unchecked Sendable {
  private let timer: any Cancellable

  init(of target: AnyFuture, _ link: consuming FutureLink, _ timer: any Cancellable) {
    self.timer = timer
    super.init(of: target, link)
  }

  override func cancel() {
    timer.cancel()
  }
}

extension AnyFuture {
  /// Waits for a source, which has the same type; `timer` is what happens if that takes too long.
  ///
  /// Only for a new future.
  final func wait(
    for source: AnyFuture, atMost duration: Duration, _ timer: (consuming FutureLink) -> FutureTimer
  ) {
    start(
      timer(.waiting(for: source, by: nil) { source, limited in limited.adopt(source) }),
      after: duration
    ) {
      runsInline = true
      source.register(self)
    }
  }

  /// Has the timer end with this future, which is new; `register` makes it known to others.
  final func start(
    _ timer: FutureTimer, after duration: Duration, _ register: () -> Void = {}
  ) {
    guard context.usesSharedTimer else {
      link = timer.link.end()
      register()
      return keep(context.schedule(after: duration) { timer.run() })
    }
    link = .timed(timer)
    register()
    guard !isCompleted else { return }
    SharedTimer.shared.set(timer, after: duration)
    // Completed meanwhile, without finding the timer: whoever comes second takes it away.
    if isCompleted { timer.cancel() }
  }

  private final func keep(_ timer: any Cancellable) {
    guard latch.enter() else { return timer.cancel() }
    link = .timed(ForeignTimer(of: self, link.end(), timer))
    latch.leave()
  }
}
