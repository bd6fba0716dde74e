package import DBus
import Futures
import GATT

/// The driver of ``AgentMachine``: the one agent of a session, and the questions that it is asked.
///
/// Registered on the connection that pairs, since the daemon asks the agent of the caller first.
package final class AgentDriver: Sendable {
  /// What becomes of an agent, told on the session's loop.
  package enum News: Sendable {
    /// The agent is in place.
    case admitted
    /// The daemon does not want it.
    case refused(BlueZError)
    /// A question was answered with a no, not at all, or with something that does not fit.
    case rejected(PairingQuestion.Kind, isLate: Bool)
  }

  struct Holding: Sendable {
    let agent: PairingAgent
    /// The device for whose pairing it answers; `nil` for every other one.
    let device: ObjectPath?
    let hear: @Sendable (News) -> Void
  }

  struct OpenQuestion: Sendable {
    let question: PairingQuestion
    let device: ObjectPath
    let call: MethodCall
    let holder: AgentMachine.Holder
    var answer: Future<PairingAnswer>?
    var timer: (any Cancellable)?
  }

  struct Shared {
    weak var session: Session?
    var machine = AgentMachine()
    var holdings: [AgentMachine.Holder: Holding] = [:]
    var questions: [Int: OpenQuestion] = [:]
    var lastNumber = 0
    var export: (any Cancellable)?
    var registration: (any Cancellable)?
    var refusal: BlueZError?
  }

  static let path: ObjectPath = "/bluefutures/agent"
  static let managerPath: ObjectPath = "/org/bluez"

  let shared = Lock(Shared())

  init() {}

  deinit {
    let (export, registration) = shared.withLock { ($0.export, $0.registration) }
    export?.cancel()
    registration?.cancel()
  }

  func begin(_ session: Session) {
    shared.withLock { $0.session = session }
    let registration = session.observe { [weak self] event in
      guard case .status(let status) = event else { return }
      self?.statusChanged(status)
    }
    shared.withLock { $0.registration = registration }
  }

  var session: Session? { shared.withLock { $0.session } }

  func newNumber() -> Int {
    shared.withLock { shared in
      shared.lastNumber += 1
      return shared.lastNumber
    }
  }

  // MARK: Who wants an agent

  /// Puts an agent in place, for a device or for all; call it on the session's loop.
  package func enlist(
    _ agent: PairingAgent, for device: ObjectPath?, _ hear: @escaping @Sendable (News) -> Void
  ) -> AgentMachine.Holder {
    let holder = newNumber()
    shared.withLock { shared in
      shared.holdings[holder] = Holding(agent: agent, device: device, hear: hear)
    }
    feed { $0.add(.init(holder, agent.capability, isDefault: device == nil)) }
    return holder
  }

  /// The agent has nothing to answer for any more; its open questions are rejected.
  package func dismiss(_ holder: AgentMachine.Holder) {
    _ = shared.withLock { $0.holdings.removeValue(forKey: holder) }
    takeBack { $0.holder == holder }
    feed { $0.remove(holder) }
  }

  /// The agent that answers for every device, if there is one.
  package var defaultAgent: PairingAgent? { shared.withLock { $0.standing?.holding.agent } }

  // MARK: The machine

  private func statusChanged(_ status: SessionStatus) {
    if status == .ready { return feed { $0.arrived() } }
    takeBack { _ in true }
    feed { machine in
      machine.vanished()
      return []
    }
  }

  private func feed(_ event: (inout AgentMachine) -> [AgentMachine.Action]) {
    for action in shared.withLock({ event(&$0.machine) }) { perform(action) }
  }

  private func perform(_ action: AgentMachine.Action) {
    switch action {
    case .register(let capability, let generation): register(capability, generation)
    case .claimDefault(let generation):
      call("RequestDefaultAgent", [.objectPath(Self.path)]) { [weak self] error in
        self?.replied(error, { $0.claimed(generation: generation) }) {
          $0.claimRefused(generation: generation)
        }
      }
    case .unregister(let generation):
      call("UnregisterAgent", [.objectPath(Self.path)]) { [weak self] _ in
        // Refused means that the daemon has none of ours, which is what was wanted.
        self?.feed { $0.unregistered(generation: generation) }
      }
    case .admit(let holder): shared.withLock { $0.holdings[holder] }?.hear(.admitted)
    case .refuse(let holder):
      let (holding, error) = shared.withLock { shared in
        (shared.holdings.removeValue(forKey: holder), shared.refusal)
      }
      if let error { holding?.hear(.refused(error)) }
    }
  }

  private func register(_ capability: PairingAgent.Capability, _ generation: Int) {
    // Each connection to the bus has exports of its own.
    let export = session?.export(Self.path) { [weak self] in self?.receive($0) }
    let old = shared.withLock { shared in
      defer { shared.export = export }
      return shared.export
    }
    old?.cancel()
    let body: [Value] = [.objectPath(Self.path), .string(capability.rawValue)]
    call("RegisterAgent", body) { [weak self] error in
      // The only agent of this connection is ours.
      let isKnown = error?.code == .alreadyExists
      self?.replied(isKnown ? nil : error, { $0.registered(generation: generation) }) {
        $0.registrationRefused(generation: generation)
      }
    }
  }

  private func replied(
    _ error: BlueZError?, _ success: (inout AgentMachine) -> [AgentMachine.Action],
    _ refusal: (inout AgentMachine) -> [AgentMachine.Action]
  ) {
    guard let error else { return feed(success) }
    session?.log(.warning, "the daemon refused the pairing agent: \(error)")
    shared.withLock { $0.refusal = error }
    feed(refusal)
  }

  private func call(
    _ member: String, _ body: [Value], _ completion: @escaping @Sendable (BlueZError?) -> Void
  ) {
    let message = Message.methodCall(
      to: BusNames.daemon, path: Self.managerPath, interface: InterfaceTable.agentManager.name,
      member: member, body)
    session?.call(message, timeout: .seconds(10)) { result in
      if case .failure(let error) = result { completion(error) } else { completion(nil) }
    }
  }
}

extension AgentDriver.Shared {
  /// The default agent.
  var standing: (holder: AgentMachine.Holder, holding: AgentDriver.Holding)? {
    holdings.first { $0.value.device == nil }.map { ($0.key, $0.value) }
  }

  /// Who answers for a device: the agent of its pairing, else the default one.
  func answering(
    for device: ObjectPath
  ) -> (
    holder: AgentMachine.Holder, holding: AgentDriver.Holding
  )? {
    holdings.first { $0.value.device == device }.map { ($0.key, $0.value) } ?? standing
  }
}
