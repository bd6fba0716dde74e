/// What a stream has for those who come later: what came before the first subscriber, or the
/// current element.
///
/// It performs nothing.
@usableFromInline
package struct StreamHistory<Value: Sendable>: Sendable {
  @usableFromInline
  enum Phase: Sendable {
    /// Nobody has come yet; what arrives is kept for the first.
    case collecting
    case delivering
    /// Over; what the first subscriber did not come for is kept for it.
    case finished
  }

  @usableFromInline let keepLimit: Int
  @usableFromInline let replaysCurrent: Bool
  @usableFromInline var phase = Phase.collecting
  @usableFromInline var kept = FIFO<StreamEvent<Value>>()
  @usableFromInline var current: StreamEvent<Value>?

  package init(capacity: Int, replaysCurrent: Bool) {
    keepLimit = max(16, capacity)
    self.replaysCurrent = replaysCurrent
  }

  package var isFinished: Bool { phase == .finished }

  /// True if elements are to be noted.
  package var isWriting: Bool {
    phase == .collecting || phase == .delivering && replaysCurrent
  }

  /// Notes an element for those who come later.
  @inlinable
  package mutating func note(_ event: StreamEvent<Value>) {
    guard phase != .finished else { return }
    guard !replaysCurrent else { return current = event }
    guard phase == .collecting else { return }
    if kept.count >= keepLimit { _ = kept.popFirst() }
    kept.append(event)
  }

  /// What a newcomer is given at once.
  package mutating func welcome() -> FIFO<StreamEvent<Value>> {
    var welcome = kept
    kept = FIFO()
    if let current { welcome.append(current) }
    if phase == .collecting { phase = .delivering }
    return welcome
  }

  /// Takes the oldest kept element, or looks at the current one.
  package mutating func takeFirst() -> StreamEvent<Value>? {
    current ?? kept.popFirst()
  }

  /// What everybody has seen is no longer given to newcomers.
  package mutating func forgetCurrent() {
    if phase != .collecting { current = nil }
  }

  /// What is kept for the first subscriber has become meaningless.
  @usableFromInline
  package mutating func discardKept() {
    if phase == .collecting { kept = FIFO() }
  }

  package mutating func finish() {
    phase = .finished
  }
}
