/// What one subscriber of a stream has still to be given: a bounded buffer and its overflow.
///
/// Each element that is added is worth one turn in the subscriber's context; an element that takes
/// the place of a dropped one uses the turn of that one, so turns are bounded as well.
@usableFromInline
package struct Delivery<Value: Sendable>: Sendable {
  @usableFromInline
  enum Phase: Sendable {
    case open
    /// The end comes behind what is buffered.
    case ending
    /// Left, or told of the end: nothing comes any more.
    case closed
  }

  @usableFromInline let capacity: Int
  @usableFromInline let overflow: StreamOverflow
  @usableFromInline var phase = Phase.open
  @usableFromInline var buffer = FIFO<StreamEvent<Value>>()
  @usableFromInline package var droppedCount = 0

  @inlinable
  package init(capacity: Int, overflow: StreamOverflow = .dropOldest) {
    self.capacity = max(1, capacity)
    self.overflow = overflow
  }

  /// True if nothing comes before the next event.
  @inlinable package var isIdle: Bool { phase == .open && buffer.isEmpty }

  /// Adds an event; true if it is worth a turn.
  ///
  /// What was kept for a newcomer is not bounded.
  @inlinable
  package mutating func push(_ event: StreamEvent<Value>, isKept: Bool) -> Bool {
    guard phase == .open else { return false }
    if case .finished = event {
      phase = .ending
      return true
    }
    let isFull = buffer.count >= capacity && !isKept
    if isFull {
      droppedCount += 1
      if overflow == .dropNewest { return false }
      _ = buffer.popFirst()
    }
    buffer.append(event)
    return !isFull
  }

  /// What the next turn is for.
  @inlinable
  package mutating func pop() -> StreamEvent<Value>? {
    if let event = buffer.popFirst() { return event }
    guard phase == .ending else { return nil }
    phase = .closed
    return .finished
  }

  @inlinable
  package mutating func close() {
    phase = .closed
    buffer = FIFO()
  }
}
