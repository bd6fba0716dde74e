import Glibc
import Synchronization

/// A lock that closes for good: it guards the state of a future while that can change.
///
/// One word instead of a lock and a flag, because a future asks both at once: whoever enters may
/// change the state for a few instructions; once it is closed, the state stays as it is and
/// everybody may read it. Entering is one compare-and-swap, leaving is one store. Nobody calls out
/// while inside, so waiting for another thread is short.
package struct Latch: ~Copyable, Sendable {
  private enum Phase {
    static let open: UInt8 = 0
    static let held: UInt8 = 1
    static let closed: UInt8 = 2
    static let moved: UInt8 = 3
    /// Of its own, so that who only looks can tell it from `held`.
    static let movedAndHeld: UInt8 = 4
  }

  private let phase: Atomic<UInt8>

  package init() {
    phase = Atomic(Phase.open)
  }

  package var isClosed: Bool {
    phase.load(ordering: .acquiring) == Phase.closed
  }

  /// True if it is closed, or if it is moved and `hasClosed` says so.
  ///
  /// One look for both: it may close between two.
  package func isClosed(orMoved hasClosed: () -> Bool) -> Bool {
    let seen = phase.load(ordering: .acquiring)
    return seen == Phase.closed || (seen > Phase.closed && hasClosed())
  }

  /// True if the state is that of another future now.
  package var isMoved: Bool {
    phase.load(ordering: .acquiring) > Phase.closed
  }

  /// Gives the caller the state; false if it is closed or moved.
  package func enter() -> Bool {
    let (exchanged, seen) = phase.compareExchange(
      expected: Phase.open, desired: Phase.held, successOrdering: .acquiring,
      failureOrdering: .acquiring)
    return exchanged || (seen < Phase.closed && waitToEnter(from: Phase.open, by: Phase.held))
  }

  package func leave() {
    phase.store(Phase.open, ordering: .releasing)
  }

  package func close() {
    phase.store(Phase.closed, ordering: .releasing)
  }

  /// Leaves the state to another future for good.
  package func move() {
    phase.store(Phase.moved, ordering: .releasing)
  }

  /// Gives the caller the state although it is moved; false if it is not, or no longer.
  package func enterMoved() -> Bool {
    waitToEnter(from: Phase.moved, by: Phase.movedAndHeld)
  }

  @inline(never)
  private func waitToEnter(from expected: UInt8, by desired: UInt8) -> Bool {
    var attempts = 0
    while true {
      let (exchanged, seen) = phase.weakCompareExchange(
        expected: expected, desired: desired, successOrdering: .acquiring,
        failureOrdering: .acquiring)
      if exchanged { return true }
      if seen != expected, seen != desired { return false }
      attempts += 1
      // The holder was preempted: it gets the processor, even if the caller has a higher priority.
      if attempts > 1000 {
        usleep(50)
      } else if attempts > 100 {
        sched_yield()
      }
    }
  }
}
