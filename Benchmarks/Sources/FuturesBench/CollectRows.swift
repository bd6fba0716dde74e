import Futures

/// A thousand pending futures as one.
enum CollectRows {
  static var rows: [Row] { [Row(collect, target: .ratio(7))] }

  private static let collect = Workload("sequence() of 1000 promises, each", count: 20_000) {
    count in
    let tally = Tally()
    for start in stride(from: 0, to: count, by: 1000) {
      let promises = (start..<min(start + 1000, count)).map { _ in Promise<Int>() }
      promises.map(\.future).sequence().onSuccess { values in
        tally.add(values.reduce(0, &+))
      }
      for (offset, promise) in promises.enumerated() { promise.success(start + offset) }
    }
    return tally.total
  }
}
