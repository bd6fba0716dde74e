import BlueZ
import Futures

/// Visits: links that are made for one purpose and taken down after it.
extension PeripheralDriver {
  /// Returns whether the visit has to make the link.
  func beginVisit() -> Bool {
    shared.withLock { $0.visits.begin(isLinked: $0.machine.epoch != nil) }
  }

  /// Returns whether the link goes with the visit.
  func endVisit() -> Bool { shared.withLock { $0.visits.end() } }

  /// Makes a link by several attempts.
  func link(_ timeout: Duration, _ policy: RetryPolicy) -> Future<Void> {
    Future.retry(policy, context: session.context) { [self] in
      connect(ConnectOptions(linkTimeout: timeout), capacity: 16, for: .visit).first()
    }
  }

  /// Ends the link, although the task that waits may have been cancelled.
  func unlink() async {
    let ended = disconnect()
    await withCheckedContinuation { continuation in
      ended.onComplete(context: .inline) { _ in continuation.resume() }
    }
  }

  func explore(
    _ peripheral: Peripheral, usingCache: Bool, _ timeout: Duration, _ policy: RetryPolicy
  ) -> Future<[DiscoveredService]> {
    let (future, promise) = shared.withLock {
      shared -> (Future<[DiscoveredService]>, Promise<[DiscoveredService]>?) in
      if let visit = shared.visit { return (visit, nil) }
      if usingCache, let explored = shared.explored {
        return (Future(value: explored, context: session.context), nil)
      }
      let promise = Promise<[DiscoveredService]>(context: session.context)
      shared.visit = promise.future
      return (promise.future, promise)
    }
    guard let promise else { return future }
    let linked =
      beginVisit() ? link(timeout, policy) : Future(value: (), context: session.context)
    let found = linked.flatMap { peripheral.discoverAttributes() }
      .map { peripheral.services.map(DiscoveredService.init) }
    found.onComplete(context: .inline) { [self] outcome in
      let ended = endVisit() ? disconnect() : Future(value: (), context: .inline)
      ended.onComplete(context: .inline) { [self] _ in
        shared.withLock { shared in
          shared.visit = nil
          if let services = try? outcome.get() { shared.explored = services }
        }
        promise.complete(outcome)
      }
    }
    return future
  }
}

extension DiscoveredService {
  init(_ service: Service) {
    self.init(
      uuid: service.uuid, isPrimary: service.isPrimary,
      characteristics: service.characteristics.map {
        DiscoveredCharacteristic(uuid: $0.uuid, properties: $0.properties)
      })
  }
}
