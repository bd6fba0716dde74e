import BlueZ
import DBus
import Futures

/// A manager that begins anew, and one that ends.
extension CentralDriver {
  var disconnectionEvents: StreamPromise<Disconnection> {
    shared.withLock { shared in
      if let stream = shared.disconnections, !stream.isFinished { return stream }
      let stream = StreamPromise<Disconnection>(capacity: 64, context: session.context)
      if shared.isAbandoned { stream.finish() }
      shared.disconnections = stream
      return stream
    }
  }

  func reset() {
    session.loop.execute { [self] in
      guard shared.withLock({ !$0.isAbandoned }) else { return }
      perform(shared.withLock { $0.machine.resetWasAsked() })
      radioLost(.managerReset)
      let forgotten = shared.withLock { shared in
        defer { (shared.known, shared.isListing) = ([:], true) }
        return shared.known
      }
      _ = forgotten
      begin()
    }
  }

  func invalidate() -> Future<Void> {
    let drivers = peripherals
    shared.withLock { $0.isInvalidated = true }
    // The links end first, so that their ends are told.
    let ended = drivers.map { $0.disconnect() }.sequence().map { _ in () }
    let promise = Promise<Void>(context: session.context)
    session.loop.execute { [self] in
      ended.onComplete(context: .inline) { [self] _ in
        abandon()
        promise.success(())
      }
    }
    return promise.future
  }
}
