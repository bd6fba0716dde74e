import DBus
import Futures
import GATT

/// One scan: what it looks for, whom it has found, and the stream that tells.
final class Scan: Sendable {
  struct Filter: Hashable, Sendable {
    /// Services of which a peripheral must advertise at least one; empty for any peripheral.
    let services: Set<BluetoothUUID>
  }

  let id: DiscoveryMachine.Holder
  let filter: Filter
  let promise: StreamPromise<Peripheral>
  private let seen = Lock(Set<ObjectPath>())
  private let deadline = Lock<(any Cancellable)?>(nil)

  init(id: Int, filter: Filter, promise: StreamPromise<Peripheral>) {
    self.id = id
    self.filter = filter
    self.promise = promise
  }

  func setDeadline(_ timer: any Cancellable) {
    deadline.withLock { $0 = timer }
  }

  func finish() {
    deadline.withLock { timer in
      defer { timer = nil }
      return timer
    }?.cancel()
    promise.finish()
  }

  /// Tells of a peripheral that was heard, once in this scan and only if it fits.
  ///
  /// Returns whether the scan goes on: whoever only wanted the first one has left with it.
  func heard(_ driver: PeripheralDriver, advertising services: Set<BluetoothUUID>) -> Bool {
    guard filter.services.isEmpty || !filter.services.isDisjoint(with: services),
      seen.withLock({ $0.insert(driver.path).inserted })
    else { return true }
    let hadSubscribers = promise.hasSubscribers
    promise.success(driver.facade)
    return !hadSubscribers || promise.hasSubscribers
  }

  func forget(_ path: ObjectPath) {
    _ = seen.withLock { $0.remove(path) }
  }
}
