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
    var ranInHop = 0
  }

  /// After so many pieces, other work of the same executor gets a turn.
  private static let fairShare = 1024

  package let executor: any ContextExecutor
  private let state = Lock(State())

  package init(_ executor: any ContextExecutor) {
    self.executor = executor
    super.init()
  }

  deinit {
    // An executor that goes away lets go of what it never ran.
    state.withLock { state in
      while let job = state.jobs.popFirst() { job.release() }
    }
  }

  /// Adds work, and sees to it that it runs.
  ///
  /// `isDirect` says that the thread's loop runs nothing but the caller itself.
  func submit(_ job: Unmanaged<Job>, on trampoline: Trampoline, isDirect: Bool = false) {
    let starts = state.withLock { state in
      state.jobs.append(job)
      guard state.phase == .idle else { return false }
      state.phase = .draining
      return true
    }
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
    let job = state.withLock { state -> Unmanaged<Job>? in
      guard let job = state.jobs.popFirst() else {
        state.phase = .idle
        state.ranInHop = 0
        return nil
      }
      state.ranInHop += 1
      return job
    }
    guard let job else { return }
    let trampoline = Trampoline.current
    trampoline.place = self
    job._withUnsafeGuaranteedRef { $0.run() }
    job.release()
    trampoline.place = nil
    let yields = state.withLock { state in
      guard state.ranInHop >= Mailbox.fairShare, !state.jobs.isEmpty else { return false }
      state.ranInHop = 0
      return true
    }
    if yields { hop() } else { trampoline.run(self) }
  }

  private func hop() {
    executor.execute { Trampoline.current.run(self) }
  }
}

extension Mailbox {
  private struct WeakMailbox: Sendable {
    weak var mailbox: Mailbox?
    init(_ mailbox: Mailbox) { self.mailbox = mailbox }
  }

  private static let known = Lock<[ObjectIdentifier: WeakMailbox]>([:])

  /// The mailbox of an executor: one for each as long as somebody uses it.
  package static func of(_ executor: any ContextExecutor) -> Mailbox {
    known.withLock { known in
      if let mailbox = known[ObjectIdentifier(executor)]?.mailbox { return mailbox }
      if known.count > 64 { known = known.filter { $0.value.mailbox != nil } }
      let mailbox = Mailbox(executor)
      known[ObjectIdentifier(executor)] = WeakMailbox(mailbox)
      return mailbox
    }
  }
}
