import Futures
import Glibc
import Synchronization

/// Lets several threads go on at the same moment, again and again.
final class Barrier: Sendable {
  fileprivate let arrivals = Atomic(0)
  private let parties: Int

  init(_ parties: Int) {
    self.parties = parties
  }

  /// Goes on when all have come to it for the `turn`th time.
  func wait(_ turn: Int) {
    arrivals.wrappingAdd(1, ordering: .acquiringAndReleasing)
    var attempts = 0
    while arrivals.load(ordering: .acquiring) < turn * parties {
      attempts += 1
      if attempts > 500 { sched_yield() }
    }
  }
}

extension Barrier {
  /// Does nothing, so many times as long as a few instructions take.
  func linger(_ times: Int) {
    for _ in 0..<times * 32 { _ = arrivals.load(ordering: .relaxed) }
  }
}

/// Runs two bodies on two threads at the same moment, round after round.
///
/// Before each round the calling thread makes what they share, and afterwards it checks that.
///
/// Each of the two is a little later than the other in some rounds, in many combinations.
func race<Shared: Sendable>(
  rounds: Int, _ make: (Int) -> Shared, first: (Shared) -> Void,
  second: @escaping @Sendable (Shared) -> Void, check: (Shared) -> Void
) {
  let barrier = Barrier(2)
  let shared = Lock<Shared?>(nil)
  let other = startThread {
    for round in 0..<rounds {
      barrier.wait(2 * round + 1)
      barrier.linger(round % 16)
      perform(second, on: shared)
      barrier.wait(2 * round + 2)
    }
  }
  for round in 0..<rounds {
    let new = make(round)
    shared.withLock { $0 = new }
    barrier.wait(2 * round + 1)
    barrier.linger(round / 16 % 16)
    perform(first, on: shared)
    barrier.wait(2 * round + 2)
    shared.withLock { $0 = nil }
    check(new)
  }
  pthread_join(other, nil)
}

/// In a function of its own, which keeps no reference until after the next barrier: the caller
/// would check too early.
private func perform<Shared: Sendable>(_ body: (Shared) -> Void, on shared: borrowing Lock<Shared?>)
{
  if let shared = shared.withLock({ $0 }) { body(shared) }
}
