/// Decides when the object tree is fetched and what the session can promise meanwhile.
///
/// The order is fixed: match rules, then one `GetManagedObjects`, then signals on top of it.
/// What was signalled before the reply is already in it and is ignored.
package struct SessionMachine: Sendable {
  private enum State: Sendable {
    /// The bus is being opened, after so many attempts that failed.
    case opening(failed: Int)
    /// On the bus; nobody owns the daemon's name.
    case absent
    /// The snapshot of this generation is on its way.
    case loading(generation: Int)
    /// The tree is live.
    case ready
    /// The bus cannot be reached; another attempt is due.
    case offline(failed: Int)
    /// The session was closed by its owner.
    case closed
  }

  package enum Action: Equatable, Sendable {
    case fetchSnapshot(generation: Int)
    /// Forget the tree; its observers know the reason already.
    case clear
    case publish(SessionStatus)
    case reopen(after: Duration)
    case askAgain(after: Duration)
  }

  private var state: State = .opening(failed: 0)
  private var generation = 0
  private var wasReady = false

  package init() {}

  /// Signals of the object tree count only now.
  package var isLive: Bool {
    if case .ready = state { true } else { false }
  }

  package mutating func busOpened() -> [Action] {
    guard case .opening = state else { return [] }
    // The daemon may be one that the bus starts on demand, so ask before looking for an owner.
    return load()
  }

  package mutating func busOpenFailed(_ error: BlueZError) -> [Action] {
    guard case .opening(let failed) = state else { return [] }
    // A security module may refuse even the first message on the bus.
    let obstacle: SessionStatus.Obstacle =
      error.code == .accessDenied ? .policy(error) : .bus(error)
    return goOffline(wasReady ? .lost(.bus) : .unavailable(obstacle), failed: failed + 1)
  }

  package mutating func busLost() -> [Action] {
    switch state {
    case .opening, .offline, .closed: return []
    case .absent, .loading, .ready: return goOffline(.lost(.bus), failed: 0) + [.clear]
    }
  }

  package mutating func reopenDue() -> Bool {
    guard case .offline(let failed) = state else { return false }
    state = .opening(failed: failed)
    return true
  }

  /// The daemon's name has an owner; it is a successor if there was another owner just before.
  package mutating func daemonAppeared(isSuccessor: Bool) -> [Action] {
    switch state {
    case .absent: return load()
    case .loading, .ready:
      guard isSuccessor else { return [] }
      return [.publish(.lost(.daemon)), .clear] + load()
    case .opening, .offline, .closed: return []
    }
  }

  package mutating func daemonVanished() -> [Action] {
    switch state {
    case .ready:
      state = .absent
      return [.publish(.lost(.daemon)), .clear]
    case .loading:
      state = .absent
      return wasReady ? [] : [.publish(.unavailable(.daemon))]
    case .absent, .opening, .offline, .closed:
      return []
    }
  }

  package mutating func snapshotArrived(generation: Int) -> [Action] {
    guard case .loading(generation) = state else { return [] }
    state = .ready
    wasReady = true
    return [.publish(.ready)]
  }

  package mutating func snapshotFailed(generation: Int, _ error: BlueZError) -> [Action] {
    guard case .loading(generation) = state else { return [] }
    state = .absent
    switch error.code {
    case .accessDenied: return [.publish(.unavailable(.policy(error)))]
    case .daemonNotRunning: return wasReady ? [] : [.publish(.unavailable(.daemon))]
    case .noReply where error.isFromBus:
      // The daemon ended before it answered; a successor may have its name already.
      return (wasReady ? [] : [.publish(.unavailable(.daemon))]) + [.askAgain(after: .seconds(5))]
    default: return [.publish(.unavailable(.answer(error))), .askAgain(after: .seconds(5))]
    }
  }

  package mutating func askAgainDue() -> [Action] {
    guard case .absent = state else { return [] }
    return load()
  }

  package mutating func closed() {
    state = .closed
  }

  private mutating func load() -> [Action] {
    generation += 1
    state = .loading(generation: generation)
    return [.fetchSnapshot(generation: generation)]
  }

  private mutating func goOffline(_ status: SessionStatus, failed: Int) -> [Action] {
    state = .offline(failed: failed)
    return [.publish(status), .reopen(after: .seconds(min(30, 1 << min(failed, 5))))]
  }
}
