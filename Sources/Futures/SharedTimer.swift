// Dispatch sources may be used on every thread; their protocol does not say so.
@preconcurrency import Dispatch

/// The timers of everything that has no clock of its own: one dispatch source for all of them.
final class SharedTimer: Sendable {
  static let shared = SharedTimer()

  private final class Alarm: Cancellable {
    let queue: DispatchQueue?
    private let work: Lock<(@Sendable () -> Void)?>
    private let id = Lock<Int?>(nil)

    init(_ queue: DispatchQueue?, _ work: @escaping @Sendable () -> Void) {
      self.queue = queue
      self.work = Lock(work)
    }

    func armed(as id: Int) {
      self.id.withLock { $0 = id }
    }

    func fire() {
      guard let queue else { return perform() }
      queue.async { self.perform() }
    }

    private func perform() {
      work.withLock { $0.take() }?()
    }

    func cancel() {
      // Let go of outside of the lock: captures may have destructors that call back.
      let forgotten = work.withLock { $0.take() }
      guard forgotten != nil, let id = id.withLock({ $0.take() }) else { return }
      SharedTimer.shared.remove(id)
    }
  }

  private struct State {
    var timers = TimerHeap<Alarm>()
    var armedFor = Int64.max
  }

  private let queue = DispatchQueue(label: "Futures.timers")
  private let source: any DispatchSourceTimer
  private let state = Lock(State())

  private init() {
    source = DispatchSource.makeTimerSource(queue: queue)
    source.setEventHandler { SharedTimer.shared.fire() }
    source.resume()
  }

  private static var now: Int64 {
    Int64(clamping: DispatchTime.now().uptimeNanoseconds)
  }

  func schedule(
    after delay: Duration, on queue: DispatchQueue? = nil, _ work: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    let alarm = Alarm(queue, work)
    let deadline = SharedTimer.now + delay.clampedNanoseconds
    state.withLock { state in
      alarm.armed(as: state.timers.insert(alarm, at: deadline))
      arm(&state)
    }
    return alarm
  }

  private func remove(_ id: Int) {
    _ = state.withLock { $0.timers.remove(id) }
  }

  private func arm(_ state: inout State) {
    guard let next = state.timers.nextDeadline, next < state.armedFor else { return }
    state.armedFor = next
    source.schedule(deadline: DispatchTime(uptimeNanoseconds: UInt64(clamping: next)))
  }

  private func fire() {
    let now = SharedTimer.now
    while let alarm = state.withLock({ $0.timers.popDue(now)?.work }) { alarm.fire() }
    state.withLock { state in
      state.armedFor = .max
      arm(&state)
    }
  }
}
