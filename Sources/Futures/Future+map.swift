extension Future {
  /// The value as something else.
  ///
  /// Use it when the next step has its result at once, and `flatMap` when it takes time. What the
  /// closure throws is the failure; a failure of the source passes by the closure.
  ///
  /// ```
  /// f.map { $0 * 2 }     f  ──────1
  ///                         ──────2
  /// ```
  @inlinable
  public func map<Output: Sendable>(
    context: ExecutionContext? = nil, _ transform: @escaping @Sendable (Value) throws -> Output
  ) -> Future<Output> {
    derive(
      context, now: { Future<Output>.sibling(of: self) { try transform(try get()) } },
      later: { source, output in
        output.of(Output.self).complete { try transform(try source.of(Value.self).get()) }
      })
  }

  /// The error as another one; a value stays.
  ///
  /// Use it to say what failed in the caller's terms. What the closure throws is the error.
  ///
  /// ```
  /// f.mapError { Failed($0) }     f  ──────error
  ///                                  ──────Failed(error)
  /// ```
  @inlinable
  public func mapError(
    context: ExecutionContext? = nil,
    _ transform: @escaping @Sendable (any Error) throws -> any Error
  ) -> Future<Value> {
    recover(context: context) { throw try transform($0) }
  }
}
