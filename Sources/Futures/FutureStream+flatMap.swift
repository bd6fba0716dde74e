extension FutureStream {
  /// A merged stream; `body` is told each element of this one, and what it throws is a failure.
  @inlinable
  func merge<Output: Sendable>(
    _ context: ExecutionContext?, capacity: Int? = nil,
    policy: Merger.Policy = .newestOfEachOrigin,
    _ body: @escaping @Sendable (Result<Value, any Error>, Merge<Output>) throws -> Void
  ) -> FutureStream<Output> {
    let merge = Merge<Output>(
      context: self.context, capacity: capacity ?? self.capacity, origin: origin, policy: policy)
    let seat = subscribe(context) { event in
      guard let result = event.result else { return merge.endOuter() }
      do {
        try body(result, merge)
      } catch {
        merge.output.pass(.failure(error))
      }
    }
    merge.merger.attachOuter(seat)
    return merge.output
  }

  /// Goes on with the stream that the closure returns for each value, merged into one.
  ///
  /// Failures pass through as elements. Of one operation only the newest stream is followed: when
  /// the closure returns the stream of an operation again, values are not doubled. The merged
  /// stream ends when the outer stream and all inner ones have.
  ///
  /// ```
  /// source        ──1────────2────▶
  /// one of 1         a───b───c───▶
  /// one of 2                 x───▶
  /// flatMap       ───a───b───cx──▶
  /// ```
  @inlinable
  public func flatMap<Output: Sendable>(
    context: ExecutionContext? = nil, capacity: Int? = nil,
    _ transform: @escaping @Sendable (Value) throws -> FutureStream<Output>
  ) -> FutureStream<Output> {
    merge(context, capacity: capacity) { result, merge in
      merge.follow(try transform(try result.get()))
    }
  }

  /// Goes on with the future that the closure returns for each value; results come as they come.
  ///
  /// ```
  /// source       ──1──2──✕───────▶
  /// future of 1      ──────a
  /// future of 2          ─b
  /// flatMap      ────────✕b─a────▶
  /// ```
  @inlinable
  public func flatMap<Output: Sendable>(
    context: ExecutionContext? = nil, capacity: Int? = nil,
    _ transform: @escaping @Sendable (Value) throws -> Future<Output>
  ) -> FutureStream<Output> {
    merge(context, capacity: capacity) { result, merge in
      merge.follow(try transform(try result.get()))
    }
  }

  /// Goes on with the newest stream that the closure returned, and leaves the one before.
  ///
  /// ```
  /// source        ──1────────2────▶
  /// one of 1         a───b   left
  /// one of 2                 x──y─▶
  /// flatMapLatest ───a───b───x──y─▶
  /// ```
  @inlinable
  public func flatMapLatest<Output: Sendable>(
    context: ExecutionContext? = nil, capacity: Int? = nil,
    _ transform: @escaping @Sendable (Value) throws -> FutureStream<Output>
  ) -> FutureStream<Output> {
    merge(context, capacity: capacity, policy: .latest) { result, merge in
      merge.follow(try transform(try result.get()))
    }
  }

  /// Another stream in place of each failure, merged with the values.
  ///
  /// ```
  /// source      ──1──✕────2──▶
  /// stream of ✕      a──b|
  /// recoverWith ──1──a──b─2──▶
  /// ```
  @inlinable
  public func recoverWith(
    context: ExecutionContext? = nil, capacity: Int? = nil,
    _ recovery: @escaping @Sendable (any Error) throws -> FutureStream<Value>
  ) -> FutureStream<Value> {
    merge(context, capacity: capacity) { result, merge in
      switch result {
      case .success(let value): merge.output.pass(.value(value))
      case .failure(let error): merge.follow(try recovery(error))
      }
    }
  }

  /// A future's result in place of each failure.
  ///
  /// ```
  /// source      ──1──✕────2──▶
  /// future of ✕      ──a
  /// recoverWith ──1────a──2──▶
  /// ```
  @inlinable
  public func recoverWith(
    context: ExecutionContext? = nil, capacity: Int? = nil,
    _ recovery: @escaping @Sendable (any Error) throws -> Future<Value>
  ) -> FutureStream<Value> {
    merge(context, capacity: capacity) { result, merge in
      switch result {
      case .success(let value): merge.output.pass(.value(value))
      case .failure(let error): merge.follow(try recovery(error))
      }
    }
  }
}

extension Future {
  /// A stream that this future leads to.
  @inlinable
  func stream<Output: Sendable>(
    _ context: ExecutionContext?, _ capacity: Int?,
    _ body: @escaping @Sendable (Result<Value, any Error>) throws -> Lead<Output>
  ) -> FutureStream<Output> {
    let origin = StreamOrigin(isPending: true)
    let merge = Merge<Output>(
      context: self.context, capacity: capacity ?? FutureStream<Output>.defaultCapacity,
      origin: origin)
    let subscription = onComplete(context: context) { result in
      do {
        switch try body(result) {
        case .value(let value):
          origin.resolve(to: origin)
          merge.output.pass(.value(value))
        case .stream(let inner):
          merge.follow(inner, resolving: origin)
        }
      } catch {
        origin.resolve(to: origin)
        merge.output.pass(.failure(error))
      }
      merge.endOuter()
    }
    merge.merger.attachOuter(FollowedFuture(subscription))
    return merge.output
  }

  /// Goes on with the stream that the closure returns.
  ///
  /// A failure is one failure in that stream, and its end.
  ///
  /// ```
  /// future    ───1
  /// stream of 1  ──a──b──▶
  /// flatMap   ─────a──b──▶
  /// ```
  @inlinable
  public func flatMap<Output: Sendable>(
    context: ExecutionContext? = nil, capacity: Int? = nil,
    _ transform: @escaping @Sendable (Value) throws -> FutureStream<Output>
  ) -> FutureStream<Output> {
    stream(context, capacity) { .stream(try transform(try $0.get())) }
  }

  /// A stream in place of the failure; a value is the one element of the stream.
  ///
  /// ```
  /// future       ───✕
  /// stream of ✕     ──a──b──▶
  /// recoverWith  ─────a──b──▶
  /// ```
  @inlinable
  public func recoverWith(
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

/// What a future that leads to a stream leads to.
@usableFromInline
enum Lead<Value: Sendable>: Sendable {
  case value(Value)
  case stream(FutureStream<Value>)
}
