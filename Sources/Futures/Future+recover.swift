extension Future {
  /// A value in place of the failure.
  ///
  /// What the closure throws is the new failure.
  @inlinable
  public func recover(
    context: ExecutionContext? = nil, _ recovery: @escaping @Sendable (any Error) throws -> Value
  ) -> Future<Value> {
    // A value stays: a future that has one can stand for itself.
    guard !isCompleted || content != .value else { return self }
    return derive(
      context, now: { Future.sibling(of: self) { try recovery(storedError) } },
      later: { source, output in
        let output = output.of(Value.self)
        guard source.content == .failure else { return output.complete(like: source.of()) }
        output.complete { try recovery(source.storedError) }
      })
  }

  /// Another future in place of the failure.
  @inlinable
  public func recoverWith(
    context: ExecutionContext? = nil,
    _ recovery: @escaping @Sendable (any Error) throws -> Future<Value>
  ) -> Future<Value> {
    guard !isCompleted || content != .value else { return self }
    return derive(
      context, now: { Future.following(self) { try recovery(storedError) } },
      later: { source, output in
        let output = output.of(Value.self)
        guard source.content == .failure else { return output.complete(like: source.of()) }
        output.follow { try recovery(source.storedError) }
      })
  }

  /// The left future, or the right value if it fails.
  @inlinable
  public static func ?? (
    left: Future, right: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Future {
    left.recover { _ in try right() }
  }

  /// The left future, or the right one if it fails.
  @inlinable
  public static func ?? (
    left: Future, right: @autoclosure @escaping @Sendable () throws -> Future
  ) -> Future {
    left.recoverWith { _ in try right() }
  }
}
