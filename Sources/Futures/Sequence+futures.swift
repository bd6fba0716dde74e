extension Sequence {
  /// All values in order.
  ///
  /// Fails as soon as any of them fails, and then leaves the others.
  @inlinable
  public func sequence<Value: Sendable>(
    context: ExecutionContext? = nil
  ) -> Future<[Value]> where Element == Future<Value> {
    let sources = Array(self)
    let context = context ?? sources.first?.context ?? .inline
    guard !sources.isEmpty else { return Future(value: [], context: context) }
    let row = Row<Value>(count: sources.count, context: context)
    for (index, source) in sources.enumerated() where !row.future.isCompleted {
      row.follow(source, at: index)
    }
    return row.future
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
