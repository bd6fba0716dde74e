import DBus
import Futures

/// The daemon's life.
extension SimulatedBlueZ {
  /// Ends the daemon as SIGKILL does: clients hear of nothing but its name.
  public func killDaemon() {
    loop.execute { [self] in killDaemonNow() }
  }

  func killDaemonNow() {
    shared.withLock { shared in
      defer { shared.daemon = nil }
      return shared.daemon
    }?.kill()
  }

  /// Ends the daemon in good order: adapters go off and objects go before its name does.
  public func stopDaemon() {
    feed { state in
      for adapter in state.adapters.values.sorted(by: { $0.path < $1.path }) {
        state.powerDown(adapter.path)
        state.unplug(adapter)
      }
      for agent in state.agents { state.tell(agent, "Release") }
      state.remove(DaemonState.managerPath)
    }
    killDaemon()
  }

  /// Starts the daemon, if none runs; its adapters appear a little later.
  ///
  /// - Parameter renumbersAttributes: whether services, characteristics and descriptors get
  ///   other handles than before, and so other paths.
  public func startDaemon(renumbersAttributes: Bool = false) {
    loop.execute { [self] in startDaemonNow(renumbersAttributes: renumbersAttributes) }
  }

  func startDaemonNow(renumbersAttributes: Bool = false) {
    let start = shared.withLock { shared -> (@Sendable () -> Void)? in
      guard shared.daemon == nil else { return nil }
      if renumbersAttributes { shared.firstHandle += 0x0100 }
      let daemon = SimulatedDaemon(
        loop: loop, transcript: log, calls: callLog, faults: faults)
      shared.daemon = daemon
      let (buses, adapters, handle) = (shared.buses, shared.adapters, shared.firstHandle)
      return { daemon.start(on: buses, adapters: adapters, firstHandle: handle) }
    }
    start?()
    configure()
  }

  /// Kills the daemon and starts it again a little later.
  public func restartDaemon(
    after pause: Duration = .milliseconds(500), renumbersAttributes: Bool = false
  ) {
    killDaemon()
    _ = loop.schedule(after: pause) { [weak self] in
      self?.startDaemon(renumbersAttributes: renumbersAttributes)
    }
  }

  /// Whether the attributes of an unpaired device stay exported while there is no link to it.
  ///
  /// They do with the daemon's own default, `Cache = always` in `main.conf`; with `Cache = yes`
  /// they are removed at the end of each link, and subscriptions with them.
  public var keepsAttributes: Bool {
    get { shared.withLock { $0.keepsAttributes } }
    set {
      shared.withLock { $0.keepsAttributes = newValue }
      loop.execute { [self] in configure() }
    }
  }

  /// Whether the daemon offers what BlueZ has on trial, as `bluetoothd --experimental` does:
  /// advertisement monitors for passive scans, and the flags and other fields of advertisements.
  ///
  /// Turned on it begins at once, turned off when the daemon is started again.
  public var isExperimental: Bool {
    get { shared.withLock { $0.isExperimental } }
    set {
      shared.withLock { $0.isExperimental = newValue }
      if newValue { loop.execute { [self] in configure() } }
    }
  }

  /// Lets the bus refuse every call to the daemon, as a policy does.
  public func denyAccess() { setAccess(isDenied: true) }

  /// Takes ``denyAccess()`` back.
  public func allowAccess() { setAccess(isDenied: false) }

  private func setAccess(isDenied: Bool) {
    shared.withLock { $0.isAccessDenied = isDenied }
    loop.execute { [self] in configure() }
  }

  private func configure() {
    let (daemon, isDenied, keepsAttributes, isExperimental) = shared.withLock {
      ($0.daemon, $0.isAccessDenied, $0.keepsAttributes, $0.isExperimental)
    }
    daemon?.feed { state in
      state.isAccessDenied = isDenied
      state.keepsAttributes = keepsAttributes
      if isExperimental { state.setExperimental(true) }
    }
  }

  /// Serves the same world as `org.bluez` on a message bus, where any program can meet it.
  ///
  /// Only for a live world; the bus must let this program own the name.
  public func serve(onBus address: String) {
    shared.withLock { $0.buses.append(.address(address)) }
    loop.execute { [self] in
      shared.withLock { $0.daemon }?.serve(on: .address(address))
    }
  }
}
