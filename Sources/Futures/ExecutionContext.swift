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
    mailbox = Mailbox.of(executor)
  }

  /// Where the completion happens, at once.
  ///
  /// Callbacks must not block there.
  @inlinable public static var inline: ExecutionContext { ExecutionContext() }

  /// The main queue; for programs that serve it.
  public static var main: ExecutionContext { queue(.main) }

  /// A serial dispatch queue.
  public static func queue(_ queue: DispatchQueue) -> ExecutionContext {
    ExecutionContext(mailbox: QueueExecutor.mailbox(of: queue))
  }

  /// A context that is stepped by hand.
  public static func manual(_ context: ManualContext) -> ExecutionContext {
    ExecutionContext(context)
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
