/// Decides which capability this program's agent is registered with, and who may pair meanwhile.
///
/// The daemon keeps one agent for each connection to the bus, with one capability (BlueZ
/// `src/agent.c`). Pairings with the same capability share it; others wait for their turn, in the
/// order of their calls. The default agent gives way to a pairing that needs another capability,
/// and comes back afterwards.
package struct AgentMachine: Sendable {
  package typealias Holder = Int

  /// Somebody who wants an agent.
  package struct Wish: Sendable, Equatable {
    package let holder: Holder
    package let capability: PairingAgent.Capability
    /// Wants to answer for every device, and not for one pairing.
    package let isDefault: Bool

    package init(
      _ holder: Holder, _ capability: PairingAgent.Capability, isDefault: Bool = false
    ) {
      self.holder = holder
      self.capability = capability
      self.isDefault = isDefault
    }
  }

  private enum State: Sendable, Equatable {
    /// The daemon is not there; what it knew of us is gone.
    case away
    /// No agent is registered.
    case idle
    /// The registration is on its way.
    case registering(PairingAgent.Capability)
    /// Registered; the wish to be the default agent is on its way.
    case claiming(PairingAgent.Capability)
    /// Registered.
    case registered(PairingAgent.Capability)
    /// The agent is being taken back.
    case unregistering
  }

  package enum Action: Equatable, Sendable {
    case register(PairingAgent.Capability, generation: Int)
    case claimDefault(generation: Int)
    case unregister(generation: Int)
    /// The agent of this holder is in place.
    case admit(Holder)
    /// The daemon does not want the agent of this holder.
    case refuse(Holder)
  }

  private var state: State = .away
  private var wishes: [Wish] = []
  private var admitted: Set<Holder> = []
  /// Replies carry the number of their question; those of an older daemon move nothing.
  private var generation = 0

  package init() {}

  package mutating func add(_ wish: Wish) -> [Action] {
    wishes.append(wish)
    return settle()
  }

  package mutating func remove(_ holder: Holder) -> [Action] {
    wishes.removeAll { $0.holder == holder }
    admitted.remove(holder)
    return settle()
  }

  /// The daemon is there, and knows nothing of us.
  package mutating func arrived() -> [Action] {
    guard state == .away else { return [] }
    state = .idle
    return settle()
  }

  package mutating func vanished() {
    state = .away
    generation += 1
    admitted = []
  }

  package mutating func registered(generation: Int) -> [Action] {
    guard generation == self.generation, case .registering(let capability) = state else {
      return []
    }
    state = .registered(capability)
    return settle()
  }

  package mutating func registrationRefused(generation: Int) -> [Action] {
    guard generation == self.generation, case .registering(let capability) = state else {
      return []
    }
    return refuse(capability, then: .idle)
  }

  package mutating func claimed(generation: Int) -> [Action] {
    guard generation == self.generation, case .claiming(let capability) = state else { return [] }
    state = .registered(capability)
    let wish = wishes.first { $0.isDefault && $0.capability == capability }
    return admit(wish.map { [$0] } ?? []) + settle()
  }

  package mutating func claimRefused(generation: Int) -> [Action] {
    guard generation == self.generation, case .claiming(let capability) = state else { return [] }
    let refused = wishes.filter { $0.isDefault }
    wishes.removeAll { $0.isDefault }
    state = .registered(capability)
    return refused.map { .refuse($0.holder) } + settle()
  }

  package mutating func unregistered(generation: Int) -> [Action] {
    guard generation == self.generation, state == .unregistering else { return [] }
    state = .idle
    return settle()
  }

  // MARK: Steps

  private mutating func settle() -> [Action] {
    switch state {
    case .away, .registering, .claiming, .unregistering:
      return []
    case .idle:
      guard let next = wishes.first(where: { !$0.isDefault }) ?? wishes.first else { return [] }
      generation += 1
      state = .registering(next.capability)
      return [.register(next.capability, generation: generation)]
    case .registered(let capability):
      return serve(capability)
    }
  }

  private mutating func serve(_ capability: PairingAgent.Capability) -> [Action] {
    let pairings = wishes.filter { !$0.isDefault }
    let waiting = pairings.filter { !admitted.contains($0.holder) }
    // Those behind one that needs another capability wait with it, or it would wait for ever.
    let next = waiting.prefix { $0.capability == capability }
    if !next.isEmpty { return admit(Array(next)) + settle() }
    let isUsed = pairings.contains { admitted.contains($0.holder) }
    if waiting.isEmpty, let wish = wishes.first(where: { $0.isDefault }) {
      if admitted.contains(wish.holder) { return [] }
      if wish.capability == capability {
        state = .claiming(capability)
        return [.claimDefault(generation: generation)]
      }
    }
    return isUsed ? [] : unregister()
  }

  private mutating func unregister() -> [Action] {
    state = .unregistering
    admitted = []
    return [.unregister(generation: generation)]
  }

  private mutating func admit(_ wishes: [Wish]) -> [Action] {
    admitted.formUnion(wishes.map(\.holder))
    return wishes.map { .admit($0.holder) }
  }

  private mutating func refuse(
    _ capability: PairingAgent.Capability, then next: State
  ) -> [Action] {
    let refused = wishes.filter { $0.capability == capability }
    wishes.removeAll { $0.capability == capability }
    state = next
    return refused.map { .refuse($0.holder) } + settle()
  }
}
