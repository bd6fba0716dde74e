import Futures

/// Awaiting a value that is there, beside what the language has for it.
enum AwaitRows {
  static var rows: [Row] {
    [
      Row(
        awaitCompleted, target: .ratio(1.5),
        beside: [checkedContinuation, unsafeContinuation, task, asyncStream])
    ]
  }

  private static let awaitCompleted = Workload("await value of a completed future") { count in
    let future = Future(value: 0)
    var sum = 0
    for i in 0..<count { sum &+= try await future.value &+ i }
    return sum
  }

  private static let checkedContinuation = Workload("withCheckedContinuation") { count in
    var sum = 0
    for i in 0..<count { sum &+= await withCheckedContinuation { $0.resume(returning: i) } }
    return sum
  }

  private static let unsafeContinuation = Workload("withUnsafeContinuation") { count in
    var sum = 0
    for i in 0..<count { sum &+= await withUnsafeContinuation { $0.resume(returning: i) } }
    return sum
  }

  private static let task = Workload("await Task { }.value") { count in
    var sum = 0
    for i in 0..<count { sum &+= await Task { i }.value }
    return sum
  }

  private static let asyncStream = Workload("AsyncStream: yield, then next()") { count in
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    var iterator = stream.makeAsyncIterator()
    var sum = 0
    for i in 0..<count {
      continuation.yield(i)
      sum &+= await iterator.next() ?? 0
    }
    return sum
  }
}
