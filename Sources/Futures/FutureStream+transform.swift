extension FutureStream {
  /// A stream of what `body` makes of each result; `nil` is left out.
  private func transform<Output: Sendable>(
    _ context: ExecutionContext?,
    _ body: @escaping @Sendable (Result<Value, any Error>) -> Result<Output, any Error>?
  ) -> FutureStream<Output> {
    let membership = Membership()
    let output = FutureStream<Output>(
      context: self.context, capacity: capacity, origin: origin, replaysCurrent: replaysCurrent,
      isDerived: true, upstream: membership)
    let subscriber = subscribe(context) { event in
      switch event {
      case .element(let result): if let result = body(result) { output.emit(result) }
      case .finished: output.finish()
      }
    }
    membership.add(Subscription(subscriber))
    return output
  }

  /// Each value as something else.
  ///
  /// What the closure throws is a failure in its place.
  public func map<Output: Sendable>(
    context: ExecutionContext? = nil, _ transform: @escaping @Sendable (Value) throws -> Output
  ) -> FutureStream<Output> {
    self.transform(context) { result in
      switch result {
      case .success(let value): Result { try transform(value) }
      case .failure(let error): .failure(error)
      }
    }
  }

  /// Each failure as another one; values stay.
  public func mapError(
    context: ExecutionContext? = nil,
    _ transform: @escaping @Sendable (any Error) throws -> any Error
  ) -> FutureStream<Value> {
    self.transform(context) { result in
      guard case .failure(let error) = result else { return result }
      return Result { throw try transform(error) }
    }
  }

  /// A value in place of each failure.
  ///
  /// What the closure throws is the failure in its place.
  public func recover(
    context: ExecutionContext? = nil, _ recovery: @escaping @Sendable (any Error) throws -> Value
  ) -> FutureStream<Value> {
    self.transform(context) { result in
      guard case .failure(let error) = result else { return result }
      return Result { try recovery(error) }
    }
  }

  /// The values that the closure accepts; the others disappear.
  ///
  /// Failures stay.
  public func withFilter(
    context: ExecutionContext? = nil, _ accepts: @escaping @Sendable (Value) throws -> Bool
  ) -> FutureStream<Value> {
    self.transform(context) { result in
      guard case .success(let value) = result else { return result }
      do {
        return try accepts(value) ? result : nil
      } catch {
        return .failure(error)
      }
    }
  }

  /// Runs a side effect with each value, then passes it on.
  ///
  /// What the closure throws is a failure in its place.
  public func andThen(
    context: ExecutionContext? = nil, _ effect: @escaping @Sendable (Value) throws -> Void
  ) -> FutureStream<Value> {
    map(context: context) { value in
      try effect(value)
      return value
    }
  }
}
