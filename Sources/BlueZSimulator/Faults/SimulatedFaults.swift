import DBus
public import Futures

/// What goes wrong in a simulated world: scripts that run on calls, or by time.
///
/// ```swift
/// world.faults.on(.readValue, calls: .second, [.fail("Failed", "…")])
/// world.faults.on(.connect, of: .peripheral(strap), [.answer, .dropLink()])
/// world.faults.every(.seconds(20), [.dropLink(strap)])
/// ```
///
/// Everything may be called from any thread. When several scripts are about one call, the one
/// that was set last runs; all count the call.
public final class SimulatedFaults: Sendable {
  private struct Rule: Sendable {
    let id: Int
    let method: SimulatedMethod
    let target: SimulatedTarget
    let calls: SimulatedCalls
    let steps: [SimulatedStep]
    var count = 0
  }

  private struct Shared {
    var rules: [Rule] = []
    var lastID = 0
    weak var world: SimulatedBlueZ?
    var hasFullSockets = false
  }

  private let shared = Lock(Shared())

  init() {}

  func attach(to world: SimulatedBlueZ) { shared.withLock { $0.world = world } }

  var world: SimulatedBlueZ? { shared.withLock { $0.world } }

  /// Runs a script on calls of a method.
  ///
  /// - Parameters:
  ///   - method: the method.
  ///   - target: the objects whose method it is.
  ///   - calls: which calls, counted from now.
  ///   - steps: what happens.
  /// - Returns: takes the fault back when cancelled; what has begun goes on.
  @discardableResult public func on(
    _ method: SimulatedMethod, of target: SimulatedTarget = .everything,
    calls: SimulatedCalls = .every, _ steps: [SimulatedStep]
  ) -> any Cancellable {
    let id = shared.withLock { shared in
      shared.lastID += 1
      let hasOutcome = steps.contains(where: \.isOutcome)
      shared.rules.append(
        Rule(
          id: shared.lastID, method: method, target: target, calls: calls,
          steps: hasOutcome ? steps : steps + [.answer]))
      return shared.lastID
    }
    return Removal { [weak self] in self?.remove(id) }
  }

  /// Runs a script once, a while from now.
  @discardableResult public func after(
    _ delay: Duration, _ steps: [SimulatedStep]
  ) -> any Cancellable {
    guard let world else { return Removal {} }
    return world.loop.schedule(after: delay) { [weak world] in
      world.map { FaultRun(steps, in: $0).go() }
    }
  }

  /// Runs a script once at a time of the world's clock, which is 0 when the world is made.
  @discardableResult public func at(
    _ time: Duration, _ steps: [SimulatedStep]
  ) -> any Cancellable {
    after(max(time - (world?.now ?? .zero), .zero), steps)
  }

  /// Runs a script again and again.
  @discardableResult public func every(
    _ interval: Duration, _ steps: [SimulatedStep]
  ) -> any Cancellable {
    guard let world else { return Removal {} }
    return Repetition(every: interval, on: world.loop) { [weak world] in
      world.map { FaultRun(steps, in: $0).go() }
    }
  }

  /// Takes all faults on calls back, and empties sockets.
  public func removeAll() {
    shared.withLock { shared in
      shared.rules = []
      shared.hasFullSockets = false
    }
  }

  /// Whether every acquired socket is full, so that values are lost.
  public var hasFullSockets: Bool {
    get { shared.withLock { $0.hasFullSockets } }
    set { shared.withLock { $0.hasFullSockets = newValue } }
  }

  private func remove(_ id: Int) { shared.withLock { $0.rules.removeAll { $0.id == id } } }

  /// Counts a call, and gives the script that it runs.
  func script(for call: Message, in state: DaemonState) -> [SimulatedStep]? {
    let (interface, name, path) = (call.interface, call.member, call.path ?? .root)
    return shared.withLock { shared in
      var steps: [SimulatedStep]?
      for index in shared.rules.indices
      where shared.rules[index].method.matches(interface: interface, name: name)
        && state.isTarget(path, of: shared.rules[index].target)
      {
        shared.rules[index].count += 1
        let rule = shared.rules[index]
        if rule.calls.contains(rule.count) { steps = rule.steps }
      }
      return steps
    }
  }

  /// Whether there is a script at all, which most worlds have not.
  var isEmpty: Bool { shared.withLock { $0.rules.isEmpty } }
}

/// Does something once when it is cancelled.
private final class Removal: Cancellable {
  private let action: Lock<(@Sendable () -> Void)?>

  init(_ action: @escaping @Sendable () -> Void) { self.action = Lock(action) }

  func cancel() {
    action.withLock { action in
      defer { action = nil }
      return action
    }?()
  }
}
