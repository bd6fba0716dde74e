import DBus
public import Futures

/// The session's agent, which answers while devices pair.
extension Session {
  /// Lets an agent answer for every device that has no agent of its own, or nobody with `nil`.
  ///
  /// It also answers for devices that begin to pair by themselves, and for attributes that demand
  /// a pairing. There is one for each session; a new one takes the place of the old. The daemon asks
  /// the agent that registered last on this machine. It is registered again after the daemon
  /// restarted, and unregistered with the session. Registering makes the adapters pairable (BlueZ
  /// `src/agent.c`). Fails with ``BlueZError`` when the daemon refuses, or does not answer
  /// within 10 s; in that case the agent is still wanted and comes into place when it can.
  /// - Parameter agent: who answers from now on.
  /// - Returns: completes when the agent is in place.
  @discardableResult public func setDefaultAgent(_ agent: PairingAgent?) -> Future<Void> {
    let promise = Promise<Void>(context: context)
    let agents = agents
    loop.execute { [self] in
      if let old = agents.shared.withLock({ $0.standing?.holder }) { agents.dismiss(old) }
      guard let agent else {
        promise.success()
        return
      }
      let timer = loop.schedule(after: .seconds(10)) {
        promise.failure(
          BlueZError(
            DBusError(.noReply, "the pairing agent is not in place after 10 seconds"),
            object: AgentDriver.managerPath))
      }
      _ = agents.enlist(agent, for: nil) { news in
        switch news {
        case .admitted: promise.success()
        case .refused(let error): promise.failure(error)
        case .rejected: return
        }
        timer.cancel()
      }
    }
    return promise.future
  }

  package var agents: AgentDriver {
    let (agents, isNew) = shared.withLock { shared in
      if let agents = shared.agents { return (agents, false) }
      let agents = AgentDriver()
      shared.agents = agents
      return (agents, true)
    }
    if isNew { agents.begin(self) }
    return agents
  }

  /// The name of this program on the bus.
  package var uniqueName: String? { shared.withLock { $0.connection }?.uniqueName }

  /// Whether a message comes from the daemon.
  func isDaemon(_ sender: String?) -> Bool {
    guard let sender, let connection = shared.withLock({ $0.connection }) else { return false }
    return connection.isOwner(sender, of: BusNames.daemon)
  }
}
