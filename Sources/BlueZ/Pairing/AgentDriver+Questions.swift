import DBus
import Futures
import GATT

/// What the daemon asks, from its call to the answer.
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
      // The daemon asks an agent one thing at a time, and does not say what it takes back.
      takeBack { _ in true }
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
    // A newer question of a device takes the place of an older one, such as of digits so far.
    takeBack { $0.device == device }
    let number = newNumber()
    shared.withLock { shared in
      shared.questions[number] = OpenQuestion(
        question: question, device: device, call: call, holder: holder)
    }
    if question.isDisplay {
      call.reply()
    } else {
      let timer = session.loop.schedule(after: holding.agent.answerTimeout) { [weak self] in
        self?.end(number, .reject, isLate: true)
      }
      shared.withLock { $0.questions[number]?.timer = timer }
    }
    session.context.execute { [weak self] in self?.put(number, question, to: holding.agent) }
  }

  /// Puts the question to the program, in the context of its callbacks.
  private func put(_ number: Int, _ question: PairingQuestion, to agent: PairingAgent) {
    guard shared.withLock({ $0.questions[number] != nil }) else { return }
    let answer = agent.ask(question)
    let isOpen = shared.withLock { shared in
      shared.questions[number]?.answer = answer
      return shared.questions[number] != nil
    }
    guard isOpen else { return answer.cancel() }
    answer.onComplete(context: .inline) { [weak self] result in
      self?.end(number, (try? result.get()) ?? .reject)
    }
  }

  /// The question has its answer, whatever it is.
  private func end(_ number: Int, _ answer: PairingAnswer, isLate: Bool = false) {
    let (open, hear, session) = shared.withLock { shared in
      let open = shared.questions.removeValue(forKey: number)
      return (open, open.flatMap { shared.holdings[$0.holder]?.hear }, shared.session)
    }
    guard let open else { return }
    open.timer?.cancel()
    guard !open.question.isDisplay else { return }
    let (kind, address) = (open.question.kind, open.question.address)
    if let reply = answer.reply(to: kind) {
      open.call.reply(reply)
      session?.log("\(address): the agent agreed to \(kind.task)")
      return
    }
    let reason =
      isLate
      ? "did not answer"
      : answer == .reject ? "refused" : "gave an answer that does not fit,"
    session?.log(.warning, "\(address): the agent \(reason) to \(kind.task)")
    // Before the daemon hears it, so that the pairing's end is known to be this.
    session?.loop.execute {
      hear?(.rejected(kind, isLate: isLate))
      Self.reject(open.call)
    }
    if isLate { open.answer?.cancel() }
  }

  /// Questions that need no answer any more: their futures are cancelled.
  func takeBack(_ isMeant: (OpenQuestion) -> Bool) {
    let taken = shared.withLock { shared in
      let taken = shared.questions.filter { isMeant($0.value) }
      for number in taken.keys { shared.questions[number] = nil }
      return taken.sorted { $0.key < $1.key }.map(\.value)
    }
    for open in taken {
      open.timer?.cancel()
      open.call.replyError("org.bluez.Error.Canceled", "The question was taken back.")
      open.answer?.cancel()
    }
  }

  private static func reject(_ call: MethodCall) {
    call.replyError("org.bluez.Error.Rejected", "Nobody agreed.")
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
