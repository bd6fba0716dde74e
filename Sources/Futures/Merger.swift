/// Keeps the books of a merged stream: which sources it follows, and when all have ended.
@usableFromInline
final class Merger: Leavable {
  /// Which of the streams it was led to it follows.
  @usableFromInline
  enum Policy: Sendable {
    /// All, but of one origin only the newest.
    case newestOfEachOrigin
    /// The newest.
    case latest
    /// All.
    case all
  }

  private let policy: Policy
  private let core = Lock(MergeCore())

  @usableFromInline
  init(_ policy: Policy) {
    self.policy = policy
  }

  @usableFromInline
  func attachOuter(_ party: any Leavable) {
    core.withLock { $0.attachOuter(party) }?.leave(quietly: false)
  }

  /// True if everything has ended.
  @usableFromInline
  func endOuter() -> Bool {
    core.withLock { $0.endOuter() }
  }

  @usableFromInline
  func begin() -> Int {
    core.withLock { $0.begin() }
  }

  @usableFromInline
  func attach(_ id: Int, _ party: any Leavable) {
    core.withLock { $0.attach(id, party) }?.leave(quietly: false)
  }

  /// Leaves what the new one takes the place of: of the same origin, or any; true if there was one.
  @usableFromInline
  @discardableResult
  func identify(_ id: Int, as origin: StreamOrigin?) -> Bool {
    switch policy {
    case .latest: leaveOlder(than: id, of: ObjectIdentifier(self))
    case .newestOfEachOrigin:
      origin?.whenKnown { self.leaveOlder(than: id, of: ObjectIdentifier($0)) } ?? false
    case .all: false
    }
  }

  private func leaveOlder(than id: Int, of origin: ObjectIdentifier) -> Bool {
    let older = core.withLock { $0.identify(id, as: origin) }
    for party in older { party.leave(quietly: false) }
    return !older.isEmpty
  }

  /// True if everything has ended.
  @usableFromInline
  func end(_ id: Int) -> Bool {
    core.withLock { $0.end(id) }
  }

  /// The merged stream was left or cancelled: leaves everything.
  @usableFromInline
  func leave(quietly: Bool) {
    for party in core.withLock({ $0.cancel() }) { party.leave(quietly: quietly) }
  }
}

/// A future that is followed; leaving it quietly is leaving it, since it waits for nobody else.
@usableFromInline
struct FollowedFuture: Leavable {
  private let subscription: Subscription

  @usableFromInline
  init(_ subscription: Subscription) {
    self.subscription = subscription
  }

  @usableFromInline
  func leave(quietly: Bool) {
    subscription.cancel()
  }
}
