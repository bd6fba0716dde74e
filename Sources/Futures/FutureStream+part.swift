extension FutureStream {
  /// The first `count` elements, values and failures, and then the end.
  ///
  /// It leaves its source with the last of them, so that an operation which nobody else uses stops.
  /// None or fewer are wanted of a count that is not positive.
  ///
  /// ```
  /// source    ──1──2──✕──3──▶
  /// prefix(2) ──1──2|
  /// ```
  @inlinable
  public func prefix(_ count: Int) -> FutureStream<Value> {
    let left = OperatorState(count)
    let output: FutureStream<Value> = derive(.inline) { event, output in
      guard left.value > 0 else { return output.pass(.finished) }
      output.pass(event)
      left.value -= 1
      if left.value == 0 { output.cancel() }
    }
    if count <= 0 { output.cancel() }
    return output
  }

  /// The elements for as long as the closure accepts the values, and then the end.
  ///
  /// The value that is not accepted does not come; failures stay. What the closure throws is a
  /// failure, and the last element.
  ///
  /// ```
  /// source               ──1──2──5──1──▶
  /// prefix(while: < 3)   ──1──2──|
  /// ```
  @inlinable
  public func prefix(
    context: ExecutionContext? = nil, while accepts: @escaping @Sendable (Value) throws -> Bool
  ) -> FutureStream<Value> {
    derive(context) { event, output in
      guard case .value(let value) = event else { return output.pass(event) }
      do {
        guard try accepts(value) else { return output.cancel() }
        output.pass(event)
      } catch {
        output.pass(.failure(error))
        output.cancel()
      }
    }
  }

  /// The elements after the first `count`, values and failures.
  ///
  /// ```
  /// source       ──1──2──3──4──▶
  /// dropFirst(2) ────────3──4──▶
  /// ```
  @inlinable
  public func dropFirst(_ count: Int = 1) -> FutureStream<Value> {
    let left = OperatorState(count)
    return derive(.inline) { event, output in
      if left.value > 0, event.isElement {
        left.value -= 1
      } else {
        output.pass(event)
      }
    }
  }

  /// The values that differ from the one before by what the closure says; failures stay.
  ///
  /// ```
  /// source             ──1──1──✕──1──2──▶
  /// removeDuplicates() ──1─────✕─────2──▶
  /// ```
  @inlinable
  public func removeDuplicates(
    context: ExecutionContext? = nil,
    by areSame: @escaping @Sendable (_ last: Value, _ next: Value) throws -> Bool
  ) -> FutureStream<Value> {
    let last = OperatorState<Value?>(nil)
    return derive(context) { event, output in
      guard case .value(let value) = event else { return output.pass(event) }
      do {
        if let previous = last.value, try areSame(previous, value) { return }
        last.value = value
        output.pass(event)
      } catch {
        output.pass(.failure(error))
      }
    }
  }
}

extension FutureStream where Value: Equatable {
  /// The values that differ from the one before; failures stay.
  ///
  /// ```
  /// source             ──1──1──✕──1──2──▶
  /// removeDuplicates() ──1─────✕─────2──▶
  /// ```
  @inlinable
  public func removeDuplicates() -> FutureStream<Value> {
    removeDuplicates(context: .inline) { $0 == $1 }
  }
}
