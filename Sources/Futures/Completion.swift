/// Who waits for a future, until it is complete: the part of its state that has no value.
///
/// Generic over who is told. It performs nothing: each decision returns what its caller has to do
/// after the lock. Most futures are awaited by one, who needs no list.
package struct Completion<Observer> {
  /// Those who waited, in order.
  package struct Due {
    package let first: Observer?
    package let others: Slots<Observer>?
  }

  private var first: Observer?
  private var others: Slots<Observer>?
  package private(set) var isComplete = false

  package init() {}

  /// True while it is not complete and no party waits.
  package var isUnwanted: Bool {
    !isComplete && first == nil && others?.isEmpty ?? true
  }

  /// Completes it; those who waited are due.
  package mutating func complete() -> Due {
    isComplete = true
    return Due(first: first.take(), others: others.take())
  }

  /// The place of a new observer, or `nil` if it is due at once.
  package mutating func register(_ observer: Observer) -> Int32? {
    guard !isComplete else { return nil }
    guard first != nil || others != nil else {
      first = observer
      return 0
    }
    if others == nil { others = Slots(firstID: 1) }
    return others?.insert(observer)
  }

  /// The one that waits, if no more do.
  package var only: Observer? { others?.isEmpty ?? true ? first : nil }

  /// Takes an observer away, and says whether it was the last one that waited.
  package mutating func remove(_ place: Int32) -> (removed: Observer?, isUnwanted: Bool) {
    guard !isComplete else { return (nil, false) }
    let removed = place == 0 ? first.take() : others?.remove(place)
    return (removed, removed != nil && isUnwanted)
  }
}
