/// Results over time: values and failures, and at last, perhaps, an end.
///
/// A failure is an element and not the end. Streams are multicast: each subscriber gets every
/// element that comes after it, in order, in its context, through a buffer of its own that drops
/// the oldest elements when it is full. What comes before the first subscriber is kept for it, at
/// least 16 elements. An operation lasts as long as its stream has subscribers: when the last one
/// leaves, the operation stops, and a derived stream leaves its source and finishes.
public final class FutureStream<Value: Sendable>: Sendable {
  /// How many elements a subscriber's buffer holds unless it says otherwise.
  public static var defaultCapacity: Int { 1024 }

  /// Where callbacks run and what derived streams inherit.
  public let context: ExecutionContext
  /// The size of subscribers' buffers unless they say otherwise.
  public let capacity: Int

  let origin: StreamOrigin
  let replaysCurrent: Bool
  private let isDerived: Bool
  private let state: Lock<StreamCore<Value, Subscriber<Value>>>

  init(
    context: ExecutionContext, capacity: Int, origin: StreamOrigin = StreamOrigin(),
    replaysCurrent: Bool = false, isDerived: Bool, upstream: (any Cancellable)?
  ) {
    self.context = context
    self.capacity = Swift.max(1, capacity)
    self.origin = origin
    self.replaysCurrent = replaysCurrent
    self.isDerived = isDerived
    state = Lock(
      StreamCore(capacity: capacity, replaysCurrent: replaysCurrent, upstream: upstream))
  }

  /// True once the stream has ended, though subscribers may have buffered elements to come.
  public var isFinished: Bool {
    state.withLock { $0.isFinished }
  }

  /// How many parties are subscribed: callbacks, derived streams and iterators.
  public var subscriberCount: Int {
    state.withLock { $0.subscribers.count }
  }

  /// Ends the stream and what stands behind it: a derived stream leaves its sources; the operation
  /// of a root stream stops.
  ///
  /// Subscribers get what they have buffered, and then the end.
  public func cancel() {
    guard let upstream = end() else { return }
    Trampoline.current.run(ClosureJob { upstream.cancel() })
  }

  // MARK: Writing

  @discardableResult
  func emit(_ result: Result<Value, any Error>) -> Bool {
    let turns = state.withLock { core -> Turns? in
      guard core.accept(result) else { return nil }
      var turns = Turns()
      core.subscribers.forEach { if $0.push(result) { turns.add($0) } }
      return turns
    }
    turns?.submit()
    return turns != nil
  }

  func finish() {
    _ = end()
  }

  /// Ends the stream, and returns what was behind it if it was open.
  private func end() -> (any Cancellable)? {
    let ending = state.withLock { core -> (Turns, StreamCore<Value, Subscriber<Value>>.Finale)? in
      guard let finale = core.finish() else { return nil }
      var turns = Turns()
      finale.subscribers.forEach { if $0.end() { turns.add($0) } }
      finale.watchers.forEach { if $0.end() { turns.add($0) } }
      return (turns, finale)
    }
    ending?.0.submit()
    return ending?.1.upstream
  }

  // MARK: Subscribing

  @discardableResult
  func subscribe(
    _ context: ExecutionContext?, capacity: Int? = nil,
    _ handler: @escaping Subscriber<Value>.Handler
  ) -> Subscriber<Value> {
    let subscriber = Subscriber(
      of: self, at: context ?? self.context, capacity: capacity ?? self.capacity, handler)
    let turns = state.withLock { core -> Turns in
      let welcome = core.subscribe(subscriber)
      subscriber.registration = welcome.registration
      var turns = Turns()
      var kept = welcome.kept
      while let result = kept.popFirst() {
        if subscriber.push(result, isKept: true) { turns.add(subscriber) }
      }
      if welcome.isFinished, subscriber.end() { turns.add(subscriber) }
      return turns
    }
    turns.submit()
    return subscriber
  }

  func watch(
    _ context: ExecutionContext?, _ handler: @escaping Subscriber<Value>.Handler
  ) -> Subscriber<Value> {
    let watcher = Subscriber(
      of: self, at: context ?? self.context, capacity: 1, isWatcher: true, handler)
    let turns = state.withLock { core -> Turns in
      var turns = Turns()
      if let registration = core.watch(watcher) {
        watcher.registration = registration
      } else if watcher.end() {
        turns.add(watcher)
      }
      return turns
    }
    turns.submit()
    return watcher
  }

  func takeFirst() -> Result<Value, any Error>? {
    state.withLock { $0.takeFirst() }
  }

  func remove(_ subscriber: Subscriber<Value>, quietly: Bool) {
    let unused = state.withLock { core -> (any Cancellable)? in
      guard !subscriber.isWatcher else {
        core.removeWatcher(subscriber.registration)
        return nil
      }
      return core.remove(subscriber.registration) && !quietly ? core.upstream : nil
    }
    guard let unused else { return }
    // In a job of its own: leaving goes up a chain of streams, which may be long.
    Trampoline.current.run(ClosureJob { self.isDerived ? self.cancel() : unused.cancel() })
  }
}

extension FutureStream: Cancellable {}

/// The turns that became due under a lock, to be handed over after it.
private struct Turns: Sendable {
  private var first: Turn?
  private var rest: [Turn] = []

  private struct Turn: Sendable {
    let site: ExecutionContext
    let job: any Job
  }

  mutating func add<Value>(_ subscriber: Subscriber<Value>) {
    let turn = Turn(site: subscriber.site, job: subscriber)
    if first == nil { first = turn } else { rest.append(turn) }
  }

  func submit() {
    guard let first else { return }
    guard !rest.isEmpty else { return first.site.run(first.job) }
    let trampoline = Trampoline.current
    first.site.submit(first.job, on: trampoline)
    for turn in rest { turn.site.submit(turn.job, on: trampoline) }
    trampoline.flush()
  }
}
