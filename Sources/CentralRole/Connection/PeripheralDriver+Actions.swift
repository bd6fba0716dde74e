import BlueZ
import DBus
import Futures

/// What the connection machine wants done.
extension PeripheralDriver {
  func perform(_ action: ConnectionMachine.Action) {
    switch action {
    case .pauseDiscovery: central.feedDiscovery { $0.pause(holder) }
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
    case .reportConnected(let epoch):
      session.log("connected to \(address), epoch \(epoch)")
      attributesLinked(epoch)
      toldConnection.success(())
    case .reportFailure(let failure):
      let error = CentralError(failure, address)
      session.log("\(error)")
      let connection = toldConnection
      connection.failure(error)
      connection.forgetCurrent()
    case .linkEnded(let failure): linkEnded(CentralError(failure, address))
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
      case .linkDeadline: shared.linkTimeout
      case .resolutionDeadline: shared.resolutionTimeout
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

  private func callConnect(_ attempt: ConnectionMachine.Attempt) {
    callDevice("Connect", timeout: .seconds(120)) { [weak self] result in
      let outcome: ConnectOutcome
      switch result {
      case .success: outcome = .accepted
      case .failure(let error): outcome = ConnectOutcome(error)
      }
      self?.feed { machine, facts in machine.connectReplied(attempt, outcome, facts) }
    }
  }

  private func callDisconnect(_ attempt: ConnectionMachine.Attempt) {
    callDevice("Disconnect", timeout: .seconds(30)) { [weak self] _ in
      // Refused means that there is no link; either way the attempt is over.
      self?.feed { machine, facts in machine.disconnectReplied(attempt, facts) }
    }
  }

  private func callDevice(
    _ member: String, timeout: Duration,
    _ completion: @escaping @Sendable (Result<Message, BlueZError>) -> Void
  ) {
    let message = Message.methodCall(
      to: BusNames.daemon, path: path, interface: InterfaceTable.device.name, member: member)
    session.call(message, timeout: timeout, completion)
  }

  /// Everything that hung on the link fails with the reason of its end.
  private func linkEnded(_ error: CentralError) {
    let (requests, characteristics) = shared.withLock { shared in
      let requests = shared.queue.removeAll().sorted().compactMap {
        shared.requests.removeValue(forKey: $0)
      }
      return (requests, shared.characteristics.sorted { $0.key < $1.key }.map(\.value))
    }
    for request in requests { request.fail(error) }
    for characteristic in characteristics { characteristic.linkEnded(error) }
    attributesUnlinked(error)
  }
}
