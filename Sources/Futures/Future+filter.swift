extension Future {
  /// The value if the closure accepts it; else it fails with `FuturesError.noSuchElement`.
  ///
  /// Use it to go on only with values that are worth it. What the closure throws is the failure.
  ///
  /// ```
  /// f.withFilter { $0 > 1 }     f  ──────1
  ///                                ──────noSuchElement
  /// ```
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
  /// Use it where the effect has to be over before others see the value. What the closure throws is
  /// the failure; it is not called for a failure of the source.
  ///
  /// ```
  /// f.andThen { log($0) }     f  ──────1
  ///                              ──────log(1)─1
  /// ```
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
