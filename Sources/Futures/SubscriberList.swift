/// The subscribers of a stream in the order in which they came, guarded by its gate.
///
/// The members are linked to each other, so that telling them counts no references, adding needs
/// no memory, and taking one away needs no search. Each member is retained while it is in.
@usableFromInline
struct SubscriberList {
  @usableFromInline private(set) var head: Unmanaged<Subscriber>?
  private var tail: Unmanaged<Subscriber>?

  init() {}

  mutating func append(_ subscriber: Subscriber) {
    let member = Unmanaged.passRetained(subscriber)
    subscriber.isListed = true
    subscriber.previous = tail
    if let tail { tail.takeUnretainedValue().next = member } else { head = member }
    tail = member
  }

  /// Takes one away, if it is in.
  mutating func remove(_ subscriber: Subscriber) {
    guard subscriber.isListed else { return }
    let (previous, next) = (subscriber.previous, subscriber.next)
    if let previous { previous.takeUnretainedValue().next = next } else { head = next }
    if let next { next.takeUnretainedValue().previous = previous } else { tail = previous }
    subscriber.isListed = false
    subscriber.next = nil
    subscriber.previous = nil
    Unmanaged.passUnretained(subscriber).release()
  }

  mutating func popFirst() -> Subscriber? {
    guard let first = head?.takeUnretainedValue() else { return nil }
    remove(first)
    return first
  }
}
