extension Sequence {
  /// All values in order.
  ///
  /// It fails as soon as any of them fails, and then leaves the others. The same future may stand
  /// in it more than once. The result is in the context of the first one, unless another is given.
  ///
  /// ```
  /// [a, b].sequence()     a  ───────1
  ///                       b  ──2
  ///                          ───────[1, 2]
  /// ```
  @inlinable
  public func sequence<Value: Sendable>(
    context: ExecutionContext? = nil
  ) -> Future<[Value]> where Element == Future<Value> {
    let sources = Array(self)
    let context = context ?? sources.first?.context ?? .inline
    guard !sources.isEmpty else { return Future(value: [], context: context) }
    let all = Future<[Value]>(context: context)
    _ = Gathering(.values, of: sources, into: all) { all in
      all.of().complete(value: sources.map(\.storedValue))
    }
    return all
  }

  /// Combines the values in order, beginning with `initial`.
  ///
  /// It waits for all of them first; it fails as soon as any of them fails, and then leaves the
  /// others, or with what the closure throws.
  ///
  /// ```
  /// [a, b].fold(10, +)     a  ───────1
  ///                        b  ──2
  ///                           ───────13
  /// ```
  @inlinable
  public func fold<Value: Sendable, Output: Sendable>(
    context: ExecutionContext? = nil, _ initial: Output,
    _ combine: @escaping @Sendable (Output, Value) throws -> Output
  ) -> Future<Output> where Element == Future<Value> {
    sequence(context: context).map { try $0.reduce(initial, combine) }
  }
}
