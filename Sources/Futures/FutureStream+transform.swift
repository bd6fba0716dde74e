extension FutureStream {
  /// A stream of what `body` makes of each result; `nil` is left out.
  private func transform<Output: Sendable>(
    _ context: ExecutionContext?,
    _ body: @escaping @Sendable (Outcome) -> Outcome?
  ) -> FutureStream<Output> {
    let membership = Membership()
    let output = FutureStream<Output>(
      context: self.context, capacity: capacity, origin: origin, replaysCurrent: replaysCurrent,
      isDerived: true, upstream: membership)
    let subscriber = subscribe(context) { event in
      switch event {
      case .element(let outcome): if let outcome = body(outcome) { output.emit(outcome) }
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
    self.transform(context) { outcome in
      guard case .value(let value) = outcome else { return outcome }
      return Outcome { try transform(unboxed(value)) }
    }
  }

  /// Each failure as another one; values stay.
  public func mapError(
    context: ExecutionContext? = nil,
    _ transform: @escaping @Sendable (any Error) throws -> any Error
  ) -> FutureStream<Value> {
    self.transform(context) { outcome in
      guard case .failure(let error) = outcome else { return outcome }
      return Outcome { () throws -> Value in throw try transform(error) }
    }
  }

  /// A value in place of each failure.
  ///
  /// What the closure throws is the failure in its place.
  public func recover(
    context: ExecutionContext? = nil, _ recovery: @escaping @Sendable (any Error) throws -> Value
  ) -> FutureStream<Value> {
    self.transform(context) { outcome in
      guard case .failure(let error) = outcome else { return outcome }
      return Outcome { try recovery(error) }
    }
  }

  /// The values that the closure accepts; the others disappear.
  ///
  /// Failures stay.
  public func withFilter(
    context: ExecutionContext? = nil, _ accepts: @escaping @Sendable (Value) throws -> Bool
  ) -> FutureStream<Value> {
    self.transform(context) { outcome in
      guard case .value(let value) = outcome else { return outcome }
      do {
        return try accepts(unboxed(value)) ? outcome : nil
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
