/// A stream whose values do not matter: one that can be cancelled, and asked about its state.
///
/// `@unchecked Sendable`: the lists are guarded by the gate, which the compiler can not see, and
/// are unchecked for exclusivity because the gate gives that. The rest is constant or atomic.
public class AnyFutureStream: @unchecked Sendable {
  /// Where callbacks run and what derived streams inherit.
  public final let context: ExecutionContext
  /// The size of subscribers' buffers unless they say otherwise.
  public final let capacity: Int
  /// Which element gives way when the buffer of a subscriber is full.
  public final let overflow: StreamOverflow

  @usableFromInline final let gate: Gate
  @usableFromInline final let origin: StreamOrigin
  @usableFromInline final let isDerived: Bool
  @exclusivity(unchecked)
  @usableFromInline final var subscribers = SubscriberList()
  /// As the history says, but readable where the type of the values is known and where it is not.
  @exclusivity(unchecked)
  @usableFromInline final var hasEnded = false
  @exclusivity(unchecked)
  private final var watchers = SubscriberList()
  private final let standing = Standing()
  private final let upstream: Lock<(any Leavable)?>

  init(
    context: ExecutionContext, capacity: Int, overflow: StreamOverflow, gate: Gate,
    origin: StreamOrigin, isDerived: Bool,
    upstream: (any Leavable)?
  ) {
    self.context = context
    self.capacity = max(1, capacity)
    self.overflow = overflow
    self.gate = gate
    self.origin = origin
    self.isDerived = isDerived
    self.upstream = Lock(upstream)
  }

  deinit {
    while subscribers.popFirst() != nil {}
    while watchers.popFirst() != nil {}
  }

  /// True once the stream has ended, though subscribers may have buffered elements to come.
  public final var isFinished: Bool { standing.isOver }

  /// How many parties are subscribed: callbacks, derived streams and iterators.
  public final var subscriberCount: Int { standing.subscriberCount }

  /// Ends the stream and what stands behind it: a derived stream leaves its sources; the operation
  /// of a root stream stops.
  ///
  /// Subscribers get what they have buffered, and then the end.
  public final func cancel() {
    end(quietly: false)
  }

  /// Does a step inside the gate, now or when it may be.
  @usableFromInline
  final func perform(_ step: @escaping Gate.Step) {
    guard gate.enter() else { return gate.later(step) }
    step()
    gate.leave()
  }

  // MARK: The end

  /// Ends the stream and lets go of what stands behind it.
  @usableFromInline
  final func finish() {
    guard standing.finish() else { return }
    perform { self.conclude() }
    forgetUpstream()
  }

  /// The end itself; inside the gate.
  @usableFromInline
  final func conclude() {
    guard finishHistory() else { return }
    hasEnded = true
    _ = standing.finish()
    while let subscriber = subscribers.popFirst() { subscriber.end() }
    while let watcher = watchers.popFirst() { watcher.end() }
    forgetUpstream()
  }

  /// False if it was finished; inside the gate.
  func finishHistory() -> Bool { false }

  private final func forgetUpstream() {
    // Let go of after the lock.
    _ = upstream.withLock { $0.take() }
  }

  private final func end(quietly: Bool) {
    guard standing.finish() else { return }
    let upstream = upstream.withLock { $0.take() }
    perform { self.conclude() }
    guard let upstream else { return }
    // In a job of its own: leaving goes up a chain of streams, which may be long.
    Trampoline.current.run(ClosureJob { upstream.leave(quietly: quietly) })
  }

  // MARK: Parties

  /// Notes what stands behind a derived stream.
  @usableFromInline
  final func attach(_ upstream: any Leavable) {
    self.upstream.withLock { $0 = upstream }
    if isFinished { forgetUpstream() }
  }

  /// Counts a subscriber; false if its seat was left before.
  @usableFromInline
  final func join(_ subscriber: Subscriber) -> Bool {
    guard subscriber.seat.take(subscriber, at: self) else { return false }
    standing.join()
    return true
  }

  final func watch(
    _ context: ExecutionContext?, _ body: @escaping @Sendable () -> Void
  ) -> Seat {
    let seat = Seat()
    let watcher = EndWatcher(of: self, at: context ?? self.context, seat, body)
    _ = seat.take(watcher, at: self)
    perform {
      guard watcher.isOpen else { return }
      if self.isConcluded { watcher.end() } else { self.watchers.append(watcher) }
    }
    return seat
  }

  /// True after the end; inside the gate.
  var isConcluded: Bool { true }

  final func remove(_ subscriber: Subscriber, quietly: Bool) {
    guard !(subscriber is EndWatcher) else {
      return perform { self.watchers.remove(subscriber) }
    }
    let isLast = standing.part()
    perform { self.subscribers.remove(subscriber) }
    guard isLast else { return }
    if isDerived {
      Trampoline.current.run(ClosureJob { self.end(quietly: quietly) })
    } else if !quietly, let operation = upstream.withLock({ $0 }) {
      Trampoline.current.run(ClosureJob { operation.leave(quietly: false) })
    }
  }
}

extension AnyFutureStream: Cancellable {}
