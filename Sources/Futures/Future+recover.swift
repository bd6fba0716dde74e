extension Future {
  /// A value in place of the failure.
  ///
  /// What the closure throws is the new failure.
  public func recover(
    context: ExecutionContext? = nil, _ recovery: @escaping @Sendable (any Error) throws -> Value
  ) -> Future<Value> {
    Future(from: self, context) { outcome in
      guard case .failure(let error) = outcome else { return .done(outcome) }
      return .done(Outcome { try recovery(error) })
    }
  }

  /// Another future in place of the failure.
  public func recoverWith(
    context: ExecutionContext? = nil,
    _ recovery: @escaping @Sendable (any Error) throws -> Future<Value>
  ) -> Future<Value> {
    Future(from: self, context) { outcome in
      guard case .failure(let error) = outcome else { return .done(outcome) }
      return .following { try recovery(error) }
    }
  }

  /// The left future, or the right value if it fails.
  public static func ?? (
    left: Future, right: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Future {
    left.recover { _ in try right() }
  }

  /// The left future, or the right one if it fails.
  public static func ?? (
    left: Future, right: @autoclosure @escaping @Sendable () throws -> Future
  ) -> Future {
    left.recoverWith { _ in try right() }
  }
}
