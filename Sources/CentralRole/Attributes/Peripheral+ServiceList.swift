import BlueZ
import DBus
public import Futures

/// The discovered services as a value that changes.
extension Peripheral {
  /// The discovered services that the peripheral has, the present ones first, then each time that
  /// a discovery or the peripheral itself makes them others.
  ///
  /// For lists on a screen, and for `Observed`; ``servicesChanged()`` tells changes of a link one by
  /// one. The elements are what ``services`` is at that moment. Several subscribers may listen; the
  /// stream delivers no failures.
  public func whenServicesChange() -> FutureStream<[Service]> {
    // Weak, as the driver keeps the stream.
    driver.serviceLists.map(context: .inline) { [weak driver] nodes in
      guard let driver else { return [] }
      let peripheral = driver.facade
      return nodes.map { driver.facade(of: $0, peripheral: peripheral) }
    }
  }
}

/// The list that is told, without the objects that programs have, which would keep the driver.
struct ServiceList: Sendable {
  let promise: StreamPromise<[ServiceNode]>
  var told: [ServiceNode]

  /// Whether a list is news.
  mutating func tell(_ nodes: [ServiceNode]) -> Bool {
    guard !told.elementsEqual(nodes, by: ===) else { return false }
    told = nodes
    return true
  }
}

extension PeripheralDriver {
  var serviceLists: FutureStream<[ServiceNode]> {
    let nodes = validServices()
    let (promise, isNew) = shared.withLock { shared in
      if let known = shared.attributes.list?.promise, !known.isFinished { return (known, false) }
      let promise = StreamPromise<[ServiceNode]>(
        capacity: 16, context: session.context, replaysCurrent: true)
      shared.attributes.list = ServiceList(promise: promise, told: nodes)
      return (promise, true)
    }
    if isNew { promise.success(nodes) }
    return promise.stream
  }

  /// Tells the list if somebody wants it and it is another one.
  func servicesMayHaveChanged() {
    guard shared.withLock({ $0.attributes.list != nil }) else { return }
    let nodes = validServices()
    let news = shared.withLock { shared in
      shared.attributes.list?.tell(nodes) == true ? shared.attributes.list?.promise : nil
    }
    news?.success(nodes)
  }
}
