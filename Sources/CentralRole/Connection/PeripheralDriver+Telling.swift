import BlueZ
import DBus
import FoundationEssentials
import Futures

/// What the peripheral's streams are told of its links.
extension PeripheralDriver {
  func reportConnected(_ epoch: ConnectionMachine.Attempt) {
    let now = session.loop.now
    shared.withLock {
      $0.counter.connected(at: now)
      $0.statistics.connected(at: now, Date())
    }
    log("connected, epoch \(epoch)")
    attributesLinked(epoch)
    toldConnection.success(())
  }

  func reportFailure(_ failure: ConnectionMachine.Failure) {
    let error = reported(failure)
    log(failure == .forced ? .info : .error, "\(error)")
    let now = session.loop.now
    let delay = shared.withLock { shared -> Duration? in
      switch failure {
      case .timeout: shared.statistics.attemptFailed(isTimeout: true)
      case .refused, .wrongBearer, .full, .bondLost:
        shared.statistics.attemptFailed(isTimeout: false)
      case .lost, .forced: break
      }
      guard failure.isWorthAnotherTry else { return nil }
      guard let delay = shared.counter.ended(at: now, shared.options.policy) else { return nil }
      // What went away goes in steps, and an attempt between two of them would fail with the next.
      shared.delay = failure.isReset ? max(delay, .seconds(1)) : delay
      return shared.delay
    }
    let connection = toldConnection
    connection.failure(error)
    connection.forgetCurrent()
    guard let delay else {
      return shared.withLock { if $0.machine.state == .disconnected { $0.visits.linkIsOver() } }
    }
    log("connects again in \(delay)")
    feed { machine, _ in delay > .zero ? machine.reconnectLater() : machine.connect() }
  }

  /// An attempt for which Bluetooth was not ready says so.
  private func reported(_ failure: ConnectionMachine.Failure) -> CentralError {
    let (state, isReady) = central.shared.withLock { ($0.state, $0.isReady && $0.isAdapterOn) }
    guard case .timeout(let phase) = failure, phase == .link, !isReady else {
      return CentralError(failure, address)
    }
    return .notReady(state, address)
  }

  /// Everything that hung on the link fails with the reason of its end.
  func linkEnded(_ failure: ConnectionMachine.Failure) {
    let error = CentralError(failure, address)
    let now = session.loop.now
    let date = Date()
    let (requests, characteristics, duration, disconnections) = shared.withLock { shared in
      let requests = shared.queue.removeAll().sorted().compactMap {
        shared.requests.removeValue(forKey: $0)
      }
      return (
        requests, shared.characteristics.sorted { $0.key < $1.key }.map(\.value),
        shared.statistics.ended(at: now, date), shared.disconnections
      )
    }
    for request in requests { request.fail(error) }
    for characteristic in characteristics { characteristic.linkEnded(error) }
    attributesUnlinked(error)
    // A link that was never told of has no end to tell of.
    guard let duration else { return }
    let streams = [disconnections, central.shared.withLock { $0.disconnections }].compactMap { $0 }
    guard !streams.isEmpty else { return }
    let event = Disconnection(
      peripheral: facade, reason: failure.reason, error: error, duration: duration, date: date)
    for stream in streams { stream.success(event) }
  }

  var disconnections: StreamPromise<Disconnection> {
    let isOver = central.isInvalidated
    return shared.withLock { shared in
      if let stream = shared.disconnections, !stream.isFinished { return stream }
      let stream = StreamPromise<Disconnection>(capacity: 16, context: session.context)
      if isOver { stream.finish() }
      shared.disconnections = stream
      return stream
    }
  }

  var states: StreamPromise<ConnectionState> {
    let isOver = central.isInvalidated
    return shared.withLock { shared in
      if let states = shared.states, !states.isFinished { return states }
      let states = StreamPromise<ConnectionState>(
        capacity: 16, context: session.context, replaysCurrent: true)
      states.success(shared.machine.userState)
      if isOver { states.finish() }
      shared.states = states
      return states
    }
  }
}

extension ConnectionMachine.Failure {
  /// Why the link ended, for people who ask for nothing but that.
  fileprivate var reason: DisconnectReason {
    switch self {
    case .lost(let reason): reason
    case .forced: .requested
    case .bondLost: .authentication
    case .timeout, .refused, .wrongBearer, .full: .linkLost
    }
  }

  fileprivate var isReset: Bool {
    if case .lost(let reason) = self { reason.isReset } else { false }
  }

  /// Whether a policy may try again.
  fileprivate var isWorthAnotherTry: Bool {
    switch self {
    case .forced, .wrongBearer, .bondLost: false
    case .lost(.authentication): false
    case .timeout, .refused, .full, .lost: true
    }
  }
}
