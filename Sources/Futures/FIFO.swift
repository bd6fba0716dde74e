/// A first-in, first-out queue on a ring that grows; taking is O(1) and lets go at once.
@usableFromInline
package struct FIFO<Element> {
  @usableFromInline var slots: ContiguousArray<Element?> = []
  @usableFromInline var head = 0
  @usableFromInline package var count = 0

  @inlinable package init() {}

  @inlinable package var isEmpty: Bool { count == 0 }

  @inlinable package var first: Element? {
    isEmpty ? nil : slots[head]
  }

  @inlinable
  package mutating func append(_ element: Element) {
    if count == slots.count { grow() }
    slots[(head + count) & (slots.count - 1)] = element
    count += 1
  }

  @inlinable
  package mutating func popFirst() -> Element? {
    guard count > 0 else { return nil }
    let element = slots[head].take()
    head = (head + 1) & (slots.count - 1)
    count -= 1
    // A burst should not keep its memory for ever.
    if count == 0, slots.count > 256 { self = FIFO() }
    return element
  }

  @inlinable
  mutating func grow() {
    // The size stays a power of two, so that a mask does for the modulus.
    var bigger = ContiguousArray<Element?>()
    bigger.reserveCapacity(max(4, slots.count * 2))
    for offset in 0..<count {
      bigger.append(slots[(head + offset) & (slots.count - 1)].take())
    }
    for _ in count..<max(4, slots.count * 2) { bigger.append(nil) }
    slots = bigger
    head = 0
  }
}

extension FIFO: Sendable where Element: Sendable {}
