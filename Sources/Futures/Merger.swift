/// Follows several sources for one merged stream.
final class Merger: Cancellable {
  /// Which of the streams it was led to it follows.
  enum Policy {
    /// All, but of one origin only the newest.
    case newestOfEachOrigin
    /// The newest.
    case latest
  }

  private let policy: Policy
  private let core = Lock(MergeCore())
  private let outer = Membership()
  private let stream = Lock<AnyFutureStream?>(nil)

  private init(_ policy: Policy) {
    self.policy = policy
  }

  /// A merged stream and what fills it.
  static func make<Output: Sendable>(
    context: ExecutionContext, capacity: Int, origin: StreamOrigin,
    policy: Policy = .newestOfEachOrigin
  ) -> (merger: Merger, stream: FutureStream<Output>) {
    let merger = Merger(policy)
    let stream = FutureStream<Output>(
      context: context, capacity: capacity, origin: origin, isDerived: true, upstream: merger)
    merger.stream.withLock { $0 = stream }
    return (merger, stream)
  }

  func attachOuter(_ subscription: Subscription) {
    outer.add(subscription)
  }

  func emit(_ outcome: Outcome) {
    stream.withLock { $0 }?.emit(outcome)
  }

  func endOuter() {
    if core.withLock({ $0.endOuter() }) { finish() }
  }

  func follow(_ inner: AnyFutureStream) {
    let id = core.withLock { $0.begin() }
    // It subscribes before it leaves the older one, so that the operation goes on.
    let subscriber = inner.subscribe(.inline) { event in
      switch event {
      case .element(let outcome): self.emit(outcome)
      case .finished: self.end(id)
      }
    }
    attach(id, Subscription(subscriber))
    switch policy {
    case .latest: identify(id, as: ObjectIdentifier(self))
    case .newestOfEachOrigin:
      inner.origin.whenKnown { self.identify(id, as: ObjectIdentifier($0)) }
    }
  }

  func follow<Value: Sendable>(_ inner: Future<Value>) {
    let id = core.withLock { $0.begin() }
    let subscription = inner.onComplete(context: .inline) { result in
      self.emit(Outcome(result))
      self.end(id)
    }
    attach(id, subscription)
    if policy == .latest { identify(id, as: ObjectIdentifier(self)) }
  }

  private func attach(_ id: Int, _ party: any Cancellable) {
    core.withLock { $0.attach(id, party) }?.cancel()
  }

  private func identify(_ id: Int, as origin: ObjectIdentifier) {
    for older in core.withLock({ $0.identify(id, as: origin) }) { older.cancel() }
  }

  private func end(_ id: Int) {
    if core.withLock({ $0.end(id) }) { finish() }
  }

  private func finish() {
    stream.withLock { $0.take() }?.finish()
  }

  /// The merged stream was left or cancelled: leaves everything.
  func cancel() {
    _ = stream.withLock { $0.take() }
    outer.cancel()
    for party in core.withLock({ $0.cancel() }) { party.cancel() }
  }
}
