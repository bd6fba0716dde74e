extension Future {
  /// A value in place of the failure.
  ///
  /// Use it where a failure has an answer that is there at once. What the closure throws is the new
  /// failure; a value of the source passes by the closure.
  ///
  /// ```
  /// f.recover { _ in 0 }     f  ──────error
  ///                             ──────0
  /// ```
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
  ///
  /// Use it for a second way to the same result, and `retry` for the same way again. What the
  /// closure throws is the new failure; a value of the source passes by the closure.
  ///
  /// ```
  /// f.recoverWith { _ in g }     f  ──error
  ///                              g       ─────2
  ///                                 ──────────2
  /// ```
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
  ///
  /// ```
  /// f ?? 0     f  ──────error
  ///               ──────0
  /// ```
  @inlinable
  public static func ?? (
    left: Future, right: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Future {
    left.recover { _ in try right() }
  }

  /// The left future, or the right one if it fails; the right one is not made before.
  ///
  /// ```
  /// f ?? g     f  ──error
  ///            g       ─────2
  ///               ──────────2
  /// ```
  @inlinable
  public static func ?? (
    left: Future, right: @autoclosure @escaping @Sendable () throws -> Future
  ) -> Future {
    left.recoverWith { _ in try right() }
  }
}
