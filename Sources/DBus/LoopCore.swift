import CDBus
import Dispatch
import Futures
import Glibc
import Synchronization

/// The part of a `BusThread` that its pthread owns.
final class LoopCore: Sendable {
  typealias Work = @Sendable () -> Void

  struct Watch: Sendable {
    let descriptor: Int32
    let interest: Readiness
    let onReady: @Sendable (Readiness) -> Void
  }

  private struct State {
    var queue: [Work] = []
    var timers = TimerHeap<Work>()
    var watches: [Int: Watch] = [:]
    var lastWatch = 0
    var watchesChanged = true
    /// The time at which `poll` returns by itself, while the thread is in it or about to enter it.
    var sleepsUntil: Int64?
    /// Where the last sleep would have ended.
    ///
    /// Sleeping no longer than that although its timer is gone spares the next timer a wake-up:
    /// calls set and cancel one each.
    var lastSleep: Int64 = 0
    var isStopping = false
    var statistics = BusThread.Statistics()
  }

  private let state = Lock(State())
  private let thread = Atomic<UInt>(0)
  private let bell: Int32
  private let name: String

  init(name: String) {
    self.name = name
    bell = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    // Without an eventfd nothing could ever wake the thread.
    precondition(bell >= 0, "The process has no file descriptor left for a bus thread.")
  }

  deinit { close(bell) }

  static func clock() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  var isCurrent: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

  var statistics: BusThread.Statistics {
    state.withLock { state in
      var statistics = state.statistics
      statistics.isAsleep = state.sleepsUntil != nil
      statistics.timers = state.timers.count
      statistics.watches = state.watches.count
      return statistics
    }
  }

  func enqueue(_ work: @escaping Work) {
    let mustWake = state.withLock { state in
      state.queue.append(work)
      return Self.wake(&state)
    }
    if mustWake { ring() }
  }

  func addTimer(after delay: Duration, _ work: @escaping Work) -> Int {
    let deadline = Self.clock() + delay.clampedNanoseconds
    let (id, mustWake) = state.withLock { state in
      let isEarlier = state.sleepsUntil.map { deadline < $0 } ?? false
      if isEarlier { state.lastSleep = deadline }
      return (state.timers.insert(work, at: deadline), isEarlier && Self.wake(&state))
    }
    if mustWake { ring() }
    return id
  }

  func removeTimer(_ id: Int) {
    // Work is let go of outside the lock, because it can own anything.
    _ = state.withLock { $0.timers.remove(id) }
  }

  func addWatch(
    _ descriptor: Int32, _ interest: Readiness, _ onReady: @escaping @Sendable (Readiness) -> Void
  ) -> Int {
    let watch = Watch(descriptor: descriptor, interest: interest, onReady: onReady)
    let (id, mustWake) = state.withLock { state in
      state.lastWatch += 1
      state.watches[state.lastWatch] = watch
      state.watchesChanged = true
      return (state.lastWatch, Self.wake(&state))
    }
    if mustWake { ring() }
    return id
  }

  func removeWatch(_ id: Int) {
    let (removed, mustWake) = state.withLock { state in
      let watch = state.watches.removeValue(forKey: id)
      guard watch != nil else { return (watch, false) }
      state.watchesChanged = true
      return (watch, Self.wake(&state))
    }
    withExtendedLifetime(removed) {}
    if mustWake { ring() }
  }

  func stop() {
    let mustWake = state.withLock { state in
      state.isStopping = true
      return Self.wake(&state)
    }
    if mustWake { ring() }
  }

  /// True if the caller must ring the bell: only once for each sleep.
  private static func wake(_ state: inout State) -> Bool {
    guard state.sleepsUntil != nil else { return false }
    state.sleepsUntil = nil
    state.statistics.wakeUps += 1
    return true
  }

  private func ring() {
    var one: UInt64 = 1
    // It can only fail when the counter is full, and then the thread wakes up as well.
    _ = write(bell, &one, MemoryLayout<UInt64>.size)
  }

  func start() {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    // Signals are for the program's own threads.
    var all = sigset_t()
    var previous = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &previous)
    var id = pthread_t()
    let result = pthread_create(
      &id, &attributes,
      { context in
        guard let context else { return nil }
        Unmanaged<LoopCore>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
    pthread_sigmask(SIG_SETMASK, &previous, nil)
    pthread_attr_destroy(&attributes)
    precondition(result == 0, "The process cannot start another thread.")
  }

  private func run() {
    thread.store(UInt(pthread_self()), ordering: .relaxed)
    cdbus_name_this_thread(name)
    var poller = Poller(bell: bell)
    var works: [Work] = []
    while true {
      works.removeAll(keepingCapacity: true)
      let isStopping = state.withLock { state in
        swap(&state.queue, &works)
        let now = state.timers.count > 0 ? Self.clock() : 0
        while let timer = state.timers.popDue(now) { works.append(timer.work) }
        return state.isStopping
      }
      for work in works { work() }
      if isStopping, works.isEmpty { return }
      waitAndServe(&poller)
    }
  }

  private func waitAndServe(_ poller: inout Poller) {
    let (deadline, changed) = state.withLock { state -> (Int64, [Int: Watch]?) in
      let changed = state.watchesChanged ? state.watches : nil
      state.watchesChanged = false
      let isBusy = !state.queue.isEmpty || state.isStopping
      guard !isBusy else { return (0, changed) }
      let last = state.lastSleep > Self.clock() ? state.lastSleep : .max
      let deadline = min(state.timers.nextDeadline ?? .max, last)
      state.lastSleep = deadline == .max ? 0 : deadline
      state.sleepsUntil = deadline
      return (deadline, changed)
    }
    if let changed { poller.update(changed) }
    poller.wait(until: deadline)
    state.withLock { state in
      state.sleepsUntil = nil
      state.statistics.pollReturns += 1
    }
    for (id, readiness) in poller.ready {
      // An earlier handler can have cancelled the watch.
      let watch = state.withLock { $0.watches[id] }
      watch?.onReady(readiness)
    }
  }
}
