extension FutureStream {
  /// The elements of both streams, as they come; it ends when both have.
  ///
  /// ```
  /// a          ──1─────2──|
  /// b          ─────a─────────b──|
  /// a.merge(b) ──1──a──2──────b──|
  /// ```
  @inlinable
  public func merge(_ other: FutureStream<Value>) -> FutureStream<Value> {
    FutureStream.merge([self, other])
  }

  /// The elements of several streams, as they come; it ends when all have.
  @inlinable
  public static func merge(_ streams: [FutureStream<Value>]) -> FutureStream<Value> {
    let first = streams.first
    let merge = Merge<Value>(
      context: first?.context ?? .inline, capacity: first?.capacity ?? defaultCapacity,
      origin: StreamOrigin(), policy: .all)
    for stream in streams { merge.follow(stream) }
    merge.endOuter()
    return merge.output
  }

  /// The newest values of both streams, each time one of them has a new one and the other had one.
  ///
  /// Failures of both pass. It ends when both have.
  ///
  /// ```
  /// a                  ──1─────────2──────▶
  /// b                  ─────x───y─────────▶
  /// a.combineLatest(b) ─────1x──1y──2y────▶
  /// ```
  @inlinable
  public func combineLatest<Other: Sendable>(
    _ other: FutureStream<Other>
  ) -> FutureStream<(Value, Other)> {
    let newest = OperatorState<(Value?, Other?)>((nil, nil))
    return halves(other).derive(.inline) { event, output in
      switch event {
      case .value(.left(let left)): newest.value.0 = left
      case .value(.right(let right)): newest.value.1 = right
      case .failure(let error): return output.pass(.failure(error))
      case .finished: return output.pass(.finished)
      }
      if case (let left?, let right?) = newest.value { output.pass(.value((left, right))) }
    }
  }

  /// Pairs of the values of both streams: the first with the first, the second with the second.
  ///
  /// What waits for its other half is bounded by the stream's `capacity`; the oldest is dropped.
  /// Failures of both pass. It ends when both have.
  ///
  /// ```
  /// a        ──1──2─────3──▶
  /// b        ─────x──y─────▶
  /// a.zip(b) ─────1x─2y────▶
  /// ```
  @inlinable
  public func zip<Other: Sendable>(_ other: FutureStream<Other>) -> FutureStream<(Value, Other)> {
    let waiting = OperatorState((FIFO<Value>(), FIFO<Other>()))
    let capacity = capacity
    return halves(other).derive(.inline) { event, output in
      switch event {
      case .value(.left(let left)): waiting.value.0.append(left)
      case .value(.right(let right)): waiting.value.1.append(right)
      case .failure(let error): return output.pass(.failure(error))
      case .finished: return output.pass(.finished)
      }
      if !waiting.value.0.isEmpty, let right = waiting.value.1.popFirst(),
        let left = waiting.value.0.popFirst()
      {
        output.pass(.value((left, right)))
      }
      if waiting.value.0.count > capacity { _ = waiting.value.0.popFirst() }
      if waiting.value.1.count > capacity { _ = waiting.value.1.popFirst() }
    }
  }

  /// The values of both streams in the order in which they come.
  @inlinable
  func halves<Other: Sendable>(_ other: FutureStream<Other>) -> FutureStream<Half<Value, Other>> {
    let merge = Merge<Half<Value, Other>>(
      context: context, capacity: capacity, origin: StreamOrigin(), policy: .all)
    merge.follow(self) { .left($0) }
    merge.follow(other) { .right($0) }
    merge.endOuter()
    return merge.output
  }
}

/// A value of one of two streams.
@usableFromInline
enum Half<Left: Sendable, Right: Sendable>: Sendable {
  case left(Left)
  case right(Right)
}

extension Merge {
  /// Adds a stream whose values come as what the closure makes of them.
  @inlinable
  func follow<Input: Sendable>(
    _ inner: FutureStream<Input>, _ transform: @escaping @Sendable (Input) -> Output
  ) {
    let id = merger.begin()
    let seat = Seat()
    merger.attach(id, seat)
    inner.subscribe(.inline, seat: seat) { event in
      switch event {
      case .value(let value): output.pass(.value(transform(value)))
      case .failure(let error): output.pass(.failure(error))
      case .finished: end(id)
      }
    }
  }
}
