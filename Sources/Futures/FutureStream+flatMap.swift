extension FutureStream {
  private func merge<Output: Sendable>(
    _ context: ExecutionContext?, capacity: Int? = nil,
    policy: Merger<Output>.Policy = .newestOfEachOrigin,
    _ body:
      @escaping @Sendable (Result<Value, any Error>, Merger<Output>) throws -> Void
  ) -> FutureStream<Output> {
    let (merger, stream) = Merger<Output>.make(
      context: self.context, capacity: capacity ?? self.capacity, origin: origin, policy: policy)
    let subscriber = subscribe(context) { event in
      switch event {
      case .element(let result):
        do {
          try body(result, merger)
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
    merge(context, capacity: capacity) { result, merger in
      merger.follow(try transform(try result.get()))
    }
  }

  /// Goes on with the future that the closure returns for each value; results come as they come.
  public func flatMap<Output: Sendable>(
    context: ExecutionContext? = nil, capacity: Int? = nil,
    _ transform: @escaping @Sendable (Value) throws -> Future<Output>
  ) -> FutureStream<Output> {
    merge(context, capacity: capacity) { result, merger in
      merger.follow(try transform(try result.get()))
    }
  }

  /// Goes on with the newest stream that the closure returned, and leaves the one before.
  public func flatMapLatest<Output: Sendable>(
    context: ExecutionContext? = nil, capacity: Int? = nil,
    _ transform: @escaping @Sendable (Value) throws -> FutureStream<Output>
  ) -> FutureStream<Output> {
    merge(context, capacity: capacity, policy: .latest) { result, merger in
      merger.follow(try transform(try result.get()))
    }
  }

  /// Another stream in place of each failure, merged with the values.
  public func recoverWith(
    context: ExecutionContext? = nil, capacity: Int? = nil,
    _ recovery: @escaping @Sendable (any Error) throws -> FutureStream<Value>
  ) -> FutureStream<Value> {
    merge(context, capacity: capacity) { result, merger in
      switch result {
      case .success: merger.emit(result)
      case .failure(let error): merger.follow(try recovery(error))
      }
    }
  }

  /// A future's result in place of each failure.
  public func recoverWith(
    context: ExecutionContext? = nil, capacity: Int? = nil,
    _ recovery: @escaping @Sendable (any Error) throws -> Future<Value>
  ) -> FutureStream<Value> {
    merge(context, capacity: capacity) { result, merger in
      switch result {
      case .success: merger.emit(result)
      case .failure(let error): merger.follow(try recovery(error))
      }
    }
  }
}

extension Future {
  private final func stream<Output: Sendable>(
    _ context: ExecutionContext?, _ capacity: Int?,
    _ body: @escaping @Sendable (Result<Value, any Error>) throws -> Step<Output>.OrStream
  ) -> FutureStream<Output> {
    let origin = StreamOrigin(isPending: true)
    let (merger, stream) = Merger<Output>.make(
      context: self.context, capacity: capacity ?? FutureStream<Output>.defaultCapacity,
      origin: origin)
    let subscription = onComplete(context: context) { result in
      do {
        switch try body(result) {
        case .value(let value):
          origin.resolve(to: origin)
          merger.emit(.success(value))
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
  public final func flatMap<Output: Sendable>(
    context: ExecutionContext? = nil, capacity: Int? = nil,
    _ transform: @escaping @Sendable (Value) throws -> FutureStream<Output>
  ) -> FutureStream<Output> {
    stream(context, capacity) { .stream(try transform(try $0.get())) }
  }

  /// A stream in place of the failure; a value is the one element of the stream.
  public final func recoverWith(
    context: ExecutionContext? = nil, capacity: Int? = nil,
    _ recovery: @escaping @Sendable (any Error) throws -> FutureStream<Value>
  ) -> FutureStream<Value> {
    stream(context, capacity) { result in
      switch result {
      case .success(let value): .value(value)
      case .failure(let error): .stream(try recovery(error))
      }
    }
  }
}

extension Step {
  /// What a future that leads to a stream leads to.
  enum OrStream {
    case value(Value)
    case stream(FutureStream<Value>)
  }
}
