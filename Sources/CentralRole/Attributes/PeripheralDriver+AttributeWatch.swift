import BlueZ
import DBus
import Futures
import GATT

/// Follows the attributes of a link: the driver of ``AttributeWatch``. On the session's loop.
extension PeripheralDriver {
  /// Does something with the attributes once nothing of them changes.
  func whenSettled(_ work: @escaping @Sendable () throws -> Void) -> Future<Void> {
    let promise = Promise<Void>(context: session.context)
    let (isLinked, isSettled) = shared.withLock { shared in
      let isLinked = shared.machine.epoch != nil
      let isSettled = shared.attributes.watch.isSettled
      if isLinked, !isSettled { shared.attributes.waiting.append(promise) }
      return (isLinked, isSettled)
    }
    guard isLinked else {
      promise.failure(
        CentralError(.disconnected, "\(address) is not connected; connect() first"))
      return promise.future
    }
    guard isSettled else { return promise.future.map(context: .inline) { try work() } }
    promise.complete(Result { try work() })
    return promise.future
  }

  // MARK: What the session tells

  func attributeAdded(_ path: ObjectPath, _ interfaces: [String: Properties]) {
    let now = session.loop.now
    let isLate = session.withStore {
      $0.properties(.device, of: self.path)?["ServicesResolved"]?.asBool == true
    }
    shared.withLock { if isLate { $0.attributes.lastLate = now } }
    feedWatch { $0.added(path, at: now) }
    if let mtu = interfaces[InterfaceTable.characteristic.name]?["MTU"] { mtuTold(mtu) }
  }

  func attributeRemoved(_ path: ObjectPath) {
    feedWatch { $0.removed(path, at: session.loop.now) }
    // On a link it is told with what else changes.
    if !isLinkReady { servicesMayHaveChanged() }
  }

  /// Requests may be made from now on.
  func attributesLinked(_ epoch: ConnectionMachine.Attempt) {
    let now = session.loop.now
    let (paths, mtu) = session.withStore { store in
      let paths = store.children(of: path, with: .service)
      let characteristics = paths.lazy.flatMap { store.children(of: $0, with: .characteristic) }
      let mtu = characteristics.lazy.compactMap {
        store.properties(.characteristic, of: $0)?["MTU"]
      }.first
      return (paths, mtu)
    }
    let nodes = serviceNodes(at: paths)
    let isLate = shared.withLock { shared in
      shared.attributes.services = Dictionary(
        nodes.map { ($0.path, $0) }, uniquingKeysWith: { $1 })
      return shared.attributes.lastLate.map { now - $0 < AttributeWatch.quiet } ?? false
    }
    feedWatch { $0.linked(epoch, isLate: isLate, at: now) }
    if let mtu { mtuTold(mtu) }
    servicesMayHaveChanged()
    if shared.withLock({ $0.attributes.watch.isSettled }) { tellOfGoneNotifications() }
  }

  func attributesUnlinked(_ error: CentralError) {
    let (waiting, mtus) = shared.withLock { shared in
      shared.attributes.watch.linkEnded()
      shared.attributes.mtu = nil
      defer { shared.attributes.waiting = [] }
      return (shared.attributes.waiting, shared.attributes.mtus)
    }
    mtus?.forgetCurrent()
    for promise in waiting { promise.failure(error) }
  }

  // MARK: The machine

  private func feedWatch(_ event: (inout AttributeWatch) -> [AttributeWatch.Action]) {
    for action in shared.withLock({ event(&$0.attributes.watch) }) {
      switch action {
      case .setTimer(let epoch, let delay):
        _ = session.loop.schedule(after: delay) { [weak self] in self?.lookAgain(epoch) }
      case .settle(let change):
        settle(change)
      }
    }
  }

  private func lookAgain(_ epoch: AttributeWatch.Epoch) {
    let isResolved = session.withStore {
      $0.properties(.device, of: path)?["ServicesResolved"]?.asBool == true
    }
    feedWatch { $0.timerFired(epoch, isResolved: isResolved, at: session.loop.now) }
  }

  private func settle(_ change: AttributeWatch.Change) {
    let nodes = shared.withLock { $0.characteristics.sorted { $0.key < $1.key }.map(\.value) }
    for node in nodes where change.removed.contains(node.path) {
      node.linkEnded(CentralError.gone(node.uuid))
    }
    failRequests(of: change.removed)
    let difference = difference(change)
    if !change.isFirst, let difference {
      log("the services changed")
      shared.withLock { $0.attributes.changes }?.success(difference)
    }
    servicesMayHaveChanged()
    let waiting = shared.withLock { shared in
      defer { shared.attributes.waiting = [] }
      return shared.attributes.waiting
    }
    for promise in waiting { promise.success(()) }
    if change.isFirst { tellOfGoneNotifications() }
    resumeNotifications()
  }

  /// The daemon does not always answer requests of attributes that it removes.
  private func failRequests(of paths: Set<ObjectPath>) {
    let failed = shared.withLock { shared in
      shared.requests.filter { paths.contains($0.value.node.path) }
    }
    for (number, request) in failed.sorted(by: { $0.key < $1.key }) {
      finish(number)
      request.fail(.gone(request.node.uuid))
    }
  }

  /// What came and went in terms of services; `nil` if nothing that anybody could have seen.
  private func difference(_ change: AttributeWatch.Change) -> ServicesChange? {
    let here = serviceNodes(at: session.withStore { $0.children(of: path, with: .service) })
    let (removed, added) = shared.withLock { shared in
      let before = shared.attributes.services
      shared.attributes.services = Dictionary(
        here.map { ($0.path, $0) }, uniquingKeysWith: { $1 })
      return (
        before.values.filter { change.removed.contains($0.path) },
        here.filter { change.added.contains($0.path) }
      )
    }
    let paths = change.removed.union(change.added)
    let changed = here.filter { node in
      !paths.contains(node.path) && paths.contains { $0.isInside(node.path) }
    }
    guard !(removed.isEmpty && added.isEmpty && changed.isEmpty) else { return nil }
    let peripheral = facade
    let services = { [self] (nodes: [ServiceNode]) in
      nodes.sorted { $0.path < $1.path }.map { facade(of: $0, peripheral: peripheral) }
    }
    return ServicesChange(
      removed: services(removed), added: services(added), changed: services(changed))
  }

  // MARK: Streams

  var servicesChanges: FutureStream<ServicesChange> {
    shared.withLock { shared in
      if let changes = shared.attributes.changes, !changes.isFinished { return changes.stream }
      let changes = StreamPromise<ServicesChange>(capacity: 16, context: session.context)
      shared.attributes.changes = changes
      return changes.stream
    }
  }

  var mtuChanges: FutureStream<Int> {
    let (promise, current) = shared.withLock { shared in
      if let mtus = shared.attributes.mtus, !mtus.isFinished { return (mtus, nil as Int?) }
      let mtus = StreamPromise<Int>(
        capacity: 16, context: session.context, replaysCurrent: true)
      shared.attributes.mtus = mtus
      return (mtus, shared.attributes.mtu)
    }
    if let current { promise.success(current) }
    return promise.stream
  }

  /// The daemon told the link's MTU with one of the characteristics, which all have the same.
  func mtuTold(_ value: Value) {
    guard let mtu = value.asUInt16.flatMap({ LinkMTU.valid(Int($0)) }) else { return }
    let news = shared.withLock { shared in
      defer { shared.attributes.mtu = mtu }
      return shared.attributes.mtu == mtu ? nil : shared.attributes.mtus
    }
    news?.success(mtu)
  }
}
