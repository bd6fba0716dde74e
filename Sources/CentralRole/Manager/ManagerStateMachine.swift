package import BlueZ

/// Derives a manager's state from the session's status and its adapter.
///
/// After a loss the daemon and its adapter come back in steps (the name, then the adapter, then
/// its power). The steps are not told apart as states, unless one of them lasts.
package struct ManagerStateMachine: Sendable {
  /// How long an adapter may take to come back powered once the daemon is there.
  package static let grace: Duration = .seconds(10)

  /// What can be said of the manager's adapter.
  package enum AdapterPower: Sendable, Equatable {
    case absent, off, on
  }

  private enum State: Sendable {
    /// The states follow the facts.
    case following
    /// Something went away; `resetting` lasts until the adapter is on again.
    case recovering
    /// The daemon is back, its adapter has some time to be on again.
    case settling(timer: Int)
  }

  package enum Action: Equatable, Sendable {
    case report(ManagerState)
    case fail(SessionStatus.Obstacle)
    case startGrace(timer: Int)
  }

  private var state: State = .following
  private var status: SessionStatus = .starting
  private var power: AdapterPower = .absent
  private var timers = 0
  private var last: Action?

  package init() {}

  package mutating func statusChanged(to status: SessionStatus) -> [Action] {
    self.status = status
    if case .lost = status { state = .recovering }
    return settle()
  }

  package mutating func adapterChanged(to power: AdapterPower) -> [Action] {
    // Objects go one by one when the daemon goes, which is no change of its own.
    let vanished = power == .absent && self.power != .absent
    self.power = power
    if vanished, status == .ready { state = .recovering }
    return settle()
  }

  /// The program wants to begin anew: `resetting` is told, then the state that follows.
  package mutating func resetWasAsked() -> [Action] {
    defer { state = .following }
    return say(.report(.resetting))
  }

  package mutating func graceEnded(timer: Int) -> [Action] {
    guard case .settling(timer) = state else { return [] }
    state = .following
    return settle()
  }

  private mutating func settle() -> [Action] {
    switch state {
    case .following:
      return follow()
    case .recovering, .settling:
      guard status == .ready else {
        state = .recovering
        return say(.report(.resetting))
      }
      if power == .on {
        state = .following
        return follow()
      }
      if case .settling = state { return [] }
      timers += 1
      state = .settling(timer: timers)
      return say(.report(.resetting)) + [.startGrace(timer: timers)]
    }
  }

  private mutating func follow() -> [Action] {
    switch status {
    case .starting: return []
    case .unavailable(.policy): return say(.report(.unauthorized))
    case .unavailable(let obstacle): return say(.fail(obstacle))
    case .lost: return say(.report(.resetting))
    case .ready:
      switch power {
      case .absent: return say(.report(.unsupported))
      case .off: return say(.report(.poweredOff))
      case .on: return say(.report(.poweredOn))
      }
    }
  }

  private mutating func say(_ action: Action) -> [Action] {
    guard last != action else { return [] }
    last = action
    return [action]
  }
}
