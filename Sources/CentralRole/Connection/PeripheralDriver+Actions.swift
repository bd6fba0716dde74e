import BlueZ
import DBus
import Futures

/// What the connection machine wants done.
extension PeripheralDriver {
  func perform(_ action: ConnectionMachine.Action) {
    switch action {
    case .joinQueue: joinQueue()
    case .leaveQueue: session.turns.leave(adapterPath, ObjectIdentifier(self))
    case .pauseDiscovery:
      if shared.withLock({ $0.options.keepsScanning }) {
        quietReached()
      } else {
        central.feedDiscovery { $0.pause(holder) }
      }
    case .resumeDiscovery: central.feedDiscovery { $0.resume(holder) }
    case .search:
      central.feedDiscovery { $0.resume(holder) }
      central.feedDiscovery { $0.add(holder) }
    case .stopSearching: central.feedDiscovery { $0.remove(holder) }
    case .callConnect(let attempt): callConnect(attempt)
    case .callDisconnect(let attempt): callDisconnect(attempt)
    case .restoreNotifications(let attempt): restoreNotifications(attempt)
    case .stopNotifications: stopNotifications()
    case .setTimer(let timer, let attempt): set(timer, attempt, after: duration(of: timer))
    case .setPause(let pause, let attempt): set(.pause, attempt, after: pause)
    case .stopTimers:
      let timers = shared.withLock { shared in
        defer { shared.timers = [:] }
        return shared.timers
      }
      for timer in timers.values { timer.cancel() }
    case .reportConnected(let epoch): reportConnected(epoch)
    case .reportFailure(let failure): reportFailure(failure)
    case .linkEnded(let failure): linkEnded(failure)
    case .disconnectDone:
      let waiting = shared.withLock { shared in
        defer { shared.disconnecting = [] }
        return shared.disconnecting
      }
      for promise in waiting { promise.success(()) }
    }
  }

  private func duration(of timer: ConnectionMachine.Timer) -> Duration {
    shared.withLock { shared in
      switch timer {
      case .delay: shared.delay
      case .linkDeadline: shared.options.linkTimeout
      case .resolutionDeadline: shared.options.resolutionTimeout
      case .disconnectDeadline: .seconds(10)
      case .pause: .milliseconds(250)
      }
    }
  }

  private func set(
    _ timer: ConnectionMachine.Timer, _ attempt: ConnectionMachine.Attempt,
    after duration: Duration
  ) {
    let token = session.loop.schedule(after: duration) { [weak self] in
      self?.feed { machine, facts in machine.timerFired(timer, attempt, facts) }
    }
    let old = shared.withLock { $0.timers.updateValue(token, forKey: timer) }
    old?.cancel()
  }

  /// A link that is there already needs no turn.
  private func joinQueue() {
    let come: @Sendable () -> Void = { [weak self] in
      self?.feed { machine, _ in machine.turnCame() }
    }
    guard !isLinked else { return come() }
    session.turns.join(adapterPath, ObjectIdentifier(self), come)
  }

  /// The adapter is the parent of its devices.
  var adapterPath: ObjectPath { path.parent ?? path }

  private func callConnect(_ attempt: ConnectionMachine.Attempt) {
    log("connects")
    preferLowEnergy()
    callDevice("Connect", timeout: .seconds(120)) { [weak self] result in
      let outcome: ConnectOutcome
      switch result {
      case .success: outcome = .accepted
      case .failure(let error): outcome = ConnectOutcome(error)
      }
      self?.feed { machine, facts in machine.connectReplied(attempt, outcome, facts) }
    }
  }

  /// Devices of both kinds may be called by classic Bluetooth otherwise (BlueZ 5.80, PreferredBearer).
  private func preferLowEnergy() {
    let preferred = session.withStore {
      $0.properties(.device, of: path)?["PreferredBearer"]?.asString
    }
    guard let preferred, preferred != "le" else { return }
    let message = Message.methodCall(
      to: BusNames.daemon, path: path, interface: BusNames.properties, member: "Set",
      [.string(InterfaceTable.device.name), .string("PreferredBearer"), .variant(.string("le"))])
    session.call(message, timeout: .seconds(10)) { [weak self] result in
      if case .failure(let error) = result {
        self?.log(.warning, "the daemon does not prefer Low Energy: \(error)")
      }
    }
  }

  private func callDisconnect(_ attempt: ConnectionMachine.Attempt) {
    log("disconnects")
    callDevice("Disconnect", timeout: .seconds(30)) { [weak self] _ in
      // Refused means that there is no link; either way the attempt is over.
      self?.feed { machine, facts in machine.disconnectReplied(attempt, facts) }
    }
  }

  func callDevice(
    _ member: String, timeout: Duration,
    _ completion: @escaping @Sendable (Result<Message, BlueZError>) -> Void
  ) {
    let message = Message.methodCall(
      to: BusNames.daemon, path: path, interface: InterfaceTable.device.name, member: member)
    session.call(message, timeout: timeout, completion)
  }
}
