import BlueFutures
import FoundationEssentials

/// Requests: one after another, from chains and from async code, and sixteen in flight.
enum Requests {
  private static let warmUp = 100
  private static let width = 16
  private static let limit = Duration.seconds(100)

  static func measureReads(_ arguments: Arguments) throws {
    let tag = try Tag()
    let count = arguments.count
    try measure("read", count) { [data = tag.data] in data.read() }
    try Figure.measure("read_async", count) {
      let reads = Future<Void> { [data = tag.data] in
        for _ in 0..<count { _ = try await data.read().value }
      }
      try reads.wait(timeout: limit)
    }
    try tag.end()
  }

  static func measureWrites(_ arguments: Arguments) throws {
    let tag = try Tag()
    let value = Data([1, 2, 3])
    try measure("write", arguments.count) { [writable = tag.writable] in
      writable.write(data: value)
    }
    try tag.end()
  }

  /// A chain on each of several characteristics, all at once.
  static func measureFlight(_ arguments: Arguments) throws {
    let tag = try Tag()
    let extras = Array(tag.extras.prefix(width))
    guard extras.count == width else { throw Missing("\(width) characteristics to read") }
    let each = arguments.count / width
    for (name, context) in [("flight_inline", ExecutionContext.inline), ("flight", nil)] {
      _ = try extras.map { extra in chain(8, context) { extra.read() } }.sequence()
        .wait(timeout: limit)
      try Figure.measure(name, each * width) {
        _ = try extras.map { extra in chain(each, context) { extra.read() } }.sequence()
          .wait(timeout: limit)
      }
    }
    try tag.end()
  }

  private static func measure<Value: Sendable>(
    _ name: String, _ count: Int, _ request: @escaping @Sendable () -> Future<Value>
  ) throws {
    for (name, context) in [(name + "_inline", ExecutionContext.inline), (name, nil)] {
      _ = try chain(warmUp, context, request).wait(timeout: limit)
      try Figure.measure(name, count) {
        _ = try chain(count, context, request).wait(timeout: limit)
      }
    }
  }

  /// One request after another, each begun by the closure of the one before.
  private static func chain<Value: Sendable>(
    _ count: Int, _ context: ExecutionContext?,
    _ request: @escaping @Sendable () -> Future<Value>
  ) -> Future<Value> {
    guard count > 1 else { return request() }
    return request().flatMap(context: context) { _ in chain(count - 1, context, request) }
  }
}
