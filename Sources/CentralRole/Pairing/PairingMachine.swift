/// The life of one peripheral's pairing: the agent, the call, its end.
///
/// Pairings are numbered; replies and timers carry the number, so those of an older one move
/// nothing. Whether there are keys afterwards is what the daemon's properties say and not what the
/// call says, which may fail for reasons that come after the keys.
package struct PairingMachine: Sendable {
  package typealias Pairing = Int

  /// One pairing: it may take several calls, and its deadline runs over all of them.
  package struct Effort: Sendable, Equatable {
    package let number: Pairing
    /// How often the daemon was busy.
    package var refusals = 0
    /// The agent said no, or nothing.
    package var rejection: Rejection?

    package enum Rejection: Sendable, Equatable { case refused, unanswered }
  }

  package enum State: Sendable, Equatable {
    /// Nothing is asked of the daemon.
    case idle
    /// The agent is being put in place, or waits for the pairing of another peripheral.
    case enlisting(Effort)
    /// The call is on its way, and the agent may be asked.
    case calling(Effort)
    /// The daemon was busy with the device; the call is made again when the timer fires.
    case pausing(Effort)
    /// The daemon gave it up; whether the adapter or only the link went is told next.
    case concluding(Effort)
    /// The pairing is being taken back in the daemon; whether another one is wanted then.
    case withdrawing(Pairing, again: Bool)
  }

  /// Why there are no keys.
  package enum Failure: Sendable, Equatable {
    case rejected, unanswered, cancelled, timeout
    /// The daemon's words.
    case refused(String)
    /// The daemon does not want the agent.
    case agentRefused(String)
    case noLink(String)
    case removed, unknownDevice, notReady
    case lost(DisconnectReason)
  }

  package enum Action: Equatable, Sendable {
    case enlist(Pairing)
    case dismiss
    case callPair(Pairing)
    case callCancel(Pairing)
    case setDeadline(Pairing)
    case setPause(Duration, Pairing)
    case stopTimers
    /// The devices are paired, with what the daemon complained about nevertheless.
    case succeed(warning: String?)
    case fail(Failure)
    /// A cancellation is over.
    case cancelDone
  }

  package private(set) var state: State = .idle
  private var pairings = 0

  /// How long the reason of a failure may take to be told after it.
  package static let reasonDelay: Duration = .milliseconds(500)

  package init() {}

  /// Whether a pairing is under way.
  package var isPairing: Bool {
    switch state {
    case .idle, .withdrawing(_, again: false): false
    case .enlisting, .calling, .pausing, .concluding, .withdrawing(_, again: true): true
    }
  }

  // MARK: What the program asks

  package mutating func pair(_ facts: PairingFacts) -> [Action] {
    switch state {
    case .idle: return begin(facts)
    case .enlisting, .calling, .pausing, .concluding: return []
    case .withdrawing(let number, _):
      if facts.isPaired { return [.succeed(warning: nil)] }
      state = .withdrawing(number, again: true)
      return []
    }
  }

  package mutating func cancel() -> [Action] {
    switch state {
    case .idle: return [.cancelDone]
    case .enlisting, .pausing, .concluding: return end(.fail(.cancelled)) + [.cancelDone]
    case .calling(let effort): return withdraw(effort, .cancelled)
    case .withdrawing(let number, let again):
      state = .withdrawing(number, again: false)
      return again ? [.fail(.cancelled)] : []
    }
  }

  // MARK: What the agent says

  package mutating func enlisted(_ number: Pairing) -> [Action] {
    guard case .enlisting(let effort) = state, effort.number == number else { return [] }
    return call(effort)
  }

  package mutating func agentRefused(_ number: Pairing, _ text: String) -> [Action] {
    guard case .enlisting(let effort) = state, effort.number == number else { return [] }
    return end(.fail(.agentRefused(text)))
  }

  package mutating func questionRejected(
    _ number: Pairing, _ rejection: Effort.Rejection
  ) -> [Action] {
    guard case .calling(var effort) = state, effort.number == number else { return [] }
    effort.rejection = rejection
    state = .calling(effort)
    return []
  }

  // MARK: What the daemon says

  package mutating func pairReplied(
    _ number: Pairing, _ outcome: PairOutcome, _ facts: PairingFacts
  ) -> [Action] {
    guard case .calling(var effort) = state, effort.number == number else { return [] }
    switch outcome {
    case .paired:
      return end(.succeed(warning: nil))
    case .failed(let text), .noLink(let text), .cancelled(let text):
      if facts.isPaired { return end(.succeed(warning: text)) }
      if case .cancelled = outcome, effort.rejection == nil {
        state = .concluding(effort)
        return [.setPause(Self.reasonDelay, effort.number)]
      }
      return end(.fail(failure(outcome, effort)))
    case .rejected:
      return end(facts.isPaired ? .succeed(warning: nil) : .fail(failure(outcome, effort)))
    case .unknownDevice:
      return end(.fail(.unknownDevice))
    case .notReady:
      return end(.fail(.notReady))
    case .busy:
      if facts.isPaired { return end(.succeed(warning: nil)) }
      effort.refusals += 1
      state = .pausing(effort)
      return [
        .setPause(.milliseconds(min(2000, 250 << min(effort.refusals - 1, 3))), effort.number)
      ]
    case .lost:
      // The end of the daemon or the bus follows, and is the reason then.
      return []
    }
  }

  package mutating func factsChanged(_ facts: PairingFacts) -> [Action] {
    switch state {
    case .calling where !facts.exists, .concluding where !facts.exists:
      return end(.fail(.removed))
    case .enlisting where facts.isPaired, .pausing where facts.isPaired:
      return end(.succeed(warning: nil))
    case .enlisting where !facts.exists, .pausing where !facts.exists:
      return end(.fail(.removed))
    case .idle, .enlisting, .calling, .pausing, .concluding, .withdrawing:
      return []
    }
  }

  package mutating func cancelReplied(_ number: Pairing, _ facts: PairingFacts) -> [Action] {
    guard case .withdrawing(number, let again) = state else { return [] }
    state = .idle
    return [.cancelDone] + (again ? begin(facts) : [])
  }

  /// The adapter or the daemon went away.
  package mutating func lost(_ reason: DisconnectReason) -> [Action] {
    switch state {
    case .idle: return []
    case .enlisting, .calling, .pausing, .concluding: return end(.fail(.lost(reason)))
    case .withdrawing(_, let again):
      state = .idle
      return (again ? [.fail(.lost(reason))] : []) + [.cancelDone]
    }
  }

  // MARK: What the clock says

  package mutating func deadlinePassed(_ number: Pairing, _ facts: PairingFacts) -> [Action] {
    switch state {
    case .enlisting(let effort) where effort.number == number,
      .pausing(let effort) where effort.number == number:
      return end(.fail(.timeout))
    case .concluding(let effort) where effort.number == number:
      return end(.fail(.lost(.linkLost)))
    case .calling(let effort) where effort.number == number:
      if facts.isPaired { return end(.succeed(warning: "the daemon did not answer")) }
      return withdraw(effort, .timeout)
    default:
      return []
    }
  }

  package mutating func pauseEnded(_ number: Pairing) -> [Action] {
    switch state {
    case .pausing(let effort) where effort.number == number: return call(effort)
    case .concluding(let effort) where effort.number == number:
      return end(.fail(.lost(.linkLost)))
    default: return []
    }
  }

  // MARK: Steps

  private mutating func begin(_ facts: PairingFacts) -> [Action] {
    if facts.isPaired { return [.succeed(warning: nil)] }
    guard facts.isReady else { return [.fail(.notReady)] }
    guard facts.exists else { return [.fail(.unknownDevice)] }
    pairings += 1
    state = .enlisting(Effort(number: pairings))
    return [.setDeadline(pairings), .enlist(pairings)]
  }

  private mutating func call(_ effort: Effort) -> [Action] {
    state = .calling(effort)
    return [.callPair(effort.number)]
  }

  private mutating func withdraw(_ effort: Effort, _ failure: Failure) -> [Action] {
    state = .withdrawing(effort.number, again: false)
    return [.stopTimers, .callCancel(effort.number), .dismiss, .fail(failure)]
  }

  private mutating func end(_ action: Action) -> [Action] {
    state = .idle
    return [.stopTimers, .dismiss, action]
  }

  private func failure(_ outcome: PairOutcome, _ effort: Effort) -> Failure {
    switch (effort.rejection, outcome) {
    case (.refused?, _): .rejected
    case (.unanswered?, _): .unanswered
    case (nil, .failed(let text)): .refused(text)
    case (nil, .noLink(let text)): .noLink(text)
    case (nil, .cancelled): .lost(.linkLost)
    default: .rejected
    }
  }
}
