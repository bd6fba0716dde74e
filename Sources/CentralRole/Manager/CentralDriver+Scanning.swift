import BlueZ
import DBus
import Futures
import GATT

/// Scans: several of them share the one discovery that the daemon gives a program.
extension CentralDriver {
  /// The events of the one scan of this kind, which begins with the first call.
  ///
  /// Who comes later hears first of those that were found already and have not gone.
  func startScanning(
    _ request: ScanRequest, capacity: Int, timeout: Duration?
  ) -> FutureStream<ScanEvent> {
    let (scan, left, isNew) = shared.withLock { shared in
      if let running = shared.scans[request] { return (running, nil as Scan?, false) }
      shared.nextHolder += 1
      let id = shared.nextHolder
      let promise = StreamPromise<ScanEvent>(
        capacity: capacity, context: session.context,
        onUnused: { [weak self] in self?.endScan(id) })
      let scan = Scan(id: id, request: request, promise: promise)
      shared.scans[request] = scan
      return (scan, shared.left[request], true)
    }
    guard isNew else { return join(scan) }
    session.loop.execute { [weak self] in self?.begin(scan, timeout: timeout, after: left) }
    return scan.promise.stream
  }

  private func join(_ scan: Scan) -> FutureStream<ScanEvent> {
    let stream = scan.promise.stream
    let (late, open) = stream.late(capacity: max(stream.capacity, scan.found.count + 16))
    session.loop.execute { [weak self] in
      let found = scan.found.compactMap { self?.peripheral(at: $0) }
      open(found.map { .found($0.facade, $0.advertisement) })
    }
    return late
  }

  func stopScanning() {
    let ended = shared.withLock { shared in
      defer {
        shared.scans = [:]
        shared.listening = Listening()
      }
      return shared.scans.values.sorted { $0.id < $1.id }
    }
    session.loop.execute { [self] in
      for scan in ended { end(scan) }
    }
  }

  /// The last subscriber has left; whoever asks for the same from now on gets a new scan.
  func endScan(_ id: Int) {
    let left = shared.withLock { shared in
      let scan = shared.scans.values.first { $0.id == id && !$0.promise.hasSubscribers }
      if let scan {
        shared.scans[scan.request] = nil
        shared.left[scan.request] = scan
      }
      return scan
    }
    guard let left else { return }
    session.loop.execute { [weak self, loop = session.loop] in
      // A turn later, so that a scan that is asked for at once takes discovery over.
      loop.execute { [weak self] in self?.endUnlessWanted(left) }
    }
  }

  /// Whoever came to its stream meanwhile goes on with it, unless there is another by now.
  private func endUnlessWanted(_ scan: Scan) {
    let goesOn = shared.withLock { shared in
      if shared.left[scan.request] === scan { shared.left[scan.request] = nil }
      guard scan.promise.hasSubscribers, shared.scans[scan.request] == nil else { return false }
      shared.scans[scan.request] = scan
      return true
    }
    if !goesOn { end(scan) }
  }

  private func begin(_ scan: Scan, timeout: Duration?, after left: Scan?) {
    let (state, isWanted) = shared.withLock {
      ($0.state, $0.scans[scan.request] === scan)
    }
    guard isWanted else { return }
    guard !isAbandoned else { return fail(scan, .managerEnded("scan")) }
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
          self?.deadlineReached(scan, timeout)
        })
    }
    shared.withLock { $0.listening.add(scan) }
    scan.begin()
    session.log("\(scan) begins")
    switch scan.request.mode {
    case .active:
      if let limit = scan.request.lostAfter { lookForLost(scan, limit, in: limit) }
      feedDiscovery { $0.add(scan.id, isPatient: timeout != nil) }
    case .passive: startMonitor(for: scan)
    }
    // Discovery goes on, so what the one before has heard is not told anew.
    for driver in (left?.found ?? []).compactMap({ peripheral(at: $0) }) {
      _ = scan.heard(driver, driver.advertisement, at: session.now, changed: .rssi)
    }
  }

  private func deadlineReached(_ scan: Scan, _ timeout: Duration) {
    let refusal = shared.withLock { scan.request.mode == .active ? $0.startRefusal : nil }
    fail(
      scan, refusal.map { .adapterBusy($0, timeout) } ?? .scanTimeout(scan.filter, timeout))
  }

  func fail(_ scan: Scan, _ error: CentralError) {
    let isWanted = shared.withLock { shared in
      guard shared.scans[scan.request] === scan else { return false }
      shared.scans[scan.request] = nil
      return true
    }
    guard isWanted else { return }
    session.log(.error, "\(error)")
    scan.promise.failure(error)
    end(scan)
  }

  private func end(_ scan: Scan) {
    shared.withLock { $0.listening.remove(scan) }
    if scan.finish() { session.log("\(scan) ends, \(scan.found.count) found") }
    switch scan.request.mode {
    case .active: feedDiscovery { $0.remove(scan.id) }
    case .passive: stopMonitor(of: scan)
    }
  }

  /// Looks now and then for those that a scan has not heard for too long.
  private func lookForLost(_ scan: Scan, _ limit: Duration, in delay: Duration) {
    let timer = session.loop.schedule(after: delay) { [weak self] in
      guard let self else { return }
      let now = session.now
      let since = shared.withLock {
        $0.discovery.isRunning ? $0.listening.discoverySince : nil
      }
      // Nothing is heard while nobody listens.
      let next =
        since.map { since in
          scan.expire(at: now, after: limit, since: since) { self.peripheral(at: $0) }
        } ?? now + limit
      lookForLost(scan, limit, in: next - now)
    }
    scan.setSearch(timer)
  }
}
