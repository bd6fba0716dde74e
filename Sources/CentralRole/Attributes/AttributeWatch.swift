package import DBus

/// Watches a peripheral's attributes come and go over one link.
///
/// When a peripheral changes its services, the daemon removes and adds their objects one by one
/// and does not tell when it is done (with some versions also after it told that services are
/// resolved). So a change is over when nothing has happened for a while; what came and went is
/// then told together.
package struct AttributeWatch: Sendable {
  package typealias Epoch = Int

  /// How long nothing must happen.
  package static let quiet: Duration = .milliseconds(500)
  /// How long a change may last before it is told anyway.
  package static let longest: Duration = .seconds(10)

  /// What has come and gone since the attributes began to change.
  package struct Change: Sendable, Equatable {
    package var removed: Set<ObjectPath> = []
    package var added: Set<ObjectPath> = []
    /// The link is so new that its attributes are still being listed, which is no change.
    package var isFirst = false
    var began: Duration
    var last: Duration
  }

  private enum State: Sendable {
    /// No link whose attributes count.
    case unlinked
    /// Nothing changes.
    case steady(Epoch)
    /// A timer of the epoch looks whether the change is over.
    case changing(Epoch, Change)
  }

  package enum Action: Sendable, Equatable {
    case setTimer(Epoch, after: Duration)
    /// The attributes are what they are again.
    case settle(Change)
  }

  private var state: State = .unlinked

  package init() {}

  /// Whether discovery would find everything.
  package var isSettled: Bool { if case .changing = state { false } else { true } }

  /// A link is there; objects were listed only just now if the daemon was late with them.
  package mutating func linked(_ epoch: Epoch, isLate: Bool, at now: Duration) -> [Action] {
    guard isLate else {
      state = .steady(epoch)
      return []
    }
    state = .changing(epoch, Change(isFirst: true, began: now, last: now))
    return [.setTimer(epoch, after: Self.quiet)]
  }

  package mutating func added(_ path: ObjectPath, at now: Duration) -> [Action] {
    change(at: now) { $0.added.insert(path) }
  }

  package mutating func removed(_ path: ObjectPath, at now: Duration) -> [Action] {
    change(at: now) { change in
      // What came and went within one change was never there.
      if change.added.remove(path) == nil { change.removed.insert(path) }
    }
  }

  package mutating func timerFired(
    _ epoch: Epoch, isResolved: Bool, at now: Duration
  ) -> [Action] {
    guard case .changing(epoch, let change) = state else { return [] }
    let isOver = isResolved && now - change.last >= Self.quiet
    guard isOver || now - change.began >= Self.longest else {
      return [.setTimer(epoch, after: max(change.last + Self.quiet - now, .milliseconds(100)))]
    }
    state = .steady(epoch)
    return [.settle(change)]
  }

  /// Whoever waits for the attributes need not any more.
  package mutating func linkEnded() {
    state = .unlinked
  }

  private mutating func change(
    at now: Duration, _ edit: (inout Change) -> Void
  ) -> [Action] {
    switch state {
    case .unlinked:
      return []
    case .steady(let epoch):
      var change = Change(began: now, last: now)
      edit(&change)
      state = .changing(epoch, change)
      return [.setTimer(epoch, after: Self.quiet)]
    case .changing(let epoch, var change):
      change.last = now
      edit(&change)
      state = .changing(epoch, change)
      return []
    }
  }
}
