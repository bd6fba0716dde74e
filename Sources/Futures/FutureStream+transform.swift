extension FutureStream {
  /// Each value as something else.
  ///
  /// What the closure throws is a failure in its place.
  ///
  /// ```
  /// source     ──1──2──✕──3──▶
  /// map(× 10)  ──10─20─✕──30─▶
  /// ```
  @inlinable
  public func map<Output: Sendable>(
    context: ExecutionContext? = nil, _ transform: @escaping @Sendable (Value) throws -> Output
  ) -> FutureStream<Output> {
    derive(context) { event, output in
      switch event {
      case .value(let value): output.pass(StreamEvent { try transform(value) })
      case .failure(let error): output.pass(.failure(error))
      case .finished: output.pass(.finished)
      }
    }
  }

  /// Each failure as another one; values stay.
  ///
  /// ```
  /// source   ──1──✕──2──▶
  /// mapError ──1──‼──2──▶
  /// ```
  @inlinable
  public func mapError(
    context: ExecutionContext? = nil,
    _ transform: @escaping @Sendable (any Error) throws -> any Error
  ) -> FutureStream<Value> {
    derive(context) { event, output in
      guard case .failure(let error) = event else { return output.pass(event) }
      output.pass(StreamEvent { throw try transform(error) })
    }
  }

  /// A value in place of each failure.
  ///
  /// What the closure throws is the failure in its place.
  ///
  /// ```
  /// source     ──1──✕──2──▶
  /// recover(0) ──1──0──2──▶
  /// ```
  @inlinable
  public func recover(
    context: ExecutionContext? = nil, _ recovery: @escaping @Sendable (any Error) throws -> Value
  ) -> FutureStream<Value> {
    derive(context) { event, output in
      guard case .failure(let error) = event else { return output.pass(event) }
      output.pass(StreamEvent { try recovery(error) })
    }
  }

  /// The values that the closure accepts; the others disappear.
  ///
  /// Failures stay.
  ///
  /// ```
  /// source          ──1──2──✕──3──▶
  /// withFilter(odd) ──1─────✕──3──▶
  /// ```
  @inlinable
  public func withFilter(
    context: ExecutionContext? = nil, _ accepts: @escaping @Sendable (Value) throws -> Bool
  ) -> FutureStream<Value> {
    derive(context) { event, output in
      guard case .value(let value) = event else { return output.pass(event) }
      do {
        if try accepts(value) { output.pass(event) }
      } catch {
        output.pass(.failure(error))
      }
    }
  }

  /// The name that sequences have for `withFilter`.
  @available(*, unavailable, renamed: "withFilter")
  public func filter(_ accepts: @escaping @Sendable (Value) throws -> Bool) -> FutureStream<Value> {
    withFilter(accepts)
  }

  /// Runs a side effect with each value, then passes it on.
  ///
  /// What the closure throws is a failure in its place.
  ///
  /// ```
  /// source         ──1──2──✕──▶
  /// andThen(print) ──1──2──✕──▶   prints 1, 2
  /// ```
  @inlinable
  public func andThen(
    context: ExecutionContext? = nil, _ effect: @escaping @Sendable (Value) throws -> Void
  ) -> FutureStream<Value> {
    map(context: context) { value in
      try effect(value)
      return value
    }
  }
}
