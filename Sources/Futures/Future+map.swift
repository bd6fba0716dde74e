extension Future {
  /// The value as something else.
  ///
  /// What the closure throws is the failure.
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
  @inlinable
  public func mapError(
    context: ExecutionContext? = nil,
    _ transform: @escaping @Sendable (any Error) throws -> any Error
  ) -> Future<Value> {
    recover(context: context) { throw try transform($0) }
  }
}
