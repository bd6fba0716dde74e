package import Futures

/// A loop that its owner turns by hand, with a virtual clock: everything runs on the owner's thread.
///
/// `run` and `advance(by:)` also serve the watched descriptors, without waiting, until nothing is left
/// to do. A handler must read what made its descriptor ready, or they never return.
package final class ManualLoop: EventLoop {
  private struct State {
    var watches: [Int: LoopCore.Watch] = [:]
    var lastWatch = 0
  }

  package let context: ManualContext
  private let state = Lock(State())

  package init(context: ManualContext = ManualContext()) { self.context = context }

  package var now: Duration { context.now }
  package var isCurrent: Bool { context.isCurrent }
  package var pendingTimerCount: Int { context.pendingTimerCount }
  package var nextTimer: Duration? { context.nextTimer }

  package func execute(_ work: @escaping @Sendable () -> Void) { context.execute(work) }

  package func schedule(
    after delay: Duration, _ work: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    context.schedule(after: delay, work)
  }

  package func watch(
    _ descriptor: Int32, for interest: Readiness, _ onReady: @escaping @Sendable (Readiness) -> Void
  ) -> any Cancellable {
    let id = state.withLock { state in
      state.lastWatch += 1
      state.watches[state.lastWatch] = LoopCore.Watch(
        descriptor: descriptor, interest: interest, onReady: onReady)
      return state.lastWatch
    }
    return Token(loop: self, id: id)
  }

  private struct Token: Cancellable {
    weak var loop: ManualLoop?
    let id: Int

    func cancel() {
      _ = loop?.state.withLock { $0.watches.removeValue(forKey: id) }
    }
  }

  /// One unit of work; false if nothing is due.
  @discardableResult
  package func step() -> Bool {
    if context.step() { return true }
    return pollWatches() && context.step()
  }

  /// Everything that is due now, with what it brings about; gives the count of units.
  @discardableResult
  package func run() -> Int {
    var count = 0
    while step() { count += 1 }
    return count
  }

  /// Turns the clock from timer to timer, running what becomes due.
  package func advance(by duration: Duration) {
    let target = now + duration
    run()
    while let next = nextTimer, next <= target {
      context.advance(by: max(next - now, .zero))
      run()
    }
    context.advance(by: max(target - now, .zero))
    run()
  }

  /// Enqueues the handlers of the descriptors that are ready.
  private func pollWatches() -> Bool {
    let watches = state.withLock { $0.watches }
    guard !watches.isEmpty else { return false }
    var poller = Poller()
    poller.update(watches)
    poller.look()
    for (id, readiness) in poller.ready {
      context.execute { [weak self] in
        let watch = self?.state.withLock { $0.watches[id] }
        watch?.onReady(readiness)
      }
    }
    return !poller.ready.isEmpty
  }
}
