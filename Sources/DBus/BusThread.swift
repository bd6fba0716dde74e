package import Futures

/// A thread that serves connections: it sleeps in `poll` until a socket, a timer or new work wakes it.
///
/// The thread ends when the last owner lets go; work that is queued by then still runs. While nothing
/// happens it does not wake up, nor at the deadline of a timer that was cancelled.
package final class BusThread: EventLoop {
  /// What the thread has done so far.
  package struct Statistics: Sendable, Equatable {
    /// How often `poll` returned, for whatever reason.
    package var pollReturns = 0
    /// How often another thread had to wake it.
    package var wakeUps = 0
    /// True while it is in `poll`, or about to enter it.
    package var isAsleep = false
    package var timers = 0
    package var watches = 0
  }

  private let core: LoopCore

  /// Starts the thread.
  ///
  /// The name appears in debuggers, its first 15 octets at most.
  package init(name: String = "bus") {
    core = LoopCore(name: name)
    core.start()
  }

  deinit { core.stop() }

  package var statistics: Statistics { core.statistics }

  package var isCurrent: Bool { core.isCurrent }

  package var now: Duration { .nanoseconds(LoopCore.clock()) }

  package func execute(_ work: @escaping @Sendable () -> Void) { core.enqueue(work) }

  package func schedule(
    after delay: Duration, _ work: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    LoopToken(core, .timer(core.addTimer(after: delay, work)))
  }

  package func watch(
    _ descriptor: Int32, for interest: Readiness, _ onReady: @escaping @Sendable (Readiness) -> Void
  ) -> any Cancellable {
    LoopToken(core, .watch(core.addWatch(descriptor, interest, onReady)))
  }
}

/// Ends one timer or watch.
///
/// It does not keep the thread alive.
private struct LoopToken: Cancellable {
  enum Subject: Sendable { case timer(Int), watch(Int) }

  private weak var core: LoopCore?
  private let subject: Subject

  init(_ core: LoopCore, _ subject: Subject) {
    self.core = core
    self.subject = subject
  }

  func cancel() {
    switch subject {
    case .timer(let id): core?.removeTimer(id)
    case .watch(let id): core?.removeWatch(id)
    }
  }
}
