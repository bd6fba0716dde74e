import Futures

// What happens on the loop when the transport comes, goes and delivers.
extension Connection {
  func connect() {
    let transport: any Transport
    do throws(DBusError) {
      transport = try makeTransport()
    } catch {
      return openFailed(error)
    }
    let isWanted = state.withLock { state in
      guard case .opening(nil, let backlog) = state.phase else { return false }
      state.phase = .opening(transport, backlog: backlog)
      return true
    }
    guard isWanted else { return transport.close() }
    transport.start(self)
    register(transport)
  }

  private func makeTransport() throws(DBusError) -> any Transport {
    if case .loopback(let bus) = address { return bus.connect(loop: loop) }
    return try SocketTransport(address: try address.resolved(), loop: loop)
  }

  /// The first message on a connection must be Hello, so it passes the backlog.
  private func register(_ transport: any Transport) {
    let hello = busCall("Hello")
    call(hello, timeout: Self.registrationTimeout, via: transport) { [weak self] result in
      switch result {
      case .success(let reply):
        var reader = reply.reader
        do throws(DBusError) {
          self?.registered(transport, try reader.readString())
        } catch {
          self?.openFailed(error)
        }
      case .failure(let error): self?.openFailed(error)
      }
    }
  }

  private func registered(_ transport: any Transport, _ uniqueName: String) {
    transport.registered(as: uniqueName)
    while let next = state.withLock({ $0.introduce(transport, as: uniqueName) }) {
      for name in next.names { announceName(name, via: transport) }
      for (id, rule) in next.rules { announceRule(id, rule, via: transport) }
      for message in next.backlog { _ = transport.send(message) }
      guard next.isEmpty else { continue }
      return onEvent(.opened(uniqueName: uniqueName))
    }
  }

  private func openFailed(_ error: DBusError) {
    let ended = state.withLock { state -> ConnectionState.Ended? in
      guard case .opening = state.phase else { return nil }
      return state.end(.lost(error))
    }
    guard let ended else { return }
    ended.transport?.close()
    silenceAlarm()
    onEvent(.openFailed(error))
    for call in ended.calls { call.completion(.failure(error)) }
  }

  func busCall(_ member: String, _ body: [Value] = []) -> Message {
    .methodCall(
      to: BusName.bus, path: BusName.busPath, interface: BusName.busInterface, member: member, body)
  }
}

extension Connection: MessageReceiver {
  func receive(_ message: Message, from transport: any Transport) {
    guard state.withLock({ $0.isCurrent(transport) }) else { return }
    switch message.kind {
    case .methodReturn, .error: receiveReply(message)
    case .signal: receiveSignal(message)
    case .methodCall: receiveCall(message)
    case .unknown: break
    }
  }

  func transportLost(_ transport: any Transport) {
    let wasOpening = state.withLock { state -> Bool? in
      guard state.isCurrent(transport) else { return nil }
      if case .opening = state.phase { return true }
      return false
    }
    guard let wasOpening else { return }
    if wasOpening {
      return openFailed(
        DBusError(
          .accessDenied,
          "The message bus closed the connection during registration; check that this user may use it."
        ))
    }
    let error = DBusError(.disconnected, "The message bus closed the connection.")
    let ended = state.withLock { $0.end(.lost(error)) }
    ended.transport?.close()
    silenceAlarm()
    onEvent(.lost(error))
    for call in ended.calls { call.completion(.failure(error)) }
  }
}
