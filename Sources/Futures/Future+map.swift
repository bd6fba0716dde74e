extension Future {
  /// The value as something else.
  ///
  /// What the closure throws is the failure.
  public func map<Output: Sendable>(
    context: ExecutionContext? = nil, _ transform: @escaping @Sendable (Value) throws -> Output
  ) -> Future<Output> {
    Future<Output>(from: self, context) { outcome in
      guard case .value(let value) = outcome else { return .done(outcome) }
      return .done(Outcome { try transform(unboxed(value)) })
    }
  }

  /// The error as another one; a value stays.
  public func mapError(
    context: ExecutionContext? = nil,
    _ transform: @escaping @Sendable (any Error) throws -> any Error
  ) -> Future<Value> {
    Future(from: self, context) { outcome in
      guard case .failure(let error) = outcome else { return .done(outcome) }
      return .done(Outcome { () throws -> Value in throw try transform(error) })
    }
  }
}
