/// The registration of one passive scan's advertisement monitor.
///
/// Registrations are numbered; what belongs to an older one moves nothing. The daemon answers a
/// registration before the kernel has taken the patterns: `Activate` says that it has, `Release`
/// that it has not, or that the daemon is about to go.
package struct MonitorMachine: Sendable {
  package typealias Registration = Int

  private enum State: Sendable {
    /// The daemon or the adapter is away, and is waited for.
    case away
    /// They are there without a manager of monitors, which may be announced later.
    case doubting(Registration)
    /// The call is on its way.
    case registering(Registration)
    /// It was answered, the kernel's answer is due.
    case registered(Registration)
    /// The monitor listens.
    case active(Registration)
    /// The daemon gave it back: because it goes, or for good.
    case released(Registration)
    /// The scan is over.
    case ended
  }

  package enum Failure: Sendable, Equatable {
    case notOffered, refused, notActivated
  }

  package enum Action: Sendable, Equatable {
    case register(Registration)
    case unregister
    /// The registration is gone by itself.
    case forget
    case listen(Bool)
    case setTimer(Registration, Duration)
    case fail(Failure)
  }

  package static let patience: Duration = .seconds(10)

  private var state: State = .away
  private var registrations = 0

  package init() {}

  /// The scan begins where the adapter is on: what is not offered now is not offered.
  package mutating func begin(isOffered: Bool) -> [Action] {
    guard case .away = state else { return [] }
    return isOffered ? register() : fail(.notOffered)
  }

  /// The adapter has a manager of monitors now, or not; it is there and on, or not.
  package mutating func changed(isOffered: Bool, isReady: Bool) -> [Action] {
    switch state {
    case .ended: return []
    case .away:
      if isOffered { return register() }
      guard isReady else { return [] }
      registrations += 1
      state = .doubting(registrations)
      return [.setTimer(registrations, Self.patience)]
    case .doubting:
      if isOffered { return register() }
      if !isReady { state = .away }
      return []
    case .registering, .registered, .released:
      guard !isOffered else { return [] }
      state = .away
      return [.forget]
    case .active:
      guard !isOffered else { return [] }
      state = .away
      return [.listen(false), .forget]
    }
  }

  package mutating func registered(_ registration: Registration) -> [Action] {
    guard case .registering(registration) = state else { return [] }
    state = .registered(registration)
    return [.setTimer(registration, Self.patience)]
  }

  package mutating func refused(_ registration: Registration) -> [Action] {
    guard case .registering(registration) = state else { return [] }
    return fail(.refused)
  }

  package mutating func activated(_ registration: Registration) -> [Action] {
    switch state {
    case .registering(registration), .registered(registration):
      state = .active(registration)
      return [.listen(true)]
    default: return []
    }
  }

  package mutating func released(_ registration: Registration) -> [Action] {
    switch state {
    case .registering(registration), .registered(registration):
      state = .released(registration)
      return [.setTimer(registration, .seconds(1))]
    case .active(registration):
      state = .released(registration)
      return [.listen(false), .setTimer(registration, .seconds(1))]
    default: return []
    }
  }

  package mutating func timerFired(_ registration: Registration) -> [Action] {
    switch state {
    case .doubting(registration): return fail(.notOffered)
    case .registered(registration): return [.unregister] + fail(.notActivated)
    case .released(registration): return [.unregister] + fail(.refused)
    default: return []
    }
  }

  /// The scan is over.
  package mutating func end() -> [Action] {
    defer { state = .ended }
    switch state {
    case .registering, .registered, .released: return [.unregister]
    case .active: return [.listen(false), .unregister]
    case .away, .doubting, .ended: return []
    }
  }

  private mutating func register() -> [Action] {
    registrations += 1
    state = .registering(registrations)
    return [.register(registrations)]
  }

  private mutating func fail(_ failure: Failure) -> [Action] {
    state = .ended
    return [.forget, .fail(failure)]
  }
}
