extension Sequence {
  /// The first result among them, value or failure; the others are left.
  ///
  /// Use it for a race, for instance between an operation and an event that ends it. Without any
  /// future it fails with `FuturesError.noSuchElement`. The result is in the context of the first
  /// one, unless another is given.
  ///
  /// ```
  /// [a, b].firstCompleted()     a  ───────1
  ///                             b  ──2   (a is left)
  ///                                ──2
  /// ```
  @inlinable
  public func firstCompleted<Value: Sendable>(
    context: ExecutionContext? = nil
  ) -> Future<Value> where Element == Future<Value> {
    one(.first, context)
  }

  /// The first value among them; the others are left.
  ///
  /// Use it to ask several for the same thing. If all fail, it fails as the last one did; without
  /// any future it fails with `FuturesError.noSuchElement`.
  ///
  /// ```
  /// [a, b, c].firstSucceeded()     a  ──error
  ///                                b  ─────2
  ///                                c  ─────────3   (is left)
  ///                                   ─────2
  /// ```
  @inlinable
  public func firstSucceeded<Value: Sendable>(
    context: ExecutionContext? = nil
  ) -> Future<Value> where Element == Future<Value> {
    one(.firstValue, context)
  }

  @usableFromInline
  func one<Value: Sendable>(
    _ mode: Gathering.Mode, _ context: ExecutionContext?
  ) -> Future<Value> where Element == Future<Value> {
    let sources = Array(self)
    let first = Future<Value>(context: context ?? sources.first?.context ?? .inline)
    guard !sources.isEmpty else {
      first.complete(
        FuturesError(.noSuchElement, "There is no first future where there is none."))
      return first
    }
    _ = Gathering(mode, of: sources, into: first)
    return first
  }

  /// All results in order, values and failures.
  ///
  /// Use it where the failure of one says nothing about the others. It never fails by itself; if
  /// it is cancelled, it leaves all that are not complete.
  ///
  /// ```
  /// [a, b].allSettled()     a  ───────1
  ///                         b  ──error
  ///                            ───────[success(1), failure(error)]
  /// ```
  @inlinable
  public func allSettled<Value: Sendable>(
    context: ExecutionContext? = nil
  ) -> Future<[Result<Value, any Error>]> where Element == Future<Value> {
    let sources = Array(self)
    let context = context ?? sources.first?.context ?? .inline
    guard !sources.isEmpty else { return Future(value: [], context: context) }
    let all = Future<[Result<Value, any Error>]>(context: context)
    _ = Gathering(.results, of: sources, into: all) { all in
      all.of().complete(value: sources.map(\.storedResult))
    }
    return all
  }
}
