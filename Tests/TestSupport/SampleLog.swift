import BlueFutures

@testable import SensorTagReader

/// What a reader reported, and futures of what it will report.
final class SampleLog: Sendable {
  typealias Acceleration = TISensorTag.AccelerometerService.Acceleration

  struct Seen: Sendable {
    var samples: [Acceleration] = []
    var links = 0
    var periods: [Int] = []
    var interruptions: [any Error] = []
    var failures: [any Error] = []
  }

  private struct Shared {
    var seen = Seen()
    var waiters: [(condition: @Sendable (Seen) -> Bool, promise: Promise<Seen>)] = []
  }

  private let shared = Lock(Shared())

  var seen: Seen { shared.withLock { $0.seen } }

  func add(_ event: ReaderEvent) {
    let (seen, due) = shared.withLock { shared in
      switch event {
      case .connected: shared.seen.links += 1
      case .period(let period): shared.seen.periods.append(period.milliseconds)
      case .sample(let sample): shared.seen.samples.append(sample)
      case .interrupted(let error): shared.seen.interruptions.append(error)
      case .failed(let error): shared.seen.failures.append(error)
      }
      let seen = shared.seen
      let due = shared.waiters.filter { $0.condition(seen) || !seen.failures.isEmpty }
        .map(\.promise)
      shared.waiters.removeAll { $0.condition(seen) || !seen.failures.isEmpty }
      return (seen, due)
    }
    for promise in due {
      if let error = seen.failures.first { promise.failure(error) } else { promise.success(seen) }
    }
  }

  /// Completes when what was seen fulfils the condition; fails when the reader fails.
  func future(_ condition: @escaping @Sendable (Seen) -> Bool) -> Future<Seen> {
    let promise = Promise<Seen>()
    let seen = shared.withLock { shared -> Seen? in
      if condition(shared.seen) { return shared.seen }
      shared.waiters.append((condition, promise))
      return nil
    }
    if let seen { promise.success(seen) }
    return promise.future
  }
}
