/// What an operator that looks at time is told.
@usableFromInline
enum TimedEvent<Value: Sendable>: Sendable {
  case source(StreamEvent<Value>)
  case tick
}

extension FutureStream {
  /// The way to write an operator that looks at time: as `derive`, but it is told of ticks as well,
  /// in one order with the events.
  ///
  /// Events and ticks come by a gate of their own, so that `body` may pass on to `output` at both.
  /// The timer ends with the output.
  @inlinable
  func timed<Output: Sendable>(
    startingWith first: Duration? = nil,
    _ body: @escaping @Sendable (TimedEvent<Value>, StreamClock, FutureStream<Output>) -> Void
  ) -> FutureStream<Output> {
    let merge = Merge<TimedEvent<Value>>(
      context: context, capacity: capacity, origin: origin, policy: .all)
    let events = merge.output
    let clock = StreamClock(context) { events.emit(.value(.tick)) }
    let output: FutureStream<Output> = events.derive(.inline) { event, output in
      switch event {
      case .value(let event): body(event, clock, output)
      case .failure(let error): output.pass(.failure(error))
      case .finished: output.pass(.finished)
      }
    }
    merge.merger.attach(merge.merger.begin(), clock)
    if let first { clock.set(first) }
    let seat = Seat()
    merge.merger.attachOuter(seat)
    subscribe(.inline, seat: seat) { event in
      events.pass(.value(.source(event)))
      guard case .finished = event else { return }
      clock.leave(quietly: true)
      events.pass(.finished)
    }
    return output
  }

  /// The newest value once none has come for a while.
  ///
  /// For input that bounces, or bursts of which the end matters. Failures come at once; at the end
  /// the value that waits comes first. Time is the context's.
  ///
  /// ```
  /// source      ──1─2───────3─|
  /// debounce(3) ───────2──────3|
  /// ```
  @inlinable
  public func debounce(_ pause: Duration) -> FutureStream<Value> {
    let held = OperatorState<Value?>(nil)
    return timed { event, clock, output in
      switch event {
      case .source(.value(let value)):
        held.value = value
        return clock.set(pause)
      case .source(.failure(let error)):
        return output.pass(.failure(error))
      case .source(.finished), .tick:
        if let value = held.value.take() { output.pass(.value(value)) }
      }
    }
  }

  /// At most one value in each `interval`.
  ///
  /// The first comes at once. Of those that come before the interval is over, the newest comes at
  /// its end; without `latest` they are left out. Failures come at once; at the end the value that
  /// waits comes first. Time is the context's.
  ///
  /// ```
  /// source      ──1─2─3─────4──▶
  /// throttle(5) ──1────3────4──▶
  /// ```
  @inlinable
  public func throttle(_ interval: Duration, latest: Bool = true) -> FutureStream<Value> {
    let state = OperatorState<(isRunning: Bool, held: Value?)>((false, nil))
    return timed { event, clock, output in
      switch event {
      case .source(.value(let value)):
        guard !state.value.isRunning else {
          if latest { state.value.held = value }
          return
        }
        state.value.isRunning = true
        output.pass(.value(value))
        clock.set(interval)
      case .source(.failure(let error)):
        output.pass(.failure(error))
      case .source(.finished):
        if let value = state.value.held.take() { output.pass(.value(value)) }
      case .tick:
        guard let value = state.value.held.take() else { return state.value.isRunning = false }
        output.pass(.value(value))
        clock.set(interval)
      }
    }
  }

  /// Has a failure as an element when there was no element for a while, and goes on.
  ///
  /// The clock begins with the call, and anew with each element. The failure is
  /// `FuturesError.timeout`; there is one for each silence, however long. Time is the context's.
  ///
  /// ```
  /// source     ──1───────2──▶
  /// timeout(4) ──1────✕──2──▶
  /// ```
  @inlinable
  public func timeout(_ duration: Duration) -> FutureStream<Value> {
    timed(startingWith: duration) { event, clock, output in
      switch event {
      case .source(let event):
        if event.isElement { clock.set(duration) }
        output.pass(event)
      case .tick:
        output.pass(.failure(FuturesError.silence(of: duration)))
      }
    }
  }
}
