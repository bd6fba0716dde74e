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
    /// True while the thread is in `poll` or about to enter it.
    var isAsleep = false
    /// When the alarm rings; 0 if it does not.
    ///
    /// An alarm of the kernel can be set without waking the thread, which calls do for each
    /// deadline, and can be taken back, so that an idle thread does not wake up.
    var alarmTime: Int64 = 0
    var isStopping = false
    var statistics = BusThread.Statistics()
  }

  private let state = Lock(State())
  private let thread = Atomic<UInt>(0)
  private let bell: Int32
  private let alarm: Int32
  private let name: String

  init(name: String) {
    self.name = name
    bell = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    alarm = timerfd_create(
      CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
    // Without them nothing could ever wake the thread.
    precondition(
      bell >= 0 && alarm >= 0, "The process has no file descriptors left for a bus thread.")
  }

  deinit {
    close(bell)
    close(alarm)
  }

  static func clock() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  var isCurrent: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

  var statistics: BusThread.Statistics {
    state.withLock { state in
      var statistics = state.statistics
      statistics.isAsleep = state.isAsleep
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
    if mustWake, !PostponedBells.postpone(self) { ring() }
  }

  func addTimer(after delay: Duration, _ work: @escaping Work) -> Int {
    let deadline = Self.clock() + delay.clampedNanoseconds
    return state.withLock { state in
      if state.isAsleep { setAlarm(&state, noLaterThan: deadline) }
      return state.timers.insert(work, at: deadline)
    }
  }

  func removeTimer(_ id: Int) {
    // Work is let go of outside the lock, because it can own anything.
    _ = state.withLock { state in
      let removed = state.timers.remove(id)
      if state.isAsleep, state.alarmTime != 0, state.timers.count == 0 { setAlarm(&state, to: 0) }
      return removed
    }
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
    guard state.isAsleep else { return false }
    state.isAsleep = false
    state.statistics.wakeUps += 1
    return true
  }

  func ring() {
    var one: UInt64 = 1
    // It can only fail when the counter is full, and then the thread wakes up as well.
    _ = write(bell, &one, MemoryLayout<UInt64>.size)
  }

  /// An earlier one stays: at worst the thread looks once in vain.
  private func setAlarm(_ state: inout State, noLaterThan time: Int64) {
    guard state.alarmTime == 0 || time < state.alarmTime else { return }
    setAlarm(&state, to: max(1, time))
  }

  private func setAlarm(_ state: inout State, to time: Int64) {
    state.alarmTime = time
    var setting = itimerspec()
    setting.it_value.tv_sec = Int(time / 1_000_000_000)
    setting.it_value.tv_nsec = Int(time % 1_000_000_000)
    timerfd_settime(alarm, Int32(TFD_TIMER_ABSTIME), &setting, nil)
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
    var poller = Poller(bell: bell, alarm: alarm)
    let bells = PostponedBells()
    var works: [Work] = []
    while true {
      works.removeAll(keepingCapacity: true)
      let isStopping = state.withLock { state in
        swap(&state.queue, &works)
        if state.timers.count > 0 {
          let now = Self.clock()
          while let timer = state.timers.popDue(now) { works.append(timer.work) }
        }
        return state.isStopping
      }
      for work in works { work() }
      if isStopping, works.isEmpty { return }
      waitAndServe(&poller, bells)
    }
  }

  private func waitAndServe(_ poller: inout Poller, _ bells: PostponedBells) {
    let (mayWait, changed) = state.withLock { state -> (Bool, [Int: Watch]?) in
      let changed = state.watchesChanged ? state.watches : nil
      state.watchesChanged = false
      guard state.queue.isEmpty, !state.isStopping else { return (false, changed) }
      if let next = state.timers.nextDeadline {
        setAlarm(&state, noLaterThan: next)
      } else if state.alarmTime != 0 {
        setAlarm(&state, to: 0)
      }
      state.isAsleep = true
      return (true, changed)
    }
    if let changed { poller.update(changed) }
    if mayWait { poller.wait() } else { poller.look() }
    state.withLock { state in
      state.isAsleep = false
      state.statistics.pollReturns += 1
      if poller.takeAlarm() { state.alarmTime = 0 }
    }
    for (id, readiness) in poller.ready {
      // An earlier handler can have cancelled the watch.
      guard let watch = state.withLock({ $0.watches[id] }) else { continue }
      bells.during { watch.onReady(readiness) }
    }
  }
}
