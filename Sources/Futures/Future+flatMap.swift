extension AnyFuture.Step {
  /// What the closure returned, or what it threw.
  static func following(_ make: () throws -> AnyFuture) -> Self {
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
  public func flatMap<Output: Sendable>(
    context: ExecutionContext? = nil,
    _ transform: @escaping @Sendable (Value) throws -> Future<Output>
  ) -> Future<Output> {
    Future<Output>(from: self, context) { outcome in
      guard case .value(let value) = outcome else { return .done(outcome) }
      return .following { try transform(unboxed(value)) }
    }
  }
}
