import DBus
import Futures
import GATT

/// What the daemon asks, from its call to the answer: the driver of ``AgentConversation``.
extension AgentDriver {
  func receive(_ call: MethodCall) {
    guard let session else { return }
    guard session.isDaemon(call.message.sender) else {
      session.log(.warning, "another program than the daemon asked the pairing agent something")
      call.replyError(
        "org.freedesktop.DBus.Error.AccessDenied", "Only the Bluetooth daemon asks this agent.")
      return
    }
    switch call.message.interface == BusNames.agent ? AgentCall(call.message) : nil {
    case .question(let device, let kind)?: ask(kind, device, call, session)
    case .cancel?:
      feedConversation { $0.cancelled() }
      call.reply()
    case .release?: call.reply()
    case nil: call.replyUnknownMethod()
    }
  }

  private func ask(
    _ kind: PairingQuestion.Kind, _ device: ObjectPath, _ call: MethodCall, _ session: Session
  ) {
    let properties = session.withStore { $0.properties(.device, of: device) } ?? [:]
    guard let text = properties["Address"]?.asString, let address = BluetoothAddress(text),
      let (holder, holding) = shared.withLock({ $0.answering(for: device) })
    else {
      session.log(.warning, "nobody is there to \(kind.task) for \(device.lastElement): rejected")
      Self.reject(call)
      return
    }
    session.log("\(address): the agent is asked to \(kind.task)")
    let question = PairingQuestion(kind, address: address, name: properties["Name"]?.asString)
    let actions = shared.withLock { shared in
      let (number, actions) = shared.conversation.asked(kind, about: device, of: holder)
      shared.questions[number] = OpenQuestion(
        question: question, call: call, agent: holding.agent, hear: holding.hear)
      return actions
    }
    for action in actions { perform(action) }
  }

  func feedConversation(_ event: (inout AgentConversation) -> [AgentConversation.Action]) {
    for action in shared.withLock({ event(&$0.conversation) }) { perform(action) }
  }

  private func perform(_ action: AgentConversation.Action) {
    switch action {
    case .put(let number):
      session?.context.execute { [weak self] in self?.put(number) }
    case .setDeadline(let number):
      guard let session, let open = shared.withLock({ $0.questions[number] }) else { return }
      let timer = session.loop.schedule(after: open.agent.answerTimeout) { [weak self] in
        self?.feedConversation { $0.deadlinePassed(number) }
      }
      shared.withLock { $0.questions[number]?.timer = timer }
    case .acknowledge(let number): shared.withLock { $0.questions[number] }?.call.reply()
    case .agree(let number, let reply):
      guard let open = close(number) else { return }
      open.call.reply(reply)
      log(open, "agreed to")
    case .reject(let number, let refusal):
      guard let open = close(number) else { return }
      log(open, refusal.words, .warning)
      // Before the daemon hears it, so that the pairing's end is known to be this.
      session?.loop.execute {
        open.hear(.rejected(open.question.kind, isLate: refusal == .late))
        Self.reject(open.call)
      }
      if refusal == .late { open.answer?.cancel() }
    case .takeBack(let number):
      guard let open = close(number) else { return }
      open.call.replyError("org.bluez.Error.Canceled", "The question was taken back.")
      open.answer?.cancel()
    case .close(let number):
      _ = close(number)
    }
  }

  private func close(_ number: AgentConversation.Number) -> OpenQuestion? {
    let open = shared.withLock { $0.questions.removeValue(forKey: number) }
    open?.timer?.cancel()
    return open
  }

  /// Puts the question to the program, in the context of its callbacks.
  private func put(_ number: AgentConversation.Number) {
    guard let open = shared.withLock({ $0.questions[number] }) else { return }
    let answer = open.agent.ask(open.question)
    let isOpen = shared.withLock { shared in
      shared.questions[number]?.answer = answer
      return shared.questions[number] != nil
    }
    guard isOpen else { return answer.cancel() }
    answer.onComplete(context: .inline) { [weak self] result in
      self?.feedConversation { $0.answered(number, (try? result.get()) ?? .reject) }
    }
  }

  private func log(_ open: OpenQuestion, _ words: String, _ level: LogLevel = .info) {
    session?.log(
      level, "\(open.question.address): the agent \(words) \(open.question.kind.task)")
  }

  private static func reject(_ call: MethodCall) {
    call.replyError("org.bluez.Error.Rejected", "Nobody agreed.")
  }
}

extension AgentConversation.Refusal {
  fileprivate var words: String {
    switch self {
    case .refused: "refused to"
    case .unfitting: "gave an answer that does not fit, to"
    case .late: "did not answer to"
    }
  }
}

extension PairingQuestion.Kind {
  /// What is wanted, for the log; numbers that open a door are left out.
  var task: String {
    switch self {
    case .confirm: "confirm a passkey"
    case .enterPasskey: "enter a passkey"
    case .enterPIN: "enter a PIN"
    case .authorize: "authorize a pairing"
    case .authorizeService(let uuid): "authorize the service \(uuid)"
    case .display: "show a passkey"
    case .displayPIN: "show a PIN"
    }
  }
}
