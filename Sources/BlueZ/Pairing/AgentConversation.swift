package import DBus

/// What the daemon has asked the session's agent and has no answer to yet.
///
/// The daemon asks one thing at a time and waits 60 s (BlueZ `src/agent.c`). Each question has one
/// end: an answer, its deadline, the daemon's `Cancel`, a newer question about the same device, or the
/// end of the pairing that it belongs to. What comes after the end goes nowhere.
package struct AgentConversation: Sendable {
  package typealias Number = Int

  private struct Question: Sendable {
    let kind: PairingQuestion.Kind
    let device: ObjectPath
    let holder: AgentMachine.Holder
  }

  package enum Action: Equatable, Sendable {
    /// Put the question to the program.
    case put(Number)
    case setDeadline(Number)
    /// The daemon need not wait for what is only shown.
    case acknowledge(Number)
    /// Answer the daemon with this.
    case agree(Number, [Value])
    case reject(Number, Refusal)
    /// The question is over without the program's answer, which is not wanted any more.
    case takeBack(Number)
    /// What was shown need not be shown any more; the daemon waits for nothing.
    case close(Number)
  }

  /// Why a question is answered with a no.
  package enum Refusal: Equatable, Sendable { case refused, unfitting, late }

  private var open: [Number: Question] = [:]
  private var last = 0

  package init() {}

  /// How many questions are open.
  package var count: Int { open.count }

  package mutating func asked(
    _ kind: PairingQuestion.Kind, about device: ObjectPath, of holder: AgentMachine.Holder
  ) -> (number: Number, actions: [Action]) {
    // Such as the number of digits that were typed so far.
    let replaced = end { $0.device == device }
    last += 1
    open[last] = Question(kind: kind, device: device, holder: holder)
    return (
      last, replaced + [kind.isDisplay ? .acknowledge(last) : .setDeadline(last), .put(last)]
    )
  }

  package mutating func answered(_ number: Number, _ answer: PairingAnswer) -> [Action] {
    guard let question = open.removeValue(forKey: number) else { return [] }
    if question.kind.isDisplay { return [.close(number)] }
    if let reply = answer.reply(to: question.kind) { return [.agree(number, reply)] }
    return [.reject(number, answer == .reject ? .refused : .unfitting)]
  }

  package mutating func deadlinePassed(_ number: Number) -> [Action] {
    guard open.removeValue(forKey: number) != nil else { return [] }
    return [.reject(number, .late)]
  }

  /// The daemon takes back what is open; it does not say which, since it asks one thing at a time.
  package mutating func cancelled() -> [Action] { end { _ in true } }

  /// The pairing that an agent answered for is over.
  package mutating func ended(_ holder: AgentMachine.Holder) -> [Action] {
    end { $0.holder == holder }
  }

  private mutating func end(_ isMeant: (Question) -> Bool) -> [Action] {
    let ended = open.filter { isMeant($0.value) }.sorted { $0.key < $1.key }
    for (number, _) in ended { open[number] = nil }
    return ended.map { .takeBack($0.key) }
  }
}

extension PairingQuestion.Kind {
  /// Whether something is only shown.
  var isDisplay: Bool {
    switch self {
    case .display, .displayPIN: true
    default: false
    }
  }
}
