import Futures

extension Connection {
  /// Sends a method call.
  ///
  /// The completion runs once, on the loop: with the reply, with `remote` and the name of the
  /// error, with `noReply` at the deadline, or with `disconnected`, `cancelled`, `invalidMessage`
  /// or `limitExceeded`. Calls made while the connection is opening are sent after it.
  @discardableResult
  package func call(
    _ message: Message, timeout: Duration, _ completion: @escaping Completion
  ) -> CallID {
    call(message, timeout: timeout, via: nil, completion)
  }

  /// With a transport, the message passes the backlog of a connection that is opening.
  @discardableResult
  func call(
    _ message: Message, timeout: Duration, via transport: (any Transport)?,
    _ completion: @escaping Completion
  ) -> CallID {
    if let fault = message.fault {
      loop.execute { completion(.failure(fault)) }
      return CallID(serial: 0)
    }
    let deadline = loop.now + max(timeout, .zero)
    let entry = CallTable.Entry(
      deadline: deadline, timeout: timeout, subject: message, completion: completion)
    let (serial, route, alarm) = state.withLock { state in
      let route = state.route
      if case .nowhere = route { return (UInt32(0), route, nil as NewAlarm?) }
      let serial = state.calls.insert(entry)
      return (serial, route, state.alarmNeeded(for: deadline))
    }
    if case .nowhere(let error) = route {
      loop.execute { completion(.failure(error)) }
      return CallID(serial: 0)
    }
    if let alarm { set(alarm) }
    // Without a backlog there is nothing that the message could overtake.
    transmit(message, serial, via: transport ?? route.transport)
    return CallID(serial: serial)
  }

  private func transmit(_ message: Message, _ serial: UInt32, via transport: (any Transport)?) {
    guard let claimed = message.claim(serial: serial, expectsReply: true) else {
      return fail(
        serial,
        DBusError(.limitExceeded, "The message could not be copied; the process lacks files."))
    }
    guard !(transport?.send(claimed) ?? dispatch(claimed)) else { return }
    // A socket that broke tells `lost` later; that error is the better one.
    guard case .transport = state.withLock({ $0.route }) else { return }
    fail(
      serial,
      DBusError(
        .limitExceeded,
        "The message \(message.member ?? "") could not be sent: the bus takes no file descriptors, "
          + "or there is no memory."))
  }

  private func fail(_ serial: UInt32, _ error: DBusError) {
    guard let entry = take(serial) else { return }
    loop.execute { entry.completion(.failure(error)) }
  }

  /// Fails the call with `cancelled`, unless it is complete.
  ///
  /// The other side still works on it; its reply will be dropped.
  package func cancel(_ id: CallID) {
    fail(id.serial, DBusError(.cancelled, "The call was cancelled."))
  }

  /// The call that the serial belongs to, which is then complete.
  func take(_ serial: UInt32) -> CallTable.Entry? {
    let (entry, timer) = state.withLock { state in
      let entry = state.calls.take(serial)
      return (entry, entry == nil ? nil : state.alarmToCancel())
    }
    timer?.cancel()
    return entry
  }

  func receiveReply(_ message: Message) {
    let serial = message.replySerial
    guard let entry = take(serial) else {
      state.withLock { $0.lateReplies += 1 }
      return onEvent(.lateReply(serial: serial))
    }
    entry.completion(message.kind == .error ? .failure(message.asError) : .success(message))
  }

  // MARK: Deadlines

  typealias NewAlarm = (new: ConnectionState.Alarm, old: (any Cancellable)?)

  private func set(_ alarm: NewAlarm) {
    alarm.old?.cancel()
    let id = alarm.new.id
    let timer = loop.schedule(after: max(alarm.new.deadline - loop.now, .zero)) { [weak self] in
      self?.alarmRang(id)
    }
    let isWanted = state.withLock { state in
      guard state.alarm?.id == id, !state.calls.isEmpty else { return false }
      state.alarm?.timer = timer
      return true
    }
    if isWanted { return }
    timer.cancel()
    state.withLock { if $0.alarm?.id == id, $0.calls.isEmpty { $0.alarm = nil } }
  }

  private func alarmRang(_ id: Int) {
    let now = loop.now
    let (due, next) = state.withLock { state in
      guard state.alarm?.id == id else { return ([CallTable.Entry](), nil as NewAlarm?) }
      state.alarm = nil
      let due = state.calls.takeDue(now)
      let next = state.calls.earliestDeadline.flatMap { state.alarmNeeded(for: $0) }
      return (due, next)
    }
    if let next { set(next) }
    for entry in due { entry.completion(.failure(entry.deadlineError)) }
  }

  func silenceAlarm() {
    let timer = state.withLock { $0.alarmToCancel() }
    timer?.cancel()
  }
}

extension CallTable.Entry {
  fileprivate var deadlineError: DBusError {
    let destination = subject.destination ?? "The other side"
    let call = "\(subject.interface ?? "").\(subject.member ?? "")"
    return DBusError(
      .noReply,
      "\(destination) did not answer \(call) of \(subject.path?.string ?? "/") within \(timeout).")
  }
}
