public import Synchronization

/// What waits for the iterator of a stream, and the iterator's own part of it.
///
/// The stream refers to the tray only, so that the inbox leaves it when the iterator goes away.
@usableFromInline
final class StreamInbox<Value: Sendable> {
  @usableFromInline let tray: StreamTray<Value>
  @usableFromInline let seat: Seat
  /// Taken out of the tray at once, so that it is locked once for all of it.
  @usableFromInline var batch = FIFO<Result<Value, any Error>>()

  @inlinable
  init(_ stream: FutureStream<Value>) {
    let tray = StreamTray<Value>(capacity: stream.capacity, overflow: stream.overflow)
    self.tray = tray
    seat = stream.subscribe(.inline) { tray.put($0) }
  }

  deinit {
    seat.leave()
  }

  @inlinable
  func next(isolation actor: isolated (any Actor)?) async -> Result<Value, any Error>? {
    if !Task.isCancelled {
      if let result = takeHeld() { return result }
      batch = tray.takeBatch()
      if let result = takeHeld() { return result }
    }
    return await wait(isolation: actor)
  }

  @inlinable
  func takeHeld() -> Result<Value, any Error>? {
    guard let result = batch.popFirst() else { return nil }
    tray.heldCount.store(batch.count, ordering: .relaxed)
    return result
  }

  @inlinable
  func wait(isolation actor: isolated (any Actor)?) async -> Result<Value, any Error>? {
    let (tray, seat) = (tray, seat)
    return await withTaskCancellationHandler(
      operation: {
        await withUnsafeContinuation(isolation: actor) { tray.take($0) }
      },
      onCancel: {
        seat.leave()
        tray.close()
      }, isolation: actor)
  }
}
