import BlueZ
import DBus

/// The object by which a program answers for its user.
struct Agent: Sendable {
  let client: Client
  let path: ObjectPath
  let capability: SimulatedPairing.Capability
}

/// Agents (`src/agent.c`): one for each program, the last of the list is the default one.
extension DaemonState {
  static let managerPath: ObjectPath = "/org/bluez"

  mutating func serveAgentManager(
    _ call: MethodCall, _ member: String, _ client: Client, _ body: [Value]
  ) throws(DaemonError) {
    guard let path = body.first?.asObjectPath else { throw .invalidArguments }
    switch member {
    case "RegisterAgent":
      guard agent(of: client) == nil else { throw .alreadyExists }
      let text = body.last?.asString ?? ""
      // The empty text is "KeyboardDisplay" (parse_io_capability).
      let capability =
        text.isEmpty ? .keyboardDisplay : SimulatedPairing.Capability(rawValue: text)
      guard let capability else { throw .invalidArguments }
      // The first one becomes the default; later ones wait behind it.
      agents.insert(Agent(client: client, path: path, capability: capability), at: 0)
    case "RequestDefaultAgent":
      guard let agent = agent(of: client), agent.path == path else { throw .doesNotExist }
      agents.removeAll { $0.client == client }
      agents.append(agent)
    case "UnregisterAgent":
      guard agent(of: client)?.path == path else { throw .doesNotExist }
      removeAgent(of: client, isGone: false)
    default: throw .notSupported
    }
    emit(.reply(call, []))
    followAgents()
  }

  /// Adapters are pairable while there is an agent (adapter_set_io_capability).
  mutating func followAgents() {
    for path in adapters.keys.sorted() {
      let isPairable = Value.bool(!agents.isEmpty)
      if property("Pairable", .adapter, of: path) != isPairable {
        change(path, .adapter, ["Pairable": isPairable])
      }
    }
  }

  func agent(of client: Client) -> Agent? { agents.first { $0.client == client } }

  /// The agent that answers for a program, or else for everybody (agent_get).
  func agent(for client: Client?) -> Agent? {
    client.flatMap { agent(of: $0) } ?? agents.last
  }

  /// What it is asked is given up.
  mutating func removeAgent(of client: Client, isGone: Bool) {
    guard let agent = agent(of: client) else { return }
    agents.removeAll { $0.client == client }
    for path in devices.keys.sorted() {
      guard let pairing = devices[path]?.pairing, pairing.isAsking,
        pairing.agent?.client == client
      else { continue }
      if !isGone { cancel(agent) }
      failPairing(of: path, .authenticationFailed)
    }
  }

  mutating func cancel(_ agent: Agent) { tell(agent, "Cancel") }

  /// Tells an agent something that needs no answer.
  mutating func tell(_ agent: Agent, _ member: String, _ body: [Value] = []) {
    emit(
      .ask(
        Ask(
          client: agent.client, path: agent.path, interface: BusNames.agent, member: member,
          body: body, timeout: Delays.agent, then: { _, _ in })))
  }

  /// Asks an agent; what it says goes to the pairing, if that still waits for it.
  mutating func ask(
    _ agent: Agent, _ member: String, _ body: [Value], for device: ObjectPath, _ pairing: Int,
    then: @escaping @Sendable (inout DaemonState, Result<[Value], DBusError>) -> Void
  ) {
    devices[device]?.pairing?.isAsking = true
    emit(
      .ask(
        Ask(
          client: agent.client, path: agent.path, interface: BusNames.agent, member: member,
          body: body, timeout: Delays.agent
        ) { state, answer in
          guard state.devices[device]?.pairing?.id == pairing else { return }
          state.devices[device]?.pairing?.isAsking = false
          // An agent that takes too long is told so.
          if case .failure(let error) = answer, error.code == .noReply { state.cancel(agent) }
          then(&state, answer)
        }))
  }
}
