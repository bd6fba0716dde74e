import Glibc
import Synchronization

/// Lets one party at a time into a stream, and into the streams that are derived from it inline.
///
/// Who emits, subscribes, leaves or ends does it inside, with no lock held, so that what it calls
/// may do anything. Who finds the gate taken, by another thread or by itself further up the
/// stack, hands in its step, which the one inside does before it leaves. So steps keep their
/// order, no two of them run at once or within each other, nobody waits and nothing recurses.
@usableFromInline
package final class Gate: Job, @unchecked Sendable {
  @usableFromInline
  package typealias Step = @Sendable () -> Void

  private enum State: UInt8, AtomicRepresentable {
    /// Nobody is inside and no step waits.
    case free
    /// Somebody is inside.
    case taken
    /// Somebody is inside, and does the steps that wait before leaving.
    case takenWithSteps
    /// Nobody is inside; a trampoline has the gate among its work, for the steps that wait.
    case waiting
  }

  /// A chain of this many inline streams delivers by plain calls, the next link by a step.
  @usableFromInline static var depthLimit: Int { 16 }
  /// So many gates may be inside of each other on one stack, which bounds it with the above.
  private static let nestingLimit = 8
  private static let fairShare = 64

  private let state = Atomic(State.free)
  private let steps = Lock(FIFO<Step>())
  /// How deep in a chain the one inside is; nobody else touches it, hence unchecked.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) final var depth = 0
  /// The loop that `enter` began, while its caller does its own step; guarded like `depth`.
  @exclusivity(unchecked)
  private nonisolated(unsafe) final var trampoline: Trampoline?

  package init() {
    super.init()
  }

  // MARK: From outside of any callback

  /// Goes inside and begins the thread's loop.
  ///
  /// False in a callback, or if the gate is taken: then the step is handed in with `later`.
  @usableFromInline
  package func enter() -> Bool {
    let trampoline = Trampoline.current
    guard trampoline.enter() else { return false }
    guard take() else {
      trampoline.leave()
      return false
    }
    self.trampoline = trampoline
    return true
  }

  /// Does what waits, leaves, and runs what became due.
  @usableFromInline
  package func leave() {
    let trampoline = trampoline.take()
    release()
    trampoline?.leave()
  }

  /// True if the one inside came from outside of any callback and does its own step: what runs is
  /// what called it, for instance the executor of a context.
  var isDirect: Bool { trampoline != nil }

  // MARK: From within a callback that passes something on

  /// Goes inside, below the work that runs on this thread.
  ///
  /// False if it is taken, or too deep on the stack: then the step is handed in with `later`.
  @usableFromInline
  package func enterNested() -> Bool {
    let trampoline = Trampoline.current
    guard trampoline.isActive, trampoline.nesting < Gate.nestingLimit, take() else { return false }
    trampoline.nesting += 1
    return true
  }

  @usableFromInline
  package func leaveNested() {
    release()
    Trampoline.current.nesting -= 1
  }

  // MARK: Steps

  /// Hands in a step, which is done as soon as it may be: by the one inside, or, in a callback,
  /// after the work that runs.
  @usableFromInline
  package func later(_ step: @escaping Step) {
    steps.withLock { $0.append(step) }
    var seen = state.load(ordering: .acquiring)
    while true {
      let next: State
      switch seen {
      case .takenWithSteps:
        return
      case .waiting:
        // Its trampoline may be another thread's, which may be long in coming.
        return Trampoline.current.run(self)
      case .taken:
        next = .takenWithSteps
      case .free:
        next = .waiting
      }
      let (done, found) = state.compareExchange(
        expected: seen, desired: next, ordering: .acquiringAndReleasing)
      seen = done ? next : found
    }
  }

  /// Does the steps that wait, if nobody has come for them.
  override package func run() {
    let isMine = state.compareExchange(
      expected: .waiting, desired: .takenWithSteps, ordering: .acquiringAndReleasing
    ).exchanged
    if isMine { drain() }
  }

  private func take() -> Bool {
    state.compareExchange(
      expected: .free, desired: .taken, successOrdering: .acquiring, failureOrdering: .relaxed
    ).exchanged
  }

  private func release() {
    let isFree = state.compareExchange(
      expected: .taken, desired: .free, successOrdering: .releasing, failureOrdering: .acquiring
    ).exchanged
    if !isFree { drain() }
  }

  /// Does what waits, but only so much in one go.
  ///
  /// Then whoever hands in the next step may take over. Otherwise a thread that once came inside
  /// would do the work of a busy one for ever, and that one would hand in more than can be done.
  private func drain() {
    var share = takeShare()
    while let step = share.popFirst() { step() }
    let isDone = steps.withLock { steps in
      // Under the lock: a step that comes after it sees the new state.
      state.store(steps.isEmpty ? .free : .waiting, ordering: .releasing)
      return steps.isEmpty
    }
    guard !isDone else { return }
    Trampoline.current.append(.passRetained(self))
    // The busy thread takes over, if it runs.
    sched_yield()
  }

  private func takeShare() -> FIFO<Step> {
    steps.withLock { steps in
      var share = FIFO<Step>()
      if steps.count <= Gate.fairShare {
        swap(&share, &steps)
      } else {
        while share.count < Gate.fairShare, let step = steps.popFirst() { share.append(step) }
      }
      return share
    }
  }
}
