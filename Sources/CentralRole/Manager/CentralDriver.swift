import BlueZ
import DBus
import Futures
import GATT

/// The driver behind ``CentralManager``: carries events to the machines and actions to the daemon.
///
/// Events are handled on the session's loop, one after the other.
final class CentralDriver: Sendable {
  struct Shared {
    var machine = ManagerStateMachine()
    var state = ManagerState.unknown
    var isReady = false
    /// The session tells again of the objects that are there.
    var isListing = false
    var isAdapterOn = false
    var adapterPath: ObjectPath?
    /// The adapter that was chosen last, there or not.
    var lastAdapter: AdapterSelector.Candidate?
    var discovery = DiscoveryMachine()
    var scans: [ScanRequest: Scan] = [:]
    /// Scans whose last subscriber has just left; discovery goes on if the same is asked at once.
    var left: [ScanRequest: Scan] = [:]
    var listening = Listening()
    var monitors: [Int: MonitorDriver] = [:]
    /// The filter that the daemon was given for the present discovery.
    var daemonFilter: DaemonFilter?
    /// Why the last start of discovery has to be tried again.
    var startRefusal: BlueZError?
    var nextHolder = 0
    /// The devices that the daemon knows.
    var known: [ObjectPath: PeripheralDriver] = [:]
    /// The characteristics that were discovered, whose values are told without a search.
    var characteristics: [ObjectPath: WeakReference<CharacteristicNode>] = [:]
    /// The devices that the program refers to, known to the daemon or not.
    var referenced: [ObjectPath: WeakReference<PeripheralDriver>] = [:]
    /// How many of them were left the last time that others were forgotten.
    var lastSweep = 0
    /// The devices with an attempt under way, which lasts although nobody refers to them.
    var busy: [ObjectPath: PeripheralDriver] = [:]
    var isAbandoned = false
    var isInvalidated = false
    var disconnections: StreamPromise<Disconnection>?
    var management = ManagementPort.kernel
    var registration: (any Cancellable)?
  }

  let session: Session
  let selector: AdapterSelector
  let states: StreamPromise<ManagerState>
  let shared = Lock(Shared())

  init(session: Session, selector: AdapterSelector) {
    self.session = session
    self.selector = selector
    states = StreamPromise(capacity: 16, context: session.context, replaysCurrent: true)
  }

  deinit {
    shared.withLock { $0.registration }?.cancel()
  }

  func begin() {
    let registration = session.observe { [weak self] in self?.receive($0) }
    let old = shared.withLock { shared in
      defer { shared.registration = registration }
      return shared.registration
    }
    old?.cancel()
  }

  /// The manager is gone: scans end, and only what the program still refers to lives on.
  func abandon() {
    stopScanning()
    states.finish()
    let drivers = peripherals
    let disconnections = shared.withLock { shared in
      shared.isAbandoned = true
      shared.known = [:]
      return shared.disconnections
    }
    disconnections?.finish()
    // Callbacks that refer to a peripheral would keep it, and it keeps them.
    for driver in drivers {
      driver.finishStreams()
      driver.giveUpAttempt()
    }
  }

  /// Whether the program has ended the manager, and does not only live without it.
  var isInvalidated: Bool { shared.withLock { $0.isInvalidated } }

  /// Whether the manager has ended.
  var isAbandoned: Bool { shared.withLock { $0.isAbandoned } }

  var adapter: Adapter? {
    guard let path = shared.withLock({ $0.adapterPath }),
      let properties = session.withStore({ $0.properties(.adapter, of: path) })
    else { return nil }
    return Adapter(path, properties, session: session)
  }

  // MARK: Events

