import BlueZ
import DBus
import Futures
import GATT

/// What a peripheral's driver keeps of its pairing.
struct PairingState {
  /// A pairing's place in the queue for links, apart from that of a connection.
  final class Turn: Sendable {}

  let turn = Turn()
  var machine = PairingMachine()
  /// What the program was told last.
  var bond = BondState.none
  var bonds: StreamPromise<BondState>?
  var waiting: [Promise<Void>] = []
  var cancelling: [Promise<Void>] = []
  var agent: PairingAgent?
  var holder: AgentMachine.Holder?
  var limit = PeripheralDriver.pairingTimeout
  var deadline: (any Cancellable)?
  var pause: (any Cancellable)?
}

/// Pairing: the driver of ``PairingMachine``. On the session's loop.
extension PeripheralDriver {
  /// Just over the 120 s that the daemon gives it (BlueZ `src/device.c`).
  static let pairingTimeout: Duration = .seconds(130)

  func pair(_ agent: PairingAgent?, timeout: Duration) -> Future<Void> {
    let promise = Promise<Void>(context: session.context)
    session.loop.execute { [self] in
      shared.withLock { shared in
        shared.pairing.waiting.append(promise)
        // Whoever comes later joins, with the agent and the deadline of the first.
        guard !shared.pairing.machine.isPairing else { return }
        shared.pairing.agent = agent
        shared.pairing.limit = timeout
      }
      feedPairing { machine, facts in machine.pair(facts) }
    }
    return promise.future
  }

  func cancelPairing() -> Future<Void> {
    let promise = Promise<Void>(context: session.context)
    session.loop.execute { [self] in
      shared.withLock { $0.pairing.cancelling.append(promise) }
      feedPairing { machine, _ in machine.cancel() }
    }
    return promise.future
  }

  var bondState: BondState {
    let device = session.withStore { $0.properties(.device, of: path) }
    if shared.withLock({ $0.pairing.machine.isPairing }) { return .pairing }
    // A daemon before 5.65 does not tell whether it keeps the keys, which it usually does.
    if device?["Bonded"]?.asBool == true { return .bonded }
    return device?["Paired"]?.asBool == true ? .paired : .none
  }

  func bondStates() -> FutureStream<BondState> {
    let (promise, isNew) = shared.withLock { shared in
      if let bonds = shared.pairing.bonds, !bonds.isFinished { return (bonds, false) }
      let bonds = StreamPromise<BondState>(
        capacity: 16, context: session.context, replaysCurrent: true)
      shared.pairing.bonds = bonds
      return (bonds, true)
    }
    if isNew {
      let state = bondState
      shared.withLock { $0.pairing.bond = state }
      promise.success(state)
    }
    return promise.stream.branch()
  }

  // MARK: What the session tells

  func pairingFactsChanged() {
    // Advertisements come here too, and mean nothing to almost every peripheral.
    guard shared.withLock({ $0.pairing.bonds != nil || $0.pairing.machine.state != .idle }) else {
      return
    }
    if isLinked { leaveTurn() }
    feedPairing { machine, facts in machine.factsChanged(facts) }
  }

  func pairingLost(_ reason: DisconnectReason) {
    feedPairing { machine, _ in machine.lost(reason) }
  }

  /// The manager is gone: nothing more is told.
  func finishPairingStreams() {
    let (bonds, levels) = shared.withLock { ($0.pairing.bonds, $0.battery.levels) }
    bonds?.finish()
    levels?.finish()
  }

  private func pairingFacts() -> PairingFacts {
    let isReady = central.shared.withLock { $0.isReady && $0.isAdapterOn }
    return session.withStore { store in
      guard let device = store.properties(.device, of: path) else {
        return PairingFacts(isReady: isReady, exists: false)
      }
      return PairingFacts(
        isReady: isReady,
        isPaired: device["Paired"]?.asBool == true || device["Bonded"]?.asBool == true)
    }
  }

  private func tellBondState() {
    let state = bondState
    let bonds = shared.withLock { shared -> StreamPromise<BondState>? in
      defer { shared.pairing.bond = state }
      return shared.pairing.bond != state ? shared.pairing.bonds : nil
    }
    bonds?.success(state)
  }

  // MARK: The machine

