extension Step {
  /// What the closure returned, or what it threw.
  static func following(_ make: () throws -> Future<Value>) -> Step {
    do {
      return .follow(try make())
    } catch {
      return .done(.failure(error))
    }
  }
}

extension Future {
  /// Goes on with the future that the closure returns.
  ///
  /// Cancelling reaches that future as well.
  public final func flatMap<Output: Sendable>(
    context: ExecutionContext? = nil,
    _ transform: @escaping @Sendable (Value) throws -> Future<Output>
  ) -> Future<Output> {
    Derived.of(self, context) { result in
      switch result {
      case .success(let value): .following { try transform(value) }
      case .failure(let error): .done(.failure(error))
      }
    }
  }
}
