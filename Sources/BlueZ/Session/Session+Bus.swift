import DBus
import Futures

/// The driver of ``SessionMachine``: bus events in, calls and notifications out. On the loop.
extension Session {
  /// Opens a connection; rules are in place before the first call.
  func openBus() {
    let connection = Connection(address, loop: loop, name: "session") { [weak self] event in
      self?.receive(event)
    }
    addRules(to: connection)
    connection.watchName(BusNames.daemon)
    shared.withLock { $0.connection = connection }
    connection.open()
  }

  private func addRules(to connection: Connection) {
    let tree = MatchRule(
      sender: BusNames.daemon, interface: BusNames.objectManager, path: "/")
    _ = connection.addMatch(tree) { [weak self] in self?.treeChanged($0) }
    let properties = MatchRule(
      sender: BusNames.daemon, interface: BusNames.properties, member: "PropertiesChanged",
      pathNamespace: "/org/bluez")
    _ = connection.addMatch(properties) { [weak self] in self?.propertiesChanged($0) }
    let disconnected = MatchRule(
      sender: BusNames.daemon, interface: InterfaceTable.device.name, member: "Disconnected",
      pathNamespace: "/org/bluez")
    _ = connection.addMatch(disconnected) { [weak self] in self?.disconnected($0) }
  }

  private func receive(_ event: Connection.Event) {
    switch event {
    case .opened(let name):
      log("on the bus as \(name)")
      feed { $0.busOpened() }
    case .openFailed(let error):
      log(.warning, "the bus cannot be reached: \(error)")
      feed { $0.busOpenFailed(BlueZError(error)) }
    case .lost(let error):
      log(.warning, "the bus is lost: \(error)")
      gateChanged { $0.busLost() }
      feed { $0.busLost() }
    case .nameOwnerChanged(BusNames.daemon, let old, let new):
      log("\(BusNames.daemon) is owned by \(new ?? "nobody")")
      if old != nil, new == nil { feed { $0.daemonVanished() } }
      if new != nil { feed { $0.daemonAppeared(isSuccessor: old != nil) } }
    case .nameOwnerChanged:
      break
    case .matchRefused(let rule, let error):
      log(.warning, "the bus refused the match rule \(rule): \(error)")
      feed { $0.busLost() }
    case .lateReply(let serial):
      log(.warning, "a reply to call \(serial) came after its deadline")
      gateChanged { $0.lateReplyCame() }
    }
  }

  private func feed(_ event: (inout SessionMachine) -> [SessionMachine.Action]) {
    for action in shared.withLock({ event(&$0.machine) }) { run(action) }
  }

  private func run(_ action: SessionMachine.Action) {
    switch action {
    case .fetchSnapshot(let generation): fetchSnapshot(generation)
    case .clear: clear()
    case .publish(let status):
      shared.withLock { $0.status = status }
      log("the session \(status.words)")
      tell(.status(status))
    case .reopen(let delay):
      shared.withLock { shared in
        defer { shared.connection = nil }
        return shared.connection
      }?.close()
      _ = loop.schedule(after: delay) { [weak self] in
        guard let self, shared.withLock({ $0.machine.reopenDue() }) else { return }
        openBus()
      }
    case .askAgain(let delay):
      _ = loop.schedule(after: delay) { [weak self] in self?.feed { $0.askAgainDue() } }
    }
  }

  private func fetchSnapshot(_ generation: Int) {
    let message = Message.methodCall(
      to: BusNames.daemon, path: "/", interface: BusNames.objectManager,
      member: "GetManagedObjects")
    call(message, timeout: .seconds(10)) { [weak self] result in
      guard let self else { return }
      switch result.map(ObjectMessages.managedObjects) {
      case .success(let objects?):
        let actions = shared.withLock { shared in
          let actions = shared.machine.snapshotArrived(generation: generation)
          if !actions.isEmpty { shared.store.replaceAll(objects) }
          return actions
        }
        guard !actions.isEmpty else { return }
        for (path, interfaces) in objects.sorted(by: { $0.key < $1.key }) {
          tell(.added(path, interfaces))
        }
        for action in actions { run(action) }
      case .success(nil):
        let error = DBusError(
          .invalidMessage, "the reply to GetManagedObjects has another shape than a{oa{sa{sv}}}")
        feed { $0.snapshotFailed(generation: generation, BlueZError(error)) }
      case .failure(let error):
        feed { $0.snapshotFailed(generation: generation, error) }
      }
    }
  }

  /// After a crash the daemon removes nothing by signals, so its objects are removed here,
  /// children before their parents.
  private func clear() {
    let objects = shared.withLock { shared in
      defer { shared.store = ObjectStore() }
      return shared.store.paths.map { ($0, Array(shared.store.interfaces(of: $0).keys)) }
    }
    for (path, interfaces) in objects.sorted(by: { $0.0 > $1.0 }) {
      tell(.removed(path, interfaces))
    }
  }

  private func treeChanged(_ message: Message) {
    switch message.member {
    case "InterfacesAdded":
      guard let (path, interfaces) = ObjectMessages.interfacesAdded(message) else {
        return log(.warning, "dropped a malformed InterfacesAdded")
      }
      let isLive = shared.withLock { shared in
        if shared.machine.isLive { shared.store.add(path, interfaces) }
        return shared.machine.isLive
      }
      if isLive { tell(.added(path, interfaces)) }
    case "InterfacesRemoved":
      guard let (path, interfaces) = ObjectMessages.interfacesRemoved(message) else {
        return log(.warning, "dropped a malformed InterfacesRemoved")
      }
      let gone = shared.withLock { shared in
        shared.machine.isLive ? shared.store.remove(path, interfaces) : []
      }
      if !gone.isEmpty { tell(.removed(path, gone)) }
    default:
      break
    }
  }

  private func propertiesChanged(_ message: Message) {
    guard let path = message.path, let change = ObjectMessages.change(message) else {
      return log(.warning, "dropped a malformed PropertiesChanged")
    }
    switch change {
    case .value(let value):
      if shared.withLock({ $0.machine.isLive }) { tell(.value(path, value)) }
    case .properties(let interface, let changed, let invalidated):
      let isKnown = shared.withLock { shared in
        shared.machine.isLive
          && shared.store.change(path, interface, changed, invalidated: invalidated)
      }
      guard isKnown else { return }
      tell(.changed(path, interface: interface, changed, invalidated: invalidated))
    }
  }

  /// Daemons since BlueZ 5.82 say why a link ended, before they say that it did.
  private func disconnected(_ message: Message) {
    guard let path = message.path, let (reason, text) = ObjectMessages.disconnected(message) else {
      return log("dropped a malformed Disconnected")
    }
    if shared.withLock({ $0.machine.isLive }) {
      tell(.disconnected(path, reason: reason, text: text))
    }
  }

  private func tell(_ event: SessionEvent) {
    for observer in shared.withLock({ $0.observers }) { observer.hear(event) }
  }
}
