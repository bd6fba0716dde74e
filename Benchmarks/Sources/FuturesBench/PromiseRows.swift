import Futures

/// A promise alone, with a callback, and with a failure that is recovered.
enum PromiseRows {
  private struct Broken: Error {}

  static var rows: [Row] {
    [
      Row(
        oneCallback, target: .ratio(5),
        beside: [
          .oneShot("promise of one atomic and one closure", MinimalPromise.self),
          .oneShot("promise of a Mutex and an array", MutexPromise.self),
        ]),
      Row(recovered, target: .ratio(7.5)),
    ]
  }

  static var allocations: [AllocationRow] {
    [AllocationRow("a promise and its future", alone, limit: 2)]
  }

  private static let alone = Workload("promise, completed") { count in
    var sum = 0
    for i in 0..<count {
      let promise = Promise<Int>()
      if promise.success(i) { sum &+= i }
    }
    return sum
  }

  static let oneCallback = Workload("promise, one callback, completed") { count in
    let tally = Tally()
    for i in 0..<count {
      let promise = Promise<Int>()
      promise.future.onSuccess { tally.add($0) }
      promise.success(i)
    }
    return tally.total
  }

  private static let recovered = Workload("promise, recover, one callback, failed") { count in
    let tally = Tally()
    let error: any Error = Broken()
    for _ in 0..<count {
      let promise = Promise<Int>()
      promise.future.recover { _ in 1 }.onSuccess { tally.add($0) }
      promise.failure(error)
    }
    return tally.total(ofOnes: count)
  }
}
