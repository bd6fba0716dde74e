extension Future {
  /// The value if the closure accepts it; else it fails with `FuturesError.noSuchElement`.
  @inlinable
  public func withFilter(
    context: ExecutionContext? = nil, _ accepts: @escaping @Sendable (Value) throws -> Bool
  ) -> Future<Value> {
    map(context: context) { value in
      guard try accepts(value) else { throw FuturesError.rejection }
      return value
    }
  }

  /// Runs a side effect with the value, then passes the value on; callbacks of the returned future
  /// come after it.
  ///
  /// What the closure throws is the failure.
  @inlinable
  public func andThen(
    context: ExecutionContext? = nil, _ effect: @escaping @Sendable (Value) throws -> Void
  ) -> Future<Value> {
    map(context: context) { value in
      try effect(value)
      return value
    }
  }
}
