extension Sequence {
  /// All values in order.
  ///
  /// Fails as soon as any of them fails, and then leaves the others.
  public func sequence<Value: Sendable>(
    context: ExecutionContext? = nil
  ) -> Future<[Value]> where Element == Future<Value> {
    let sources = Array(self)
    let collector = Collector<[Value]>(context: context ?? sources.first?.context ?? .inline)
    guard !sources.isEmpty else {
      collector.finish(.success([]))
      return collector.future
    }
    let row = Row<Value>(count: sources.count)
    for (index, source) in sources.enumerated() {
      collector.follow(source) { row.set($0, at: index) }
    }
    return collector.future
  }

  /// Starts a future for each element, all at once, and collects their values in order.
  public func traverse<Value: Sendable>(
    context: ExecutionContext? = nil, _ start: (Element) throws -> Future<Value>
  ) -> Future<[Value]> {
    do {
      return try map(start).sequence(context: context)
    } catch {
      return Future(error: error, context: context ?? .inline)
    }
  }

  /// Combines the values in order, beginning with `initial`.
  public func fold<Value: Sendable, Output: Sendable>(
    context: ExecutionContext? = nil, _ initial: Output,
    _ combine: @escaping @Sendable (Output, Value) throws -> Output
  ) -> Future<Output> where Element == Future<Value> {
    sequence(context: context).map { try $0.reduce(initial, combine) }
  }

  /// The first result among them, value or failure; the others are left.
  public func firstCompleted<Value: Sendable>(
    context: ExecutionContext? = nil
  ) -> Future<Value> where Element == Future<Value> {
    let sources = Array(self)
    let collector = Collector<Value>(context: context ?? sources.first?.context ?? .inline)
    if sources.isEmpty {
      collector.finish(
        .failure(FuturesError(.noSuchElement, "There is no first future where there is none.")))
    }
    for source in sources { collector.follow(source) { $0 } }
    return collector.future
  }
}

/// Values that arrive in any order.
private final class Row<Value: Sendable>: Sendable {
  private struct State: Sendable {
    var values: [Value?]
    var missing: Int
  }

  private let state: Lock<State>

  init(count: Int) {
    state = Lock(State(values: Array(repeating: nil, count: count), missing: count))
  }

  /// All values once the last is there.
  func set(_ value: Value, at index: Int) -> [Value]? {
    state.withLock { state in
      state.values[index] = value
      state.missing -= 1
      return state.missing == 0 ? state.values.compactMap { $0 } : nil
    }
  }
}
