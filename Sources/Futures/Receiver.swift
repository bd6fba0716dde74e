/// A party that is told of each event of a stream.
///
/// In its own context, or `inline`, it is called directly, from inside the gate. Elsewhere it has
/// a buffer, and a turn in its context for each element. `@unchecked Sendable` as its superclass.
@usableFromInline
final class Receiver<Value: Sendable>: Subscriber, @unchecked Sendable {
  @usableFromInline
  typealias Handler = @Sendable (StreamEvent<Value>) -> Void

  /// Constant, because a call of what may change counts references twice.
  @usableFromInline let handler: Handler
  @usableFromInline let buffer: StreamBuffer<Value>?
  /// What it looks at.
  @usableFromInline let elements: StreamElements
  /// A closure, because a method that overrides one is compiled for any type of values.
  @usableFromInline let turn: (@Sendable () -> Void)?

  @inlinable
  init(
    of stream: FutureStream<Value>, at site: ExecutionContext, capacity: Int, _ seat: Seat,
    for elements: StreamElements = .all, _ handler: @escaping Handler
  ) {
    self.handler = handler
    self.elements = elements
    if site.isInline {
      buffer = nil
      turn = nil
    } else {
      let buffer = StreamBuffer<Value>(capacity: capacity, overflow: stream.overflow)
      self.buffer = buffer
      turn = {
        guard let event = buffer.pop() else { return }
        handler(event)
        if case .finished = event { seat.vacate() }
      }
    }
    super.init(of: stream, at: site, seat)
  }

  /// In the gate.
  @inlinable
  func receive(_ event: StreamEvent<Value>, isKept: Bool = false) {
    guard isOpen else { return }
    guard let buffer else { return handler(event) }
    enqueue(event, in: buffer, isKept: isKept)
  }

  @inlinable
  @inline(never)
  func enqueue(_ event: StreamEvent<Value>, in buffer: StreamBuffer<Value>, isKept: Bool) {
    // What comes after it comes through the gate, so it stays idle meanwhile.
    if context.isHere, buffer.isIdle { return handler(event) }
    if buffer.push(event, isKept: isKept) { askForTurn() }
  }

  override func run() {
    turn?()
  }

  override func end() {
    receive(.finished)
    if buffer == nil || buffer?.isIdle == true { ended() }
  }

  override func discard() {
    buffer?.close()
  }

  override var droppedCount: Int { buffer?.droppedCount ?? 0 }
}
