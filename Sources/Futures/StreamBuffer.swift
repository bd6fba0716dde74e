/// The buffer of a subscriber that is called elsewhere.
///
/// `@unchecked Sendable`: the lock guards the state, which is apart from it so that its type is
/// known where this is compiled, and unchecked for exclusivity because the lock gives that.
@usableFromInline
final class StreamBuffer<Value: Sendable>: @unchecked Sendable {
  @usableFromInline let lock = StreamLock()
  @exclusivity(unchecked)
  @usableFromInline var delivery: Delivery<Value>

  @inlinable
  init(capacity: Int, overflow: StreamOverflow) {
    delivery = Delivery(capacity: capacity, overflow: overflow)
  }

  @inlinable var isIdle: Bool {
    var isIdle = false
    lock.withLock { isIdle = delivery.isIdle }
    return isIdle
  }

  @inlinable
  func push(_ event: StreamEvent<Value>, isKept: Bool) -> Bool {
    var isDue = false
    lock.withLock { isDue = delivery.push(event, isKept: isKept) }
    return isDue
  }

  @inlinable
  func pop() -> StreamEvent<Value>? {
    var event: StreamEvent<Value>?
    lock.withLock { event = delivery.pop() }
    return event
  }

  func close() {
    var old = Delivery<Value>(capacity: 1)
    // Values may do work in their deinit, which is no business of the lock.
    lock.withLock {
      old = delivery
      delivery.close()
    }
    _ = old
  }

  var droppedCount: Int {
    var count = 0
    lock.withLock { count = delivery.droppedCount }
    return count
  }
}
