extension FutureStream {
  private func merge<Output: Sendable>(
    _ context: ExecutionContext?, capacity: Int? = nil,
    policy: Merger.Policy = .newestOfEachOrigin,
    _ body: @escaping @Sendable (Outcome, Merger) throws -> Void
  ) -> FutureStream<Output> {
    let (merger, stream): (Merger, FutureStream<Output>) = Merger.make(
      context: self.context, capacity: capacity ?? self.capacity, origin: origin, policy: policy)
    let subscriber = subscribe(context) { event in
      switch event {
      case .element(let outcome):
        do {
          try body(outcome, merger)
        } catch {
          merger.emit(.failure(error))
        }
      case .finished:
        merger.endOuter()
      }
    }
    merger.attachOuter(Subscription(subscriber))
    return stream
  }

  /// Goes on with the stream that the closure returns for each value, merged into one.
  ///
  /// Failures pass through as elements. Of one operation only the newest stream is followed: when
  /// the closure returns the stream of an operation again, values are not doubled. The merged
  /// stream ends when the outer stream and all inner ones have.
  public func flatMap<Output: Sendable>(
    context: ExecutionContext? = nil, capacity: Int? = nil,
    _ transform: @escaping @Sendable (Value) throws -> FutureStream<Output>
  ) -> FutureStream<Output> {
    merge(context, capacity: capacity) { outcome, merger in
      merger.follow(try transform(try outcome.get()))
    }
  }

  /// Goes on with the future that the closure returns for each value; results come as they come.
  public func flatMap<Output: Sendable>(
    context: ExecutionContext? = nil, capacity: Int? = nil,
    _ transform: @escaping @Sendable (Value) throws -> Future<Output>
  ) -> FutureStream<Output> {
    merge(context, capacity: capacity) { outcome, merger in
      merger.follow(try transform(try outcome.get()))
    }
  }

  /// Goes on with the newest stream that the closure returned, and leaves the one before.
  public func flatMapLatest<Output: Sendable>(
    context: ExecutionContext? = nil, capacity: Int? = nil,
    _ transform: @escaping @Sendable (Value) throws -> FutureStream<Output>
  ) -> FutureStream<Output> {
    merge(context, capacity: capacity, policy: .latest) { outcome, merger in
      merger.follow(try transform(try outcome.get()))
    }
  }

  /// Another stream in place of each failure, merged with the values.
  public func recoverWith(
    context: ExecutionContext? = nil, capacity: Int? = nil,
    _ recovery: @escaping @Sendable (any Error) throws -> FutureStream<Value>
  ) -> FutureStream<Value> {
    merge(context, capacity: capacity) { outcome, merger in
      switch outcome {
      case .value: merger.emit(outcome)
      case .failure(let error): merger.follow(try recovery(error))
      }
    }
  }

  /// A future's result in place of each failure.
  public func recoverWith(
    context: ExecutionContext? = nil, capacity: Int? = nil,
    _ recovery: @escaping @Sendable (any Error) throws -> Future<Value>
  ) -> FutureStream<Value> {
    merge(context, capacity: capacity) { outcome, merger in
      switch outcome {
      case .value: merger.emit(outcome)
      case .failure(let error): merger.follow(try recovery(error))
      }
    }
  }
}

extension Future {
  private func stream<Output: Sendable>(
    _ context: ExecutionContext?, _ capacity: Int?,
    _ body: @escaping @Sendable (Outcome) throws -> Lead
  ) -> FutureStream<Output> {
    let origin = StreamOrigin(isPending: true)
    let (merger, stream): (Merger, FutureStream<Output>) = Merger.make(
      context: self.context, capacity: capacity ?? FutureStream<Output>.defaultCapacity,
      origin: origin)
    let subscription = onComplete(context: context) { result in
      let outcome = Outcome(result)
      do {
        switch try body(outcome) {
        case .value:
          origin.resolve(to: origin)
          merger.emit(outcome)
        case .stream(let inner):
          origin.resolve(to: inner.origin)
          merger.follow(inner)
        }
      } catch {
        origin.resolve(to: origin)
        merger.emit(.failure(error))
      }
      merger.endOuter()
    }
    merger.attachOuter(subscription)
    return stream
  }

  /// Goes on with the stream that the closure returns.
  ///
  /// A failure is one failure in that stream, and its end.
  public func flatMap<Output: Sendable>(
    context: ExecutionContext? = nil, capacity: Int? = nil,
    _ transform: @escaping @Sendable (Value) throws -> FutureStream<Output>
  ) -> FutureStream<Output> {
    stream(context, capacity) { .stream(try transform(try $0.get())) }
  }

  /// A stream in place of the failure; a value is the one element of the stream.
  public func recoverWith(
    context: ExecutionContext? = nil, capacity: Int? = nil,
    _ recovery: @escaping @Sendable (any Error) throws -> FutureStream<Value>
  ) -> FutureStream<Value> {
    stream(context, capacity) { outcome in
      switch outcome {
      case .value: .value
      case .failure(let error): .stream(try recovery(error))
      }
    }
  }
}

/// What a future that leads to a stream leads to.
private enum Lead {
  case value
  case stream(AnyFutureStream)
}
