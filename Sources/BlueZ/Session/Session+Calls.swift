package import DBus
import Futures

/// Calls on the daemon: the driver of ``CallGate``.
extension Session {
  typealias Answer = @Sendable (Result<Message, BlueZError>) -> Void

  /// A call that the bus would refuse now.
  struct WaitingCall: Sendable {
    let message: Message
    let deadline: Duration
    let kind: CallGate.Kind
    let completion: Answer
    var timer: (any Cancellable)?
  }

  /// Calls a method of an object of the daemon; the completion runs once, on the loop.
  ///
  /// The deadline counts from this call, also while it waits for others.
  package func call(
    _ message: Message, timeout: Duration, kind: CallGate.Kind = .control,
    _ completion: @escaping @Sendable (Result<Message, BlueZError>) -> Void
  ) {
    let (connection, ticket) = shared.withLock { shared in
      (shared.connection, shared.connection == nil ? nil : shared.gate.enter(kind))
    }
    guard let connection else {
      let path = message.path
      return loop.execute {
        let error = DBusError(.disconnected, "the session is not on the bus")
        completion(.failure(BlueZError(error, object: path)))
      }
    }
    guard let ticket else {
      return make(message, timeout: timeout, kind, on: connection, completion)
    }
    wait(
      ticket,
      WaitingCall(
        message: message, deadline: loop.now + timeout, kind: kind, completion: completion))
  }

  private func make(
    _ message: Message, timeout: Duration, _ kind: CallGate.Kind, on connection: Connection,
    _ completion: @escaping Answer
  ) {
    log(.debug, "call \(message.member ?? "") on \(message.path?.string ?? "")")
    let deadline = loop.now + timeout
    connection.call(message, timeout: timeout) { [weak self] result in
      if let self {
        if case .failure(let error) = result, error.name == Self.limitsExceeded,
          let ticket = shared.withLock({ $0.gate.refused(kind) })
        {
          return wait(
            ticket,
            WaitingCall(message: message, deadline: deadline, kind: kind, completion: completion))
        }
        let isForsaken =
          if case .failure(let error) = result { error.code == .noReply } else { false }
        gateChanged { $0.leave(kind, isForsaken: isForsaken) }
      }
      completion(result.mapError { BlueZError($0, object: message.path) })
    }
  }

  private static let limitsExceeded = "org.freedesktop.DBus.Error.LimitsExceeded"

  private func wait(_ ticket: CallGate.Ticket, _ call: WaitingCall) {
    var call = call
    log(.debug, "call \(call.message.member ?? "") waits, too many are open")
    call.timer = loop.schedule(after: max(call.deadline - loop.now, .zero)) { [weak self] in
      self?.giveUp(ticket)
    }
    // It may have been called out already.
    let isWaiting = shared.withLock { shared in
      guard shared.calledOut.remove(ticket) == nil else { return false }
      shared.waiting[ticket] = call
      return true
    }
    if !isWaiting { start(call) }
  }

  private func giveUp(_ ticket: CallGate.Ticket) {
    let call = shared.withLock { shared -> WaitingCall? in
      guard shared.gate.withdraw(ticket) else { return nil }
      return shared.waiting.removeValue(forKey: ticket)
    }
    guard let call else { return }
    let error = DBusError(
      .noReply,
      "\(call.message.member ?? "The call") waited until its deadline for others of this program.")
    call.completion(.failure(BlueZError(error, object: call.message.path)))
  }

  /// Makes the calls for which there is room now.
  func gateChanged(_ event: (inout CallGate) -> [CallGate.Ticket]) {
    let due = shared.withLock { shared in
      event(&shared.gate).compactMap { ticket -> WaitingCall? in
        if let call = shared.waiting.removeValue(forKey: ticket) { return call }
        shared.calledOut.insert(ticket)
        return nil
      }
    }
    for call in due { start(call) }
  }

  private func start(_ call: WaitingCall) {
    call.timer?.cancel()
    guard let connection = shared.withLock({ $0.connection }) else {
      gateChanged { $0.leave(call.kind, isForsaken: false) }
      let error = DBusError(.disconnected, "the session is not on the bus")
      return call.completion(.failure(BlueZError(error, object: call.message.path)))
    }
    make(
      call.message, timeout: max(call.deadline - loop.now, .zero), call.kind, on: connection,
      call.completion)
  }
}
