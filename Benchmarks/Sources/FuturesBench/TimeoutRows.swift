import CInstruments
import Futures
import Glibc

/// Many futures with a deadline that all are in time.
enum TimeoutRows {
  static var rows: [Row] { [Row(timeouts, target: .nanoseconds(1000))] }

  static var heap: [HeapRow] {
    [
      HeapRow(
        name: "held after 100,000 timeouts that were in time", limit: 0,
        measure: held, count: 100_000)
    ]
  }

  private static let timeouts = Workload("timeout(.seconds(10)), in time", count: 100_000) {
    count in
    let tally = Tally()
    let promises = (0..<count).map { _ in Promise<Int>() }
    for promise in promises {
      promise.future.timeout(.seconds(10)).onSuccess { tally.add($0) }
    }
    for (i, promise) in promises.enumerated() { promise.success(i) }
    return tally.total
  }

  @Sendable private static func held(_ count: Int) async throws -> HeapRow.Reading {
    for _ in 0..<2 { _ = try await timeouts.time(count) }
    allocations_begin()
    let time: Result<Double, any Error>
    do { time = .success(try await timeouts.time(count)) } catch { time = .failure(error) }
    // What the timer's own thread still lets go of.
    for _ in 0..<100 where allocations_now().live > 0 { usleep(10_000) }
    let live = allocations_end().live
    _ = try time.get()
    return HeapRow.Reading(octets: live)
  }
}
