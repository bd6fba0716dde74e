extension FutureStream {
  /// What has come of all values so far, after each; failures stay and count for nothing.
  ///
  /// What the closure throws is a failure in place of the value, and what has come stays as it was.
  ///
  /// ```
  /// source     ──1──2──✕──3──▶
  /// scan(0, +) ──1──3──✕──6──▶
  /// ```
  @inlinable
  public func scan<Output: Sendable>(
    context: ExecutionContext? = nil, _ initial: Output,
    _ combine: @escaping @Sendable (Output, Value) throws -> Output
  ) -> FutureStream<Output> {
    let soFar = OperatorState(initial)
    return derive(context) { event, output in
      switch event {
      case .value(let value):
        do {
          soFar.value = try combine(soFar.value, value)
          output.pass(.value(soFar.value))
        } catch {
          output.pass(.failure(error))
        }
      case .failure(let error): output.pass(.failure(error))
      case .finished: output.pass(.finished)
      }
    }
  }

  /// All values up to the end, as a future, which fails with the first failure.
  ///
  /// For streams that end and are small: the values are kept until then. Cancelling the future
  /// leaves the stream.
  ///
  /// ```
  /// source    ──1──2──3──|
  /// collect() ───────────[1, 2, 3]
  /// ```
  @inlinable
  public func collect() -> Future<[Value]> {
    let seat = Seat()
    let promise = Promise<[Value]>(context: context, onCancel: { seat.leave() })
    let values = OperatorState<[Value]>([])
    subscribe(.inline, seat: seat) { event in
      switch event {
      case .value(let value): values.value.append(value)
      case .failure(let error):
        promise.failure(error)
        seat.leave()
      case .finished: promise.success(values.value)
      }
    }
    return promise.future
  }

  /// The values in arrays of `count`, at least one; a failure, or the end, comes after what there
  /// is so far.
  ///
  /// ```
  /// source     ──1──2──3──4──5──|
  /// collect(2) ─────[1,2]──[3,4]──[5]|
  /// ```
  @inlinable
  public func collect(_ count: Int) -> FutureStream<[Value]> {
    let values = OperatorState<[Value]>([])
    let count = Swift.max(1, count)
    return derive(.inline) { event, output in
      if case .value(let value) = event {
        values.value.append(value)
        guard values.value.count == count else { return }
      }
      if !values.value.isEmpty {
        var full: [Value] = []
        swap(&full, &values.value)
        output.pass(.value(full))
      }
      switch event {
      case .value: break
      case .failure(let error): output.pass(.failure(error))
      case .finished: output.pass(.finished)
      }
    }
  }
}
