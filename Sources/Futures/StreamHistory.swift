/// What a stream has for those who come later: the elements that nobody has come for yet, or the
/// current element.
///
/// Values and failures are kept apart from each other: who came for the ones leaves the others to
/// whoever comes for them. Between `onSuccess` and the `onFailure` in the next line nothing is lost.
///
/// It performs nothing.
@usableFromInline
package struct StreamHistory<Value: Sendable>: Sendable {
  /// How many are kept once somebody has come for the other kind.
  @usableFromInline static var restLimit: Int { 16 }

  @usableFromInline let keepLimit: Int
  @usableFromInline let replaysCurrent: Bool
  /// What nobody has come for yet.
  @usableFromInline var awaited = StreamElements.all
  @usableFromInline package private(set) var isFinished = false
  @usableFromInline var kept = FIFO<StreamEvent<Value>>()
  @usableFromInline var current: StreamEvent<Value>?

  package init(capacity: Int, replaysCurrent: Bool) {
    keepLimit = max(16, capacity)
    self.replaysCurrent = replaysCurrent
  }

  /// The elements that are to be noted.
  package var noted: StreamElements {
    if isFinished { [] } else if replaysCurrent { .all } else { awaited }
  }

  /// Notes an element for those who come later.
  @inlinable
  package mutating func note(_ event: StreamEvent<Value>) {
    guard !isFinished else { return }
    guard !replaysCurrent else { return current = event }
    guard awaited.contains(event.elements) else { return }
    if kept.count >= (awaited == .all ? keepLimit : Self.restLimit) { _ = kept.popFirst() }
    kept.append(event)
  }

  /// What a newcomer who looks at some elements is given at once.
  package mutating func welcome(for elements: StreamElements) -> FIFO<StreamEvent<Value>> {
    var (welcome, rest) = (FIFO<StreamEvent<Value>>(), FIFO<StreamEvent<Value>>())
    while let event = kept.popFirst() {
      if elements.contains(event.elements) { welcome.append(event) } else { rest.append(event) }
    }
    while rest.count > Self.restLimit { _ = rest.popFirst() }
    kept = rest
    awaited.subtract(elements)
    if let current { welcome.append(current) }
    return welcome
  }

  /// Takes the oldest kept element, or looks at the current one.
  package mutating func takeFirst() -> StreamEvent<Value>? {
    current ?? kept.popFirst()
  }

  /// What everybody has seen is no longer given to newcomers.
  package mutating func forgetCurrent() {
    if awaited != .all { current = nil }
  }

  /// A current failure is no longer given to newcomers, even if nobody has seen it.
  package mutating func forgetFailure() {
    if case .failure = current { current = nil }
  }

  /// What is kept for those who come first has become meaningless.
  @usableFromInline
  package mutating func discardKept() {
    kept = FIFO()
  }

  package mutating func finish() {
    isFinished = true
  }
}
