import CInstruments
import Futures
import Synchronization

/// Loops made of flatMap, as long as one likes.
enum LoopRows {
  static var rows: [Row] {
    [
      Row(completed, target: .ratio(7)),
      Row(pending),
    ]
  }

  static var heap: [HeapRow] {
    [
      HeapRow(
        name: "held by a flatMap loop after 100,000 pending turns", limit: 16_384,
        measure: held, count: 100_000)
    ]
  }

  private static let completed = Workload(
    "flatMap loop over completed futures, a turn", count: 1_000_000
  ) { count in
    @Sendable func turn(_ i: Int, _ sum: Int) -> Future<Int> {
      guard i < count else { return Future(value: sum) }
      return Future(value: i).flatMap { turn(i + 1, sum &+ $0) }
    }
    return try await turn(0, 0).value
  }

  private static let pending = Workload(
    "flatMap loop over pending futures, a turn", count: 100_000
  ) { count in
    let driver = Driver()
    let end = driver.turn(0, 0, of: count)
    for i in 0..<count { driver.complete(i) }
    return try await end.value
  }

  /// Completes what each turn of the loop waits for.
  private final class Driver: Sendable {
    private let waiting = Mutex<Promise<Int>?>(nil)

    func turn(_ i: Int, _ sum: Int, of count: Int) -> Future<Int> {
      guard i < count else { return Future(value: sum) }
      let promise = Promise<Int>()
      waiting.withLock { $0 = promise }
      return promise.future.flatMap { self.turn(i + 1, sum &+ $0, of: count) }
    }

    func complete(_ i: Int) {
      waiting.withLock { $0.take() }?.success(i)
    }
  }

  @Sendable private static func held(_ count: Int) async throws -> HeapRow.Reading {
    _ = try await pending.time(1000)
    let driver = Driver()
    allocations_begin()
    let end = driver.turn(0, 0, of: count)
    for i in 0..<count - 1 { driver.complete(i) }
    let live = allocations_end().live
    driver.complete(count - 1)
    guard try await end.value == count * (count - 1) / 2 else {
      throw WrongResult(workload: pending.name)
    }
    return HeapRow.Reading(octets: live)
  }
}