  private func receive(_ event: SessionEvent) {
    switch event {
    case .status(let status):
      statusChanged(status)
    case .added(let path, let interfaces):
      if interfaces[InterfaceTable.adapter.name] != nil { adapterMayHaveChanged() }
      if interfaces[InterfaceTable.monitorManager.name] != nil { monitorsMayHaveChanged() }
      if interfaces[InterfaceTable.device.name] != nil { deviceAdded(path) }
      if interfaces[InterfaceTable.battery.name] != nil { peripheral(at: path)?.batteryChanged() }
      if DevicePath.isAttribute(path), let driver = peripheral(owning: path) {
        driver.attributeAdded(path, interfaces)
        driver.treeChanged()
      }
    case .removed(let path, let interfaces):
      if interfaces.contains(InterfaceTable.adapter.name) { adapterMayHaveChanged() }
      if interfaces.contains(InterfaceTable.monitorManager.name) { monitorsMayHaveChanged() }
      if interfaces.contains(InterfaceTable.battery.name) { peripheral(at: path)?.batteryChanged() }
      if interfaces.contains(InterfaceTable.device.name) { deviceRemoved(path) }
      if DevicePath.isAttribute(path), let driver = peripheral(owning: path) {
        driver.attributeRemoved(path)
        driver.treeChanged()
      }
    case .value(let path, let value):
      characteristic(at: path)?.valueSignalled(value)
    case .changed(let path, InterfaceTable.characteristic.name, let changed, _):
      if let value = changed["Value"]?.asData {
        characteristic(at: path)?.valueSignalled(value)
      }
      if let mtu = changed["MTU"] { peripheral(owning: path)?.mtuTold(mtu) }
    case .changed(let path, InterfaceTable.device.name, let changed, _):
      deviceChanged(path, changed)
    case .changed(let path, InterfaceTable.battery.name, _, _):
      peripheral(at: path)?.batteryChanged()
    case .changed(let path, InterfaceTable.adapter.name, let changed, _):
      if changed["Discovering"]?.asBool == false, path == shared.withLock({ $0.adapterPath }) {
        feedDiscovery { $0.ended() }
      }
      adapterMayHaveChanged()
    case .disconnected(let path, let reason, _):
      peripheral(at: path)?.reasonTold(DisconnectReason(daemonName: reason))
    case .changed:
      break
    }
  }

  private func statusChanged(_ status: SessionStatus) {
    shared.withLock {
      $0.isReady = status == .ready
      $0.isListing = false
    }
    if case .lost = status { radioLost(.daemonLost) }
    perform(shared.withLock { $0.machine.statusChanged(to: status) })
    adapterMayHaveChanged()
  }

  private func adapterMayHaveChanged() {
    let candidates = session.adapters.map {
      AdapterSelector.Candidate(
        path: $0.path, address: "\($0.address)", isPowered: $0.isPowered)
    }
    let (chosen, before) = shared.withLock { shared in
      let chosen = selector.choose(from: candidates, last: shared.lastAdapter)
      defer {
        shared.adapterPath = chosen?.path
        shared.lastAdapter = chosen ?? shared.lastAdapter
      }
      return (chosen, shared.adapterPath)
    }
    let isOn = chosen?.isPowered == true
    if before != nil, !isOn { radioLost(.adapterLost) }
    perform(
      shared.withLock {
        $0.machine.adapterChanged(to: chosen.map { $0.isPowered ? .on : .off } ?? .absent)
      })
    let isReady = shared.withLock { shared in
      shared.isAdapterOn = isOn
      return shared.isReady
    }
    feedDiscovery { $0.powered(isOn && isReady) }
    monitorsMayHaveChanged()
    for driver in peripherals { driver.treeChanged() }
  }

  func radioLost(_ reason: DisconnectReason) {
    for driver in peripherals { driver.radioLost(reason) }
  }

  func perform(_ actions: [ManagerStateMachine.Action]) {
    for action in actions {
      switch action {
      case .report(let state):
        shared.withLock { $0.state = state }
        session.log("the manager: \(state)")
        states.success(state)
      case .fail(let obstacle):
        shared.withLock { $0.state = .unknown }
        states.failure(CentralError(obstacle))
      case .startGrace(let timer):
        _ = session.loop.schedule(after: ManagerStateMachine.grace) { [weak self] in
          guard let self else { return }
          perform(shared.withLock { $0.machine.graceEnded(timer: timer) })
        }
      }
    }
  }
}
