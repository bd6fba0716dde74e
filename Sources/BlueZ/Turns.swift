package import DBus
import Futures

/// Who may make a connection now: one at a time on each adapter, the others in the order of their wish.
///
/// A controller makes one Low Energy link at a time and refuses a second attempt as busy, so all
/// managers of a session take turns.
package struct TurnQueue<Member: Hashable & Sendable>: Sendable {
  private var active: Member?
  private var waiting: [Member] = []

  package init() {}

  package var isEmpty: Bool { active == nil && waiting.isEmpty }

  /// Joins at the end; returns whether it is the member's turn already.
  package mutating func join(_ member: Member) -> Bool {
    guard active != nil else {
      active = member
      return true
    }
    if active != member, !waiting.contains(member) { waiting.append(member) }
    return active == member
  }

  /// Leaves, from whatever place; returns the member whose turn comes with that.
  package mutating func leave(_ member: Member) -> Member? {
    guard active == member else {
      waiting.removeAll { $0 == member }
      return nil
    }
    active = waiting.isEmpty ? nil : waiting.removeFirst()
    return active
  }
}

/// The turns of all adapters of a session.
package final class Turns: Sendable {
  private struct Shared {
    var queues: [ObjectPath: TurnQueue<ObjectIdentifier>] = [:]
    var calls: [ObjectIdentifier: @Sendable () -> Void] = [:]
  }

  private let shared = Lock(Shared())
  private let loop: any EventLoop

  init(loop: any EventLoop) { self.loop = loop }

  /// Calls the closure once when the turn comes, on the loop; at once if it is free.
  package func join(
    _ adapter: ObjectPath, _ member: ObjectIdentifier, _ call: @escaping @Sendable () -> Void
  ) {
    let isFree = shared.withLock { shared in
      let isFree = shared.queues[adapter, default: TurnQueue()].join(member)
      if !isFree { shared.calls[member] = call }
      return isFree
    }
    if isFree { call() }
  }

  /// Gives the turn or the place in the queue back; harmless without one.
  package func leave(_ adapter: ObjectPath, _ member: ObjectIdentifier) {
    let (own, next) = shared.withLock { shared in
      let next = shared.queues[adapter]?.leave(member)
      if shared.queues[adapter]?.isEmpty == true { shared.queues[adapter] = nil }
      let own = shared.calls.removeValue(forKey: member)
      return (own, next.flatMap { shared.calls.removeValue(forKey: $0) })
    }
    // What this call lets go of goes after the lock.
    _ = own
    if let next { loop.execute(next) }
  }
}
