/// Who asked for a link.
enum LinkOwner: Sendable {
  case program
  /// Visits take down what they made.
  case visit
}

/// The visits of one peripheral that are under way, which share a link.
struct Visits: Sendable {
  private var count = 0
  /// Who asked first for the link, or the attempt, that there is; the program counts more.
  private var owner: LinkOwner?

  /// A visit begins; returns whether it has to make the link.
  mutating func begin(isLinked: Bool) -> Bool {
    count += 1
    return !isLinked
  }

  mutating func linkAsked(by owner: LinkOwner) {
    if owner == .program || self.owner == nil { self.owner = owner }
  }

  /// There is no link any more, and no attempt.
  mutating func linkIsOver() { owner = nil }

  /// A visit is over; returns whether the link goes with it.
  mutating func end() -> Bool {
    count -= 1
    return count == 0 && owner == .visit
  }
}