  private func feedPairing(
    _ event: (inout PairingMachine, PairingFacts) -> [PairingMachine.Action]
  ) {
    let facts = pairingFacts()
    let actions = shared.withLock { event(&$0.pairing.machine, facts) }
    tellBondState()
    for action in actions { perform(action) }
  }

  private func perform(_ action: PairingMachine.Action) {
    switch action {
    case .enlist(let number): enlist(number)
    case .dismiss:
      let holder = shared.withLock { $0.pairing.holder.take() }
      if let holder { session.agents.dismiss(holder) }
    case .callPair(let number): callPair(number)
    case .callCancel(let number):
      callDevice("CancelPairing", timeout: .seconds(10)) { [self] _ in
        // Refused means that the daemon has no pairing of ours, which is what was wanted.
        feedPairing { machine, facts in machine.cancelReplied(number, facts) }
      }
    case .setDeadline(let number):
      let limit = shared.withLock { $0.pairing.limit }
      let timer = session.loop.schedule(after: limit) { [self] in
        feedPairing { machine, facts in machine.deadlinePassed(number, facts) }
      }
      shared.withLock { $0.pairing.deadline = timer }
    case .setPause(let pause, let number):
      let timer = session.loop.schedule(after: pause) { [self] in
        feedPairing { machine, _ in machine.pauseEnded(number) }
      }
      shared.withLock { $0.pairing.pause = timer }
    case .stopTimers:
      let timers = shared.withLock { [$0.pairing.deadline.take(), $0.pairing.pause.take()] }
      for timer in timers { timer?.cancel() }
      leaveTurn()
    case .succeed(let warning): succeed(warning)
    case .fail(let failure): fail(failure)
    case .cancelDone:
      let cancelling = shared.withLock { shared in
        defer { shared.pairing.cancelling = [] }
        return shared.pairing.cancelling
      }
      for promise in cancelling { promise.success() }
    }
  }

  /// The agent of this pairing, the session's, or one that only says yes to the device asked for.
  private func enlist(_ number: PairingMachine.Pairing) {
    let own = shared.withLock { $0.pairing.agent }
    let agent = own ?? session.agents.defaultAgent ?? .justWorks
    log("pairing begins, \(agent.capability.rawValue)")
    let holder = session.agents.enlist(agent, for: path) { [weak self] news in
      self?.feedPairing { machine, _ in
        switch news {
        case .admitted: machine.enlisted(number)
        case .refused(let error): machine.agentRefused(number, error.text)
        case .rejected(_, let isLate):
          machine.questionRejected(number, isLate ? .unanswered : .refused)
        }
      }
    }
    shared.withLock { $0.pairing.holder = holder }
  }

  /// The daemon connects first where there is no link, which has to wait for its turn.
  private func callPair(_ number: PairingMachine.Pairing) {
    guard !isLinked else { return sendPair(number) }
    session.turns.join(adapterPath, turn) { [weak self] in self?.sendPair(number) }
  }

  private func leaveTurn() { session.turns.leave(adapterPath, turn) }

  private var turn: ObjectIdentifier { shared.withLock { ObjectIdentifier($0.pairing.turn) } }

  private func sendPair(_ number: PairingMachine.Pairing) {
    let limit = shared.withLock { max($0.pairing.limit, Self.pairingTimeout) }
    callDevice("Pair", timeout: limit) { [self] result in
      let outcome: PairOutcome
      switch result {
      case .success: outcome = .paired
      case .failure(let error): outcome = PairOutcome(error)
      }
      leaveTurn()
      feedPairing { machine, facts in machine.pairReplied(number, outcome, facts) }
    }
  }

  private func succeed(_ warning: String?) {
    if let warning {
      log(.warning, "paired, although the daemon says: \(warning)")
    } else {
      log("paired")
    }
    for promise in takeWaiting() { promise.success() }
  }

  private func fail(_ failure: PairingMachine.Failure) {
    let limit = shared.withLock { $0.pairing.limit }
    let error = CentralError(failure, address, limit: limit)
    log(.error, "\(error)")
    for promise in takeWaiting() { promise.failure(error) }
  }

  private func takeWaiting() -> [Promise<Void>] {
    shared.withLock { shared in
      defer { shared.pairing.waiting = [] }
      return shared.pairing.waiting
    }
  }
}
