import BlueZ

extension CentralManager {
  /// Why nothing can be done at this moment, with the words of the bus or the daemon; `nil` while
  /// the state is `poweredOn`, and before the first answer.
  ///
  /// Has the code ``CentralError/unauthorized``, ``CentralError/busUnavailable``,
  /// ``CentralError/daemonUnavailable``, ``CentralError/poweredOff`` or ``CentralError/resetting``.
  public var obstacle: CentralError? {
    let state = state
    return state == .unknown && driver.session.status == .starting ? nil : driver.obstacle(state)
  }
}

extension CentralDriver {
  /// What stands in the way of work in a state.
  func obstacle(_ state: ManagerState) -> CentralError? {
    if state == .poweredOn { return nil }
    if case .unavailable(let obstacle) = session.status { return CentralError(obstacle) }
    return CentralError(state == .resetting ? .resetting : .poweredOff, "\(state)")
  }
}

extension CentralError.Code {
  /// The bus's policy does not let this program talk to the daemon.
  public static let unauthorized = Self("unauthorized")
}

extension CentralError {
  /// The bus's policy does not let this program talk to the daemon.
  public static var unauthorized: Code { .unauthorized }
}
