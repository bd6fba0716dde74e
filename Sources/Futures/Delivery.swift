/// What one subscriber of a stream has still to be given: a bounded buffer and its overflow.
///
/// Each element that is added is worth one turn in the subscriber's context; an element that takes
/// the place of a dropped one uses the turn of that one, so turns are bounded as well.
package struct Delivery<Element: Sendable>: Sendable {
  package enum Turn: Sendable {
    case element(Element)
    case end
    case nothing
  }

  private enum Phase {
    case open
    /// The end comes behind what is buffered.
    case ending
    /// Left, or told of the end: nothing comes any more.
    case closed
  }

  private let capacity: Int
  private var phase = Phase.open
  private var buffer = FIFO<Element>()
  private var isBusy = false
  /// Turns that came while another thread was at it, which does them then.
  private var owedTurns = 0
  package private(set) var droppedCount = 0

  package init(capacity: Int) {
    self.capacity = max(1, capacity)
  }

  /// Adds an element; true if it is worth a turn.
  ///
  /// What was kept for a newcomer is not bounded.
  package mutating func push(_ element: Element, isKept: Bool = false) -> Bool {
    guard phase == .open else { return false }
    guard buffer.count < capacity || isKept else {
      droppedCount += 1
      _ = buffer.popFirst()
      buffer.append(element)
      return false
    }
    buffer.append(element)
    return true
  }

  /// Adds the end; true if it is worth a turn.
  package mutating func end() -> Bool {
    guard phase == .open else { return false }
    phase = .ending
    return true
  }

  package mutating func close() {
    phase = .closed
    buffer = FIFO()
  }

  /// Begins a turn.
  package mutating func begin() -> Turn {
    guard !isBusy else {
      owedTurns += 1
      return .nothing
    }
    isBusy = true
    return next()
  }

  /// Ends a turn and begins one that is owed.
  package mutating func proceed() -> Turn {
    guard owedTurns > 0 else {
      isBusy = false
      return .nothing
    }
    owedTurns -= 1
    return next()
  }

  private mutating func next() -> Turn {
    if let element = buffer.popFirst() { return .element(element) }
    if phase == .ending {
      phase = .closed
      return .end
    }
    isBusy = false
    owedTurns = 0
    return .nothing
  }
}
