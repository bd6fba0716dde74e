import BlueZ
import DBus
import Futures

/// Discovery: carries out what its machine decides.
extension CentralDriver {
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
    case .start(let generation): start(generation)
    case .updateFilter:
      setFilter(isStart: false)
    case .stop(let generation):
      callAdapter("StopDiscovery") { [weak self] _ in
        // Refused or not, no discovery of ours runs any more.
        self?.feedDiscovery { $0.stopped(generation: generation) }
      }
      // A filter that stays would let the daemon stop other programs' discovery when this one
      // leaves the bus (BlueZ 5.66 `src/adapter.c`, discovery_disconnect).
      shared.withLock { $0.daemonFilter = nil }
      callAdapter("SetDiscoveryFilter", []) { _ in }
    case .retry(let generation, let delay):
      _ = session.loop.schedule(after: delay) { [weak self] in
        self?.feedDiscovery { $0.retryDue(generation: generation) }
      }
    case .quiet(let holders):
      for driver in peripherals where holders.contains(driver.holder) { driver.quietReached() }
    case .refuse(let holders):
      let refused = shared.withLock { $0.scans.values.filter { holders.contains($0.id) } }
      for scan in refused.sorted(by: { $0.id < $1.id }) { fail(scan, .scanRefused(cause)) }
    }
  }

  /// The filter first: a daemon that refuses it is not asked to start.
  private func start(_ generation: Int) {
    setFilter(isStart: true) { [weak self] refusal in
      guard let self else { return }
      if let refusal { return startAnswered(generation, refusal) }
      let patience = session.loop.schedule(after: Self.answerDelay) { [weak self] in
        guard let self, adapter?.isDiscovering == true else { return }
        startAnswered(generation, nil)
      }
      callAdapter("StartDiscovery") { [weak self] error in
        patience.cancel()
        self?.startAnswered(generation, error)
      }
    }
  }

  /// BlueZ 5.66 discovers for a second program and does not answer it while the filter of the first
  /// one changes with it (`src/adapter.c`, start_discovery_complete): after so long, `Discovering` is
  /// answer enough.
  private static let answerDelay: Duration = .seconds(2)

  private func startAnswered(_ generation: Int, _ error: BlueZError?) {
    guard shared.withLock({ $0.discovery.isStarting(generation) }) else {
      // It was believed to run; a late refusal says that it does not, no answer says nothing.
      guard let error, error.code != .noReply else { return }
      session.log("discovery was refused late: \(error)")
      return feedDiscovery { $0.refusedLate(generation: generation) }
    }
    let isBusy = [.inProgress, .busy, .noReply].contains(error?.code)
    let now = session.now
    shared.withLock { shared in
      shared.startRefusal = isBusy ? error : nil
      if error == nil { shared.listening.discoverySince = now }
    }
    // Nobody knows whether the daemon began after all.
    if error?.code == .noReply { callAdapter("StopDiscovery") { _ in } }
    feedDiscovery(cause: error) { machine in
      error == nil
        ? machine.started(generation: generation)
        : machine.startRefused(generation: generation, isBusy: isBusy)
    }
  }

  /// The daemon merges the filters of all programs, so results are filtered again here.
  ///
  /// The completion is given what hinders a start, if anything does.
  private func setFilter(
    isStart: Bool, _ completion: @escaping @Sendable (BlueZError?) -> Void = { _ in }
  ) {
    let filter = shared.withLock { shared -> DaemonFilter? in
      let scans = shared.listening.all.filter { shared.discovery.scans.contains($0.id) }
      let filter = DaemonFilter(
        scans.map { ($0.filter, $0.request.wantsDuplicates) },
        isOpen: scans.count < shared.discovery.scans.count)
      guard isStart || filter != shared.daemonFilter else { return nil }
      shared.daemonFilter = filter
      return filter
    }
    guard let filter else { return }
    callAdapter("SetDiscoveryFilter", filter.entries) { [weak self] error in
      guard let self, let error else { return completion(nil) }
      session.log("the discovery filter was refused: \(error)")
      // The filter before it could hide what is looked for now.
      guard filter != .plain, error.code == .invalidArguments || error.code == .notSupported
      else { return completion(error) }
      callAdapter("SetDiscoveryFilter", DaemonFilter.plain.entries) { completion($0) }
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
