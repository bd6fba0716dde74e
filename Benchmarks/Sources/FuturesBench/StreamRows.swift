import Futures

/// One element of a stream, from the push to the callback, all in one thread.
enum StreamRows {
  static var rows: [Row] {
    [Row(push), Row(pushThrough, target: .ratio(1.5))]
  }

  private static let push = Workload("stream: push to a callback") { count in
    let promise = StreamPromise<Int>()
    let tally = Tally()
    promise.stream.onSuccess { tally.add($0) }
    for i in 0..<count { promise.success(i) }
    return tally.total
  }

  private static let pushThrough = Workload("stream: push, map, withFilter, callback") { count in
    let promise = StreamPromise<Int>()
    let tally = Tally()
    promise.stream.map { $0 &+ 1 }.withFilter { $0 > 0 }.onSuccess { tally.add($0 &- 1) }
    for i in 0..<count { promise.success(i) }
    return tally.total
  }
}
