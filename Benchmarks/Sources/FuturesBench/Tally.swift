import CInstruments
import Glibc
import Synchronization

/// A sum that one thread at a time adds to, for the price of a plain addition.
final class Tally: Sendable {
  private let sum = Atomic(0)

  func add(_ value: Int) {
    sum.store(total &+ value, ordering: .relaxed)
  }

  var total: Int { sum.load(ordering: .relaxed) }

  /// What a workload returns if each operation came to the result 1, whatever its number.
  func total(ofOnes count: Int) -> Int {
    total &- count &+ count * (count - 1) / 2
  }
}

/// Waits for another thread without sleeping.
@inline(__always)
func spin(until isDone: () -> Bool) {
  var turns = 0
  while !isDone() {
    turns += 1
    // On a busy machine the other thread may be waiting for this one's processor.
    if turns % 512 == 0 { sched_yield() } else { spin_pause() }
  }
}
