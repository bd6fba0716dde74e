/// Who waits for a future, until it is complete: the part of its state that has no value.
///
/// Generic over who is told. It performs nothing: each decision returns what its caller has to do
/// after the lock. Most futures are awaited by one, who needs no list.
struct Completion<Observer> {
  /// Those who waited, in order.
  struct Due {
    let first: Observer?
    let others: Slots<Observer>?
  }

  private var first: Observer?
  private var others: Slots<Observer>?
  private(set) var isComplete = false

  init() {}

  /// True while it is not complete and no party waits.
  var isUnwanted: Bool {
    !isComplete && first == nil && others?.isEmpty ?? true
  }

  /// Completes it; those who waited are due.
  mutating func complete() -> Due {
    isComplete = true
    return Due(first: first.take(), others: others.take())
  }

  /// The place of a new observer, or `nil` if it is due at once.
  mutating func register(_ observer: Observer) -> Int32? {
    guard !isComplete else { return nil }
    guard first != nil || others != nil else {
      first = observer
      return 0
    }
    if others == nil { others = Slots(firstID: 1) }
    return others?.insert(observer)
  }

  /// The one that waits, if no more do.
  var only: Observer? { others?.isEmpty ?? true ? first : nil }

  /// Takes an observer away, and says whether it was the last one that waited.
  mutating func remove(_ place: Int32) -> (removed: Observer?, isUnwanted: Bool) {
    guard !isComplete else { return (nil, false) }
    let removed = place == 0 ? first.take() : others?.remove(place)
    return (removed, removed != nil && isUnwanted)
  }
}
