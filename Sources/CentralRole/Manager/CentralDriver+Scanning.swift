import BlueZ
import DBus
import Futures
import GATT

/// Scans: several of them share the one discovery that the daemon gives a program.
extension CentralDriver {
  func startScanning(
    _ filter: Scan.Filter, capacity: Int, timeout: Duration?
  ) -> FutureStream<Peripheral> {
    let (scan, isNew) = shared.withLock { shared in
      if let running = shared.scans[filter] { return (running, false) }
      shared.nextHolder += 1
      let id = shared.nextHolder
      let promise = StreamPromise<Peripheral>(
        capacity: capacity, context: session.context,
        onUnused: { [weak self] in self?.endScan(id) })
      let scan = Scan(id: id, filter: filter, promise: promise)
      shared.scans[filter] = scan
      return (scan, true)
    }
    if isNew {
      session.loop.execute { [weak self] in self?.begin(scan, timeout: timeout) }
    }
    return scan.promise.stream
  }

  func stopScanning() {
    let ended = shared.withLock { shared in
      defer { shared.scans = [:] }
      return shared.scans.values.sorted { $0.id < $1.id }
    }
    session.loop.execute { [self] in
      for scan in ended { end(scan) }
    }
  }

  func endScan(_ id: Int) {
    session.loop.execute { [weak self] in
      guard let self else { return }
      let scan = shared.withLock { shared in
        // Whoever came meanwhile goes on with the scan.
        let scan = shared.scans.values.first { $0.id == id && !$0.promise.hasSubscribers }
        if let scan { shared.scans[scan.filter] = nil }
        return scan
      }
      if let scan { end(scan) }
    }
  }

  private func begin(_ scan: Scan, timeout: Duration?) {
    let (state, isWanted) = shared.withLock {
      ($0.state, $0.scans[scan.filter] === scan)
    }
    guard isWanted else { return }
    guard shared.withLock({ !$0.isAbandoned }) else {
      return fail(
        scan,
        CentralError(.managerInvalidated, "cannot scan: the manager has ended; make a new one"))
    }
    if let obstacle = obstacle(state) {
      return fail(
        scan,
        obstacle.code == .unauthorized
          ? obstacle
          : CentralError(
            .poweredOff, "cannot scan: \(state); scan when whenStateChanges() tells poweredOn"))
    }
    if let timeout {
      scan.setDeadline(
        session.loop.schedule(after: timeout) { [weak self] in
          self?.fail(scan, .scanTimeout(scan.filter, timeout))
        })
    }
    feedDiscovery { $0.add(scan.id) }
  }

  private func fail(_ scan: Scan, _ error: CentralError) {
    let isWanted = shared.withLock { shared in
      guard shared.scans[scan.filter] === scan else { return false }
      shared.scans[scan.filter] = nil
      return true
    }
    guard isWanted else { return }
    scan.promise.failure(error)
    end(scan)
  }

  private func end(_ scan: Scan) {
    scan.finish()
    feedDiscovery { $0.remove(scan.id) }
  }

  /// A number of one's own among those who want or pause discovery.
  func newHolder() -> DiscoveryMachine.Holder {
    shared.withLock { shared in
      shared.nextHolder += 1
      return shared.nextHolder
    }
  }

  func feedDiscovery(
    cause: BlueZError? = nil, _ event: (inout DiscoveryMachine) -> [DiscoveryMachine.Action]
  ) {
    for action in shared.withLock({ event(&$0.discovery) }) { perform(action, cause) }
  }

  private func perform(_ action: DiscoveryMachine.Action, _ cause: BlueZError?) {
    switch action {
    case .start(let generation):
      setFilter()
      callAdapter("StartDiscovery") { [weak self] error in
        self?.feedDiscovery(cause: error) { machine in
          guard let error else { return machine.started(generation: generation) }
          return machine.startRefused(
            generation: generation, isBusy: error.code == .inProgress || error.code == .busy)
        }
      }
    case .updateFilter:
      setFilter()
    case .stop(let generation):
      callAdapter("StopDiscovery") { [weak self] _ in
        // Refused or not, no discovery of ours runs any more.
        self?.feedDiscovery { $0.stopped(generation: generation) }
      }
      // A filter that stays would let the daemon stop other programs' discovery when this one
      // leaves the bus (BlueZ 5.66 `src/adapter.c`, discovery_disconnect).
      callAdapter("SetDiscoveryFilter", []) { _ in }
    case .retry(let generation, let delay):
      _ = session.loop.schedule(after: delay) { [weak self] in
        self?.feedDiscovery { $0.retryDue(generation: generation) }
      }
    case .quiet(let holders):
      for driver in peripherals where holders.contains(driver.holder) { driver.quietReached() }
    case .refuse(let holders):
      let refused = shared.withLock { $0.scans.values.filter { holders.contains($0.id) } }
      for scan in refused {
        fail(scan, CentralError(.scanFailed, "the daemon refused to scan", cause: cause))
      }
    }
  }

  /// The daemon merges the filters of all programs, so results are filtered again here.
  private func setFilter() {
    let services = shared.withLock { shared in
      let scans = shared.scans.values.filter { shared.discovery.scans.contains($0.id) }
      let isOpen =
        scans.contains { $0.filter.services.isEmpty }
        || scans.count < shared.discovery.scans.count
      return isOpen ? [] : scans.reduce(into: Set()) { $0.formUnion($1.filter.services) }
    }
    var filter: [(String, Value)] = [("Transport", .string("le"))]
    if !services.isEmpty {
      let uuids = services.map { $0.fullLowercased }.sorted()
      filter.append(("UUIDs", .strings(uuids)))
    }
    callAdapter("SetDiscoveryFilter", filter) { [weak self] error in
      if let error { self?.session.log("the discovery filter was refused: \(error)") }
    }
  }

  private func callAdapter(
    _ member: String, _ options: [(String, Value)]? = nil,
    _ completion: @escaping @Sendable (BlueZError?) -> Void
  ) {
    guard let path = shared.withLock({ $0.adapterPath }) else { return }
    let message = Message.methodCall(
      to: BusNames.daemon, path: path, interface: InterfaceTable.adapter.name, member: member
    ) { writer in
      if let options { writer.appendDictionary(options) }
    }
    session.call(message, timeout: .seconds(10)) { result in
      switch result {
      case .success: completion(nil)
      case .failure(let error): completion(error)
      }
    }
  }
}
