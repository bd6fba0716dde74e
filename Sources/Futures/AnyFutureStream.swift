/// A stream whose values do not matter: one that can be cancelled, and asked about its state.
///
/// `@unchecked Sendable`, because subclasses are not checked otherwise: `FutureStream` adds no
/// storage, and what changes is behind `state`.
public class AnyFutureStream: @unchecked Sendable {
  /// Where callbacks run and what derived streams inherit.
  public final let context: ExecutionContext
  /// The size of subscribers' buffers unless they say otherwise.
  public final let capacity: Int

  final let origin: StreamOrigin
  final let replaysCurrent: Bool
  private final let isDerived: Bool
  private final let state: Lock<StreamCore<Subscriber>>

  init(
    context: ExecutionContext, capacity: Int, origin: StreamOrigin = StreamOrigin(),
    replaysCurrent: Bool = false, isDerived: Bool, upstream: (any Cancellable)?
  ) {
    self.context = context
    self.capacity = max(1, capacity)
    self.origin = origin
    self.replaysCurrent = replaysCurrent
    self.isDerived = isDerived
    state = Lock(
      StreamCore(capacity: capacity, replaysCurrent: replaysCurrent, upstream: upstream))
  }

  /// True once the stream has ended, though subscribers may have buffered elements to come.
  public final var isFinished: Bool {
    state.withLock { $0.isFinished }
  }

  /// How many parties are subscribed: callbacks, derived streams and iterators.
  public final var subscriberCount: Int {
    state.withLock { $0.subscribers.count }
  }

  /// Ends the stream and what stands behind it: a derived stream leaves its sources; the operation
  /// of a root stream stops.
  ///
  /// Subscribers get what they have buffered, and then the end.
  public final func cancel() {
    guard let upstream = end() else { return }
    Trampoline.current.run(ClosureJob { upstream.cancel() })
  }

  // MARK: Writing

  @discardableResult
  final func emit(_ outcome: Outcome) -> Bool {
    let turns = state.withLock { core -> Turns? in
      guard core.accept(outcome) else { return nil }
      var turns = Turns()
      core.subscribers.forEach { if $0.push(outcome) { turns.add($0) } }
      return turns
    }
    turns?.submit()
    return turns != nil
  }

  final func finish() {
    _ = end()
  }

  final func forgetCurrent() {
    state.withLock { $0.forgetCurrent() }
  }

  func discardKept() {
    // Values may do work in their deinit, which is no business of the lock.
    _ = state.withLock { $0.discardKept() }
  }

  /// Ends the stream, and returns what was behind it if it was open.
  private final func end() -> (any Cancellable)? {
    let ending = state.withLock { core -> (Turns, StreamCore<Subscriber>.Finale)? in
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
  final func subscribe(
    _ context: ExecutionContext?, capacity: Int? = nil,
    _ handler: @escaping Subscriber.Handler
  ) -> Subscriber {
    let subscriber = Subscriber(
      of: self, at: context ?? self.context, capacity: capacity ?? self.capacity, handler)
    let turns = state.withLock { core -> Turns in
      let welcome = core.subscribe(subscriber)
      subscriber.registration = welcome.registration
      var turns = Turns()
      var kept = welcome.kept
      while let outcome = kept.popFirst() {
        if subscriber.push(outcome, isKept: true) { turns.add(subscriber) }
      }
      if welcome.isFinished, subscriber.end() { turns.add(subscriber) }
      return turns
    }
    turns.submit()
    return subscriber
  }

  final func watch(
    _ context: ExecutionContext?, _ handler: @escaping Subscriber.Handler
  ) -> Subscriber {
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

  final func takeFirst() -> Outcome? {
    state.withLock { $0.takeFirst() }
  }

  final func remove(_ subscriber: Subscriber, quietly: Bool) {
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

extension AnyFutureStream: Cancellable {}

/// The turns that became due under a lock, to be handed over after it.
private struct Turns: Sendable {
  private var first: Turn?
  private var rest: [Turn] = []

  private struct Turn: Sendable {
    let site: ExecutionContext
    let job: Job
  }

  mutating func add(_ subscriber: Subscriber) {
    let turn = Turn(site: subscriber.site, job: subscriber)
    if first == nil { first = turn } else { rest.append(turn) }
  }

  func submit() {
    guard let first else { return }
    guard !rest.isEmpty else { return first.site.run(first.job) }
    let trampoline = Trampoline.current
    first.site.submit(.passRetained(first.job), on: trampoline)
    for turn in rest { turn.site.submit(.passRetained(turn.job), on: trampoline) }
    trampoline.flush()
  }
}
