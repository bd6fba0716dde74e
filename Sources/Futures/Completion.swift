/// Who waits for a future, until it is complete: the part of its state that has no value.
///
/// Generic over who is told. It performs nothing: each decision returns what its caller has to do
/// after the lock. One enumeration rather than a list, because most futures are awaited by one.
package enum Completion<Observer: Sendable>: Sendable {
  /// Pending, and nobody waits.
  case unwanted
  /// Pending, and one waits.
  case awaited(by: Observer)
  /// Pending, and several wait or did.
  case shared(Slots<Observer>)
  case complete

  /// Who was told first is in the first place.
  private static var first: Int { 0 }

  package var isComplete: Bool {
    if case .complete = self { true } else { false }
  }

  /// True while it is not complete and no party waits.
  package var isUnwanted: Bool {
    switch self {
    case .unwanted: true
    case .awaited, .complete: false
    case .shared(let slots): slots.isEmpty
    }
  }

  /// Completes it, and returns what it was: those who waited are due.
  package mutating func complete() -> Completion {
    let old = self
    self = .complete
    return old
  }

  /// The place of a new observer, or `nil` if it is due at once.
  package mutating func register(_ observer: Observer) -> Int? {
    switch self {
    case .unwanted:
      self = .awaited(by: observer)
      return Completion.first
    case .awaited(let other):
      var slots = Slots<Observer>()
      _ = slots.insert(other)
      let place = slots.insert(observer)
      self = .shared(slots)
      return place
    case .shared(var slots):
      // The copy goes first, so that the slots are changed in place.
      self = .unwanted
      let place = slots.insert(observer)
      self = .shared(slots)
      return place
    case .complete:
      return nil
    }
  }

  /// Takes an observer away; true if it was the last one that waited.
  package mutating func remove(_ place: Int) -> Bool {
    switch self {
    case .awaited where place == Completion.first:
      self = .unwanted
      return true
    case .shared(var slots):
      self = .unwanted
      let isRemoved = slots.remove(place) != nil
      defer { self = .shared(slots) }
      return isRemoved && slots.isEmpty
    case .unwanted, .awaited, .complete:
      return false
    }
  }
}
