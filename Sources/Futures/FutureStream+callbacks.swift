extension FutureStream {
  /// Calls back with every result.
  ///
  /// `capacity` is the size of this subscriber's buffer.
  @discardableResult
  @inlinable
  public func onComplete(
    context: ExecutionContext? = nil, capacity: Int? = nil,
    _ body: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> Subscription {
    Subscription(
      subscribe(context, capacity: capacity) { event in
        if let result = event.result { body(result) }
      })
  }

  /// Calls back with every value.
  @discardableResult
  @inlinable
  public func onSuccess(
    context: ExecutionContext? = nil, capacity: Int? = nil,
    _ body: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    Subscription(
      subscribe(context, capacity: capacity, for: .values) { event in
        if case .value(let value) = event { body(value) }
      })
  }

  /// Calls back with every failure.
  @discardableResult
  @inlinable
  public func onFailure(
    context: ExecutionContext? = nil, capacity: Int? = nil,
    _ body: @escaping @Sendable (any Error) -> Void
  ) -> Subscription {
    Subscription(
      subscribe(context, capacity: capacity, for: .failures) { event in
        if case .failure(let error) = event { body(error) }
      })
  }

  /// Calls back with every value: `onSuccess` under the name of sequences.
  @discardableResult
  @inlinable
  public func forEach(
    context: ExecutionContext? = nil, capacity: Int? = nil,
    _ body: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    onSuccess(context: context, capacity: capacity, body)
  }

  /// Calls back once, at the end.
  ///
  /// It does not count as a subscriber and keeps nothing going.
  @discardableResult
  public func onFinish(
    context: ExecutionContext? = nil, _ body: @escaping @Sendable () -> Void
  ) -> Subscription {
    Subscription(watch(context, body))
  }
}
