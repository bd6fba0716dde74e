import Synchronization

/// How many are subscribed to a stream and whether it is over.
///
/// The outside sees it at once, though the steps that make it so may wait at the gate.
struct Standing: ~Copyable {
  private static let over = -1
  private let count = Atomic(0)

  var isOver: Bool { count.load(ordering: .acquiring) == Standing.over }
  var subscriberCount: Int { max(0, count.load(ordering: .acquiring)) }

  /// Counts a newcomer, unless it is over.
  func join() {
    _ = change(by: 1)
  }

  /// One less; true if it was the last, and it is not over.
  func part() -> Bool {
    change(by: -1) == 0
  }

  /// True the first time.
  func finish() -> Bool {
    count.exchange(Standing.over, ordering: .acquiringAndReleasing) != Standing.over
  }

  /// The new count, or `nil` if it is over.
  private func change(by difference: Int) -> Int? {
    var seen = count.load(ordering: .acquiring)
    while seen != Standing.over {
      let (done, found) = count.compareExchange(
        expected: seen, desired: seen + difference, ordering: .acquiringAndReleasing)
      if done { return seen + difference }
      seen = found
    }
    return nil
  }
}
