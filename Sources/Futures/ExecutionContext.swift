public import Dispatch

/// Where callbacks run.
///
/// A future carries its context and the futures derived from it inherit that. Two contexts of the
/// same executor are the same context: work for it keeps its order, and one hop runs all of it.
public struct ExecutionContext: Sendable {
  let mailbox: Mailbox?

  /// True for `inline`.
  @usableFromInline var isInline: Bool { mailbox == nil }

  private init(mailbox: Mailbox?) {
    self.mailbox = mailbox
  }

  @usableFromInline
  init() {
    mailbox = nil
  }

  /// A context that runs its work in a given executor.
  public init(_ executor: any ContextExecutor) {
    mailbox = (executor as? ManualContext)?.executor.mailbox ?? Mailbox.of(executor)
  }

  /// Where the completion happens, at once.
  ///
  /// Callbacks must not block there.
  @inlinable public static var inline: ExecutionContext { ExecutionContext() }

  /// The main queue; for programs that serve it.
  public static var main: ExecutionContext { queue(.main) }

  /// A dispatch queue.
  ///
  /// Work of this context runs in order and one piece after the other on a concurrent queue too,
  /// beside the queue's other blocks. The queue's quality of service is that of the work.
  public static func queue(_ queue: DispatchQueue) -> ExecutionContext {
    ExecutionContext(mailbox: QueueExecutor.mailbox(of: queue))
  }

  /// The main actor, for programs that serve it; `MainActor.assumeIsolated` works in callbacks.
  public static var mainActor: ExecutionContext {
    ExecutionContext(
      mailbox: Mailbox.of(MainActor.shared, kind: MainActorExecutor.self) {
        Mailbox(MainActorExecutor(), hasClock: false)
      })
  }

  /// An actor: callbacks run isolated to it, so that its `assumeIsolated` works in them.
  ///
  /// The context keeps the actor. Inside its isolation, but outside of a callback, nobody can know
  /// that: `isCurrent` is false, and `wait` must not be called.
  public static func actor(_ actor: any Actor) -> ExecutionContext {
    ExecutionContext(
      mailbox: Mailbox.of(actor, kind: ActorExecutor.self) {
        Mailbox(ActorExecutor(actor), hasClock: false)
      })
  }

  /// A serial executor of Swift's concurrency.
  ///
  /// The context keeps the executor.
  public static func executor(_ executor: any SerialExecutor) -> ExecutionContext {
    ExecutionContext(
      mailbox: Mailbox.of(executor, kind: SerialExecutorExecutor.self) {
        Mailbox(SerialExecutorExecutor(executor), hasClock: false)
      })
  }

  /// A task executor of Swift's concurrency; work runs in order and one piece after the other,
  /// beside the tasks that the executor runs otherwise.
  ///
  /// The context keeps the executor.
  public static func taskExecutor(_ executor: any TaskExecutor) -> ExecutionContext {
    ExecutionContext(
      mailbox: Mailbox.of(executor, kind: TaskExecutorExecutor.self) {
        Mailbox(TaskExecutorExecutor(executor), hasClock: false)
      })
  }

  /// A context that is stepped by hand.
  public static func manual(_ context: ManualContext) -> ExecutionContext {
    ExecutionContext(mailbox: context.executor.mailbox)
  }

  /// True if its executor has no clock of its own.
  var usesSharedTimer: Bool {
    guard let mailbox else { return true }
    return !mailbox.hasClock
  }

  /// True if the caller runs inside this context.
  ///
  /// Always true for `inline`.
  public var isCurrent: Bool {
    mailbox?.executor.isCurrent ?? true
  }

  /// True if work of this context runs on the calling thread at the moment, or it is `inline`.
  @usableFromInline var isHere: Bool {
    mailbox == nil || Trampoline.current.place === mailbox
  }

  /// Runs work here, behind what is due already; at once if the caller is inside.
  public func execute(_ work: @escaping @Sendable () -> Void) {
    run(ClosureJob(work))
  }

  /// Runs work here after a delay.
  ///
  /// A negative delay is none.
  @discardableResult
  public func schedule(
    after delay: Duration, _ work: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    if let mailbox, mailbox.hasClock { return mailbox.executor.schedule(after: delay, work) }
    let alarm = ClosureAlarm(in: self, work)
    SharedTimer.shared.set(alarm, after: delay)
    return alarm
  }

  /// The time of the clock of its timers, since a moment that is always the same.
  public var now: Duration {
    mailbox?.executor.now ?? .nanoseconds(SharedTimer.now)
  }

  /// Hands over work that became due.
  func run(_ job: Job) {
    let trampoline = Trampoline.current
    submit(.passRetained(job), on: trampoline)
    trampoline.flush()
  }

  /// Hands over one of several pieces; the caller flushes the trampoline after the last.
  func submit(_ job: Unmanaged<Job>, on trampoline: Trampoline) {
    guard let mailbox else { return trampoline.append(job) }
    mailbox.submit(job, on: trampoline)
  }
}

extension ExecutionContext: Equatable {
  /// True if both have their work run by the same executor.
  public static func == (left: ExecutionContext, right: ExecutionContext) -> Bool {
    left.mailbox === right.mailbox
  }
}
