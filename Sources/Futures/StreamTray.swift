public import Synchronization

/// What a stream has put down for an iterator that has not come for it.
///
/// `@unchecked Sendable`: the lock guards what changes, which is apart from it so that its type is
/// known where this is compiled, and unchecked for exclusivity because the lock gives that.
@usableFromInline
final class StreamTray<Value: Sendable>: @unchecked Sendable {
  @usableFromInline typealias Element = Result<Value, any Error>
  @usableFromInline typealias Continuation = UnsafeContinuation<Element?, Never>

  @usableFromInline
  struct State: Sendable {
    @usableFromInline var elements = FIFO<Element>()
    @usableFromInline var droppedCount = 0
    @usableFromInline var isOver = false
    @usableFromInline var waiting: Continuation?

    @inlinable
    init() {}
  }

  @usableFromInline let capacity: Int
  @usableFromInline let overflow: StreamOverflow
  /// How many of those that the iterator took it has not given yet.
  @usableFromInline let heldCount = Atomic(0)
  @usableFromInline let lock = StreamLock()
  @exclusivity(unchecked)
  @usableFromInline var state = State()

  @inlinable
  init(capacity: Int, overflow: StreamOverflow) {
    self.capacity = capacity
    self.overflow = overflow
  }

  @inlinable var droppedCount: Int {
    var count = 0
    lock.withLock { count = state.droppedCount }
    return count
  }

  @inlinable
  func put(_ event: StreamEvent<Value>) {
    let element = event.result
    var waiting: Continuation?
    lock.withLock {
      waiting = state.waiting.take()
      guard let element else {
        state.isOver = true
        return
      }
      guard waiting == nil, !state.isOver else { return }
      if state.elements.count + heldCount.load(ordering: .relaxed) >= capacity {
        state.droppedCount += 1
        if overflow == .dropNewest { return }
        _ = state.elements.popFirst()
      }
      state.elements.append(element)
    }
    waiting?.resume(returning: element)
  }

  /// Takes what waits, but a quarter of the capacity at most: the iterator's part is not dropped
  /// when newer elements come.
  @inlinable
  func takeBatch() -> FIFO<Element> {
    var batch = FIFO<Element>()
    lock.withLock {
      let limit = max(1, capacity / 4)
      if state.elements.count <= limit {
        swap(&batch, &state.elements)
      } else {
        while batch.count < limit, let element = state.elements.popFirst() { batch.append(element) }
      }
      heldCount.store(batch.count, ordering: .relaxed)
    }
    return batch
  }

  @inlinable
  func take(_ continuation: Continuation) {
    var result: Element??
    lock.withLock {
      if let element = state.elements.popFirst() {
        result = .some(element)
      } else if state.isOver {
        result = .some(nil)
      } else {
        state.waiting = continuation
      }
    }
    if let result { continuation.resume(returning: result) }
  }

  /// Ends the waiting for good.
  @usableFromInline
  func close() {
    var waiting: Continuation?
    var old = FIFO<Element>()
    // Values may do work in their deinit, which is no business of the lock.
    lock.withLock {
      swap(&old, &state.elements)
      state.isOver = true
      waiting = state.waiting.take()
    }
    waiting?.resume(returning: nil)
  }
}
