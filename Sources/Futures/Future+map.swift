extension Future {
  /// The value as something else.
  ///
  /// What the closure throws is the failure.
  @inlinable
  public func map<Output: Sendable>(
    context: ExecutionContext? = nil, _ transform: @escaping @Sendable (Value) throws -> Output
  ) -> Future<Output> {
    derive(
      context, now: { $0.complete(mapping: self, transform) },
      later: { $1.complete(mapping: $0, transform) })
  }

  /// The error as another one; a value stays.
  @inlinable
  public func mapError(
    context: ExecutionContext? = nil,
    _ transform: @escaping @Sendable (any Error) throws -> any Error
  ) -> Future<Value> {
    recover(context: context) { throw try transform($0) }
  }

  @inlinable @inline(__always)
  func complete<Input: Sendable>(
    mapping source: Future<Input>, _ transform: (Input) throws -> Value
  ) {
    complete { try transform(try source.get()) }
  }
}
