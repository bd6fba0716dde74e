extension Future {
  /// The value as something else.
  ///
  /// What the closure throws is the failure.
  public final func map<Output: Sendable>(
    context: ExecutionContext? = nil, _ transform: @escaping @Sendable (Value) throws -> Output
  ) -> Future<Output> {
    Derived.of(self, context) { result in
      switch result {
      case .success(let value): .done(Result { try transform(value) })
      case .failure(let error): .done(.failure(error))
      }
    }
  }

  /// The error as another one; a value stays.
  public final func mapError(
    context: ExecutionContext? = nil,
    _ transform: @escaping @Sendable (any Error) throws -> any Error
  ) -> Future<Value> {
    Derived.of(self, context) { result in
      guard case .failure(let error) = result else { return .done(result) }
      return .done(Result { throw try transform(error) })
    }
  }
}
