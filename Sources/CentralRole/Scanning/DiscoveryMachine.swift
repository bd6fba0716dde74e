/// Decides when the adapter starts and stops discovery, which several scans share and which
/// pauses while a connection is made.
package struct DiscoveryMachine: Sendable {
  package typealias Holder = Int

  private enum Phase: Sendable {
    /// The adapter cannot scan at all.
    case unpowered
    /// No discovery of ours runs.
    case idle
    /// The start call of this generation is on its way.
    case starting(generation: Int, attempt: Int)
    /// The daemon was busy; the start is tried again when the timer of this generation fires.
    case backingOff(generation: Int, attempt: Int)
    /// Discovery runs.
    case running
    /// The stop call of this generation is on its way.
    case stopping(generation: Int)
  }

  package enum Action: Equatable, Sendable {
    /// Set the filter for these scans and start.
    case start(generation: Int)
    /// Set the filter for the scans that changed.
    case updateFilter
    case stop(generation: Int)
    case retry(generation: Int, after: Duration)
    /// These connections may go on, discovery is quiet.
    case quiet(Set<Holder>)
    /// The scans could not be started.
    case refuse(Set<Holder>)
  }

  /// A start that finds the daemon busy is tried so many times.
  package static let attempts = 8

  private var phase: Phase = .unpowered
  private var generation = 0
  /// The scans that want discovery.
  package private(set) var scans: Set<Holder> = []
  /// Those of them that have a deadline of their own, and bear a daemon that stays busy.
  private var patient: Set<Holder> = []
  private var pausers: Set<Holder> = []
  private var waitingForQuiet: Set<Holder> = []

  package init() {}

  package var isRunning: Bool { if case .running = phase { true } else { false } }

  package mutating func add(_ scan: Holder, isPatient: Bool = false) -> [Action] {
    scans.insert(scan)
    if isPatient { patient.insert(scan) }
    return isRunning && pausers.isEmpty ? [.updateFilter] : settle()
  }

  package mutating func remove(_ scan: Holder) -> [Action] {
    guard scans.remove(scan) != nil else { return [] }
    patient.remove(scan)
    return isRunning && isWanted ? [.updateFilter] : settle()
  }

  package mutating func pause(_ holder: Holder) -> [Action] {
    pausers.insert(holder)
    waitingForQuiet.insert(holder)
    return settle()
  }

  package mutating func resume(_ holder: Holder) -> [Action] {
    waitingForQuiet.remove(holder)
    guard pausers.remove(holder) != nil else { return [] }
    return settle()
  }

  package mutating func powered(_ isPowered: Bool) -> [Action] {
    switch (isPowered, phase) {
    case (true, .unpowered): phase = .idle
    case (true, _): return []
    case (false, _): phase = .unpowered
    }
    return settle()
  }

  /// Whether the answer to the start of this generation is due.
  package func isStarting(_ generation: Int) -> Bool {
    if case .starting(generation, _) = phase { true } else { false }
  }

  package mutating func started(generation: Int) -> [Action] {
    guard case .starting(generation, _) = phase else { return [] }
    phase = .running
    return settle()
  }

  package mutating func startRefused(generation: Int, isBusy: Bool) -> [Action] {
    guard case .starting(generation, let attempt) = phase else { return [] }
    let mayRetry = isBusy && (attempt < Self.attempts || !patient.isEmpty)
    guard mayRetry else {
      phase = .idle
      let refused = scans
      (scans, patient) = ([], [])
      return [.refuse(refused)] + settle()
    }
    phase = .backingOff(generation: generation, attempt: attempt)
    let refused = attempt < Self.attempts ? [] : scans.subtracting(patient)
    scans.subtract(refused)
    return (refused.isEmpty ? [] : [.refuse(refused)])
      + [.retry(generation: generation, after: .milliseconds(100 << min(attempt, 5)))]
  }

  package mutating func retryDue(generation: Int) -> [Action] {
    guard case .backingOff(generation, let attempt) = phase else { return [] }
    phase = .idle
    return settle(attempt: attempt + 1)
  }

  /// A start that was taken for one that worked did not: it is made again, if it is still the last.
  package mutating func refusedLate(generation: Int) -> [Action] {
    generation == self.generation ? ended() : []
  }

  package mutating func stopped(generation: Int) -> [Action] {
    guard case .stopping(generation) = phase else { return [] }
    phase = .idle
    return settle()
  }

  /// The daemon does not discover any more although nobody here stopped it.
  ///
  /// BlueZ 5.66 stops the discovery of one program when another one leaves the bus (`src/adapter.c`,
  /// discovery_stop), and still takes the first for one that discovers: it has to stop first.
  package mutating func ended() -> [Action] {
    guard case .running = phase else { return [] }
    generation += 1
    phase = .stopping(generation: generation)
    return [.stop(generation: generation)]
  }

  private var isWanted: Bool { !scans.isEmpty && pausers.isEmpty }

  private mutating func settle(attempt: Int = 1) -> [Action] {
    switch phase {
    case .unpowered:
      return admit()
    case .idle:
      guard isWanted else { return admit() }
      generation += 1
      phase = .starting(generation: generation, attempt: attempt)
      return [.start(generation: generation)]
    case .backingOff:
      guard !isWanted else { return [] }
      phase = .idle
      return admit()
    case .running:
      guard !isWanted else { return [] }
      generation += 1
      phase = .stopping(generation: generation)
      return [.stop(generation: generation)]
    case .starting, .stopping:
      // The reply is still due; what is wanted then decides.
      return []
    }
  }

  private mutating func admit() -> [Action] {
    guard !waitingForQuiet.isEmpty else { return [] }
    defer { waitingForQuiet = [] }
    return [.quiet(waitingForQuiet)]
  }
}
