import Futures

/// Chains of ten `map` or `flatMap`, on a future that has its value and on one that gets it later.
enum ChainRows {
  private static let length = 10

  static var rows: [Row] {
    [
      Row(mapsOnCompleted, target: .ratio(12)),
      Row(mapsOnPending, target: .ratio(31)),
      Row(flatMapsOnCompleted, target: .ratio(12)),
      Row(flatMapsMakingFutures),
      Row(flatMapsOnPending, target: .ratio(41)),
    ]
  }

  static var allocations: [AllocationRow] {
    let promise = PromiseRows.oneCallback
    return [
      AllocationRow("a map of a completed future", mapsOnCompleted, units: length, limit: 1),
      AllocationRow(
        "a map of a pending future", mapsOnPending, without: promise, units: length, limit: 2),
      AllocationRow(
        "a flatMap of a pending future", flatMapsOnPending, without: promise, units: length,
        limit: 3),
    ]
  }

  private static func mapped(_ source: Future<Int>) -> Future<Int> {
    var future = source
    for _ in 0..<length { future = future.map { $0 &+ 1 } }
    return future
  }

  private static func flatMapped(
    _ source: Future<Int>, _ next: @escaping @Sendable (Int) -> Future<Int>
  ) -> Future<Int> {
    var future = source
    for _ in 0..<length { future = future.flatMap(next) }
    return future
  }

  private static let mapsOnCompleted = Workload("10 maps of a completed future") { count in
    let source = Future(value: 0)
    var sum = 0
    for i in 0..<count {
      guard case .success(let value) = mapped(source).result else { break }
      sum &+= value &- length &+ i
    }
    return sum
  }

  private static let mapsOnPending = Workload("10 maps, one callback, then completed") { count in
    let tally = Tally()
    for i in 0..<count {
      let promise = Promise<Int>()
      mapped(promise.future).onSuccess { tally.add($0 &- length) }
      promise.success(i)
    }
    return tally.total
  }

  private static let flatMapsOnCompleted = Workload("10 flatMaps of completed futures") { count in
    let source = Future(value: 0)
    let inner = Future(value: 1)
    var sum = 0
    for i in 0..<count {
      guard case .success(let value) = flatMapped(source, { _ in inner }).result else { break }
      sum &+= value &- 1 &+ i
    }
    return sum
  }

  private static let flatMapsMakingFutures = Workload(
    "10 flatMaps that each make their future"
  ) { count in
    let source = Future(value: 0)
    var sum = 0
    for i in 0..<count {
      let end = flatMapped(source) { Future(value: $0 &+ 1) }
      guard case .success(let value) = end.result else { break }
      sum &+= value &- length &+ i
    }
    return sum
  }

  private static let flatMapsOnPending = Workload(
    "10 flatMaps, one callback, then completed"
  ) { count in
    let inner = Future(value: 1)
    let tally = Tally()
    for i in 0..<count {
      let promise = Promise<Int>()
      flatMapped(promise.future) { _ in inner }.onSuccess { tally.add($0) }
      promise.success(i)
    }
    return tally.total(ofOnes: count)
  }
}
