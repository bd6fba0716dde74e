/// What is due in one executor, so that one hop runs all of it and order is kept.
package final class Mailbox: Job, @unchecked Sendable {
  private enum Phase {
    case idle
    /// A hop is on its way or its loop runs; more work needs no hop of its own.
    case draining
  }

  private struct State {
    var phase = Phase.idle
    /// Owned by the queue.
    var jobs = FIFO<Unmanaged<Job>>()
    /// The executor has gone: nothing runs any more.
    var isOver = false
  }

  /// After so many pieces, other work of the same executor gets a turn.
  private static let fairShare = 1024

  package let executor: any ContextExecutor
  /// Whether the executor sets its timers itself.
  let hasClock: Bool
  private let state = Lock(State())
  /// What is taken out at once, so that the lock is asked for once for all of it; it belongs to
  /// whoever drains, which is one thread at a time, hence unchecked.
  @exclusivity(unchecked) private var batch = FIFO<Unmanaged<Job>>()
  @exclusivity(unchecked) private var ranInHop = 0

  package init(_ executor: any ContextExecutor, hasClock: Bool = true) {
    self.executor = executor
    self.hasClock = hasClock
    super.init()
  }

  deinit {
    // An executor that goes away lets go of what it never ran.
    end()
  }

  /// Lets go of what is due, and of all that becomes due; called by the one who drains.
  func end() {
    var rest = FIFO<Unmanaged<Job>>()
    state.withLock { state in
      state.isOver = true
      swap(&state.jobs, &rest)
    }
    while let job = batch.popFirst() ?? rest.popFirst() { Mailbox.abandon(job) }
  }

  private static func abandon(_ job: Unmanaged<Job>) {
    job._withUnsafeGuaranteedRef { $0.abandon() }
    job.release()
  }

  /// Adds work, and sees to it that it runs.
  ///
  /// `isDirect` says that the thread's loop runs nothing but the caller itself.
  func submit(_ job: Unmanaged<Job>, on trampoline: Trampoline, isDirect: Bool = false) {
    let starts = state.withLock { state -> Bool? in
      guard !state.isOver else { return nil }
      state.jobs.append(job)
      guard state.phase == .idle else { return false }
      state.phase = .draining
      return true
    }
    guard let starts else { return Mailbox.abandon(job) }
    guard starts else { return }
    // A loop that was started elsewhere would run this work outside of the executor.
    if isDirect || !trampoline.isActive, executor.isCurrent {
      trampoline.append(.passRetained(self))
    } else {
      hop()
    }
  }

  /// Runs one piece, then what became due by it, then the next.
  override package func run() {
    guard let job = batch.popFirst() ?? takeBatch() else { return }
    let trampoline = Trampoline.current
    trampoline.place = self
    job._withUnsafeGuaranteedRef { $0.run() }
    job.release()
    trampoline.place = nil
    ranInHop += 1
    guard ranInHop < Mailbox.fairShare else {
      ranInHop = 0
      return hop()
    }
    trampoline.run(self)
  }

  /// Takes all that is due, and returns the first of it; `nil` if there is nothing more to drain.
  private func takeBatch() -> Unmanaged<Job>? {
    ranInHop = 0
    let isEmpty = state.withLock { state in
      swap(&state.jobs, &batch)
      if batch.isEmpty { state.phase = .idle }
      return batch.isEmpty
    }
    return isEmpty ? nil : batch.popFirst()
  }

  private func hop() {
    // Who drains next sees what this thread did.
    state.withLock { _ in }
    executor.execute {
      self.state.withLock { _ in }
      Trampoline.current.run(self)
    }
  }
}

extension Mailbox {
  private struct WeakMailbox: Sendable {
    weak var mailbox: Mailbox?
    init(_ mailbox: Mailbox) { self.mailbox = mailbox }
  }

  /// The same object can be a place in more than one way.
  private struct Key: Hashable {
    let object: ObjectIdentifier
    let kind: ObjectIdentifier
  }

  private struct Known {
    var mailboxes: [Key: WeakMailbox] = [:]
    /// So many, and those that have gone are looked for; twice those that are left, so that making
    /// many contexts takes time in proportion.
    var limit = 64
  }

  private static let known = Lock(Known())

  /// The mailbox of an executor: one for each as long as somebody uses it.
  package static func of(_ executor: any ContextExecutor) -> Mailbox {
    of(executor, kind: Mailbox.self) { Mailbox(executor) }
  }

  /// The mailbox of an object that `make` gives an executor, which keeps the object.
  static func of(_ object: AnyObject, kind: Any.Type, _ make: () -> Mailbox) -> Mailbox {
    let key = Key(object: ObjectIdentifier(object), kind: ObjectIdentifier(kind))
    // Those that are looked at go after the lock, if nobody else has them any more: what waits in
    // them may have destructors that come here.
    let (mailbox, _) = known.withLock { known -> (Mailbox, [Mailbox]) in
      if let mailbox = known.mailboxes[key]?.mailbox { return (mailbox, []) }
      var left: [Mailbox] = []
      if known.mailboxes.count >= known.limit {
        known.mailboxes = known.mailboxes.filter { entry in
          guard let mailbox = entry.value.mailbox else { return false }
          left.append(mailbox)
          return true
        }
        known.limit = max(64, known.mailboxes.count * 2)
      }
      let mailbox = make()
      known.mailboxes[key] = WeakMailbox(mailbox)
      return (mailbox, left)
    }
    return mailbox
  }
}
