/// Who waits for a future, until it is complete: the part of its state that has no value.
///
/// Generic over who is told. It performs nothing: each decision returns what its caller has to do
/// after the lock. Most futures are awaited by one, who needs no list; the list of others is a
/// word, because what a future holds is allocated with each of them.
package struct Completion<Observer> {
  /// Those who waited, in order.
  package struct Due {
    package let first: Observer?
    fileprivate let others: Others?

    package var isEmpty: Bool { first == nil && others == nil }

    /// The one that waited, if no more did.
    package var only: Observer? { others == nil ? first : nil }

    package func forEachOther(_ body: (Observer) -> Void) {
      others?.slots.forEach(body)
    }
  }

  fileprivate final class Others {
    var slots = Slots<Observer>(firstID: 1)
  }

  private var first: Observer?
  private var others: Others?

  package init() {}

  /// True while nobody waits.
  package var isUnwanted: Bool {
    first == nil && others?.slots.isEmpty ?? true
  }

  /// Those who waited are due; nobody does any more.
  package mutating func complete() -> Due {
    Due(first: first.take(), others: others.take())
  }

  /// Registers an observer and returns its place.
  @inline(__always)
  package mutating func register(_ observer: Observer) -> Int {
    guard first == nil, others == nil else { return registerBehind(observer) }
    first = observer
    return 0
  }

  @inline(never)
  private mutating func registerBehind(_ observer: Observer) -> Int {
    let others = others ?? Others()
    self.others = others
    return others.slots.insert(observer)
  }

  /// The one that waits, if no more do.
  package var only: Observer? { others?.slots.isEmpty ?? true ? first : nil }

  /// Takes an observer away, and says whether it was the last one that waited.
  package mutating func remove(_ place: Int) -> (removed: Observer?, isUnwanted: Bool) {
    let removed = place == 0 ? first.take() : others?.slots.remove(place)
    return (removed, removed != nil && isUnwanted)
  }
}
