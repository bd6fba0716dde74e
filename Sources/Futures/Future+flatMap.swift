extension Future {
  /// Goes on with the future that the closure returns.
  ///
  /// Cancelling reaches that future as well.
  @inlinable
  public func flatMap<Output: Sendable>(
    context: ExecutionContext? = nil,
    _ transform: @escaping @Sendable (Value) throws -> Future<Output>
  ) -> Future<Output> {
    derive(context) { source, output in
      output.follow { try transform(try source.get()) }
    }
  }

  /// Completes it as the future does that the closure returns, or with what that throws.
  @inlinable @inline(__always)
  func follow(_ make: () throws -> Future<Value>) {
    do {
      follow(try make())
    } catch {
      complete(error)
    }
  }
}
