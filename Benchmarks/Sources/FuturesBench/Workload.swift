import CInstruments

/// Something to measure.
///
/// `run` performs a number of operations and returns the sum of their results. Operation `i` has to
/// come to the result `i`: that shows that each did its work, and nothing can be optimised away.
struct Workload: Sendable {
  let name: String
  /// How many operations a block has; if `nil`, as many as take about `Workload.blockLength`.
  let fixedCount: Int?
  /// The block's time is the best of so many parts, for threads that need two free processors.
  let parts: Int
  let run: @Sendable (Int) async throws -> Int

  static let blockLength = Duration.milliseconds(12)

  init(
    _ name: String, count: Int? = nil, bestOf parts: Int = 1,
    _ run: @escaping @Sendable (Int) async throws -> Int
  ) {
    self.name = name
    fixedCount = count
    self.parts = parts
    self.run = run
  }

  /// Runs one block and returns the time of an operation, in nanoseconds.
  func time(_ count: Int) async throws -> Double {
    Watchdog.begin(name)
    defer { Watchdog.end() }
    var best = Double.infinity
    for part in 1...parts {
      let count = count * part / parts - count * (part - 1) / parts
      let start = ContinuousClock.now
      let sum = try await run(count)
      let elapsed = ContinuousClock.now - start
      guard sum == count * (count - 1) / 2 else { throw WrongResult(workload: name) }
      if count > 0 { best = min(best, elapsed / .nanoseconds(1) / Double(count)) }
    }
    return best
  }

  /// The number of operations in a block.
  func calibrate(smoke: Bool) async throws -> Int {
    if smoke { return max(fixedCount.map { $0 / 100 } ?? 0, 10) }
    if let fixedCount { return fixedCount }
    var count = 64
    while true {
      let elapsed = try await time(count) * Double(count)
      let length = Workload.blockLength / .nanoseconds(1)
      if elapsed > length / 4 { return max(Int(Double(count) * length / elapsed), 1) }
      count *= 2
    }
  }

  /// Allocations of an operation, counted in a run that nobody times.
  func countAllocations(_ blockCount: Int) async throws -> Double {
    let count = fixedCount == nil ? min(blockCount, 1000) : blockCount
    _ = try await time(count)
    allocations_begin()
    let outcome: Result<Double, any Error>
    do { outcome = .success(try await time(count)) } catch { outcome = .failure(error) }
    let total = allocations_end().count
    _ = try outcome.get()
    return Double(total) / Double(count)
  }
}

/// A workload whose operations did not all come to their result.
struct WrongResult: Error, CustomStringConvertible {
  let workload: String

  var description: String { "\(workload): a result is wrong or missing" }
}
