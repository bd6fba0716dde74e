extension Future {
  /// A value in place of the failure.
  ///
  /// What the closure throws is the new failure.
  @inlinable
  public func recover(
    context: ExecutionContext? = nil, _ recovery: @escaping @Sendable (any Error) throws -> Value
  ) -> Future<Value> {
    derive(
      context, now: { $0.complete(recovering: self, recovery) },
      later: { $1.complete(recovering: $0, recovery) })
  }

  /// Another future in place of the failure.
  @inlinable
  public func recoverWith(
    context: ExecutionContext? = nil,
    _ recovery: @escaping @Sendable (any Error) throws -> Future<Value>
  ) -> Future<Value> {
    derive(
      context, now: { $0.follow(recovering: self, recovery) },
      later: { $1.follow(recovering: $0, recovery) })
  }

  @inlinable @inline(__always)
  func complete(recovering source: Future<Value>, _ recovery: (any Error) throws -> Value) {
    guard source.content == .failure else { return complete(like: source) }
    complete { try recovery(source.storedError) }
  }

  @inlinable @inline(__always)
  func follow(recovering source: Future<Value>, _ recovery: (any Error) throws -> Future<Value>) {
    guard source.content == .failure else { return complete(like: source) }
    follow { try recovery(source.storedError) }
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
