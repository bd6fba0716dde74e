// Dispatch sources may be used on every thread; their protocol does not say so.
@preconcurrency import Dispatch
import Glibc

/// The timers of everything that has no clock of its own: one dispatch source for all of them.
///
/// The source is set when something is due before all else, and never taken back: when it fires
/// for nothing it is set for what comes next, or rests if there is nothing. So a timer that is
/// cancelled in time costs no call of the system.
final class SharedTimer: Sendable {
  static let shared = SharedTimer()

  private struct State {
    var wheel = TimerWheel()
    var armedFor = Int64.max
  }

  private let source: any DispatchSourceTimer
  private let state = Lock(State())

  private init() {
    source = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "Futures.timers"))
    source.setEventHandler { SharedTimer.shared.fire() }
    source.resume()
  }

  /// Nanoseconds of the clock of `DispatchTime`.
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// How many alarms wait.
  var count: Int { state.withLock { $0.wheel.count } }

  func set(_ alarm: Alarm, after delay: Duration) {
    let now = SharedTimer.now
    let deadline = now + delay.clampedNanoseconds
    state.withLock { state in
      state.wheel.insert(alarm, at: deadline, now: now)
      arm(&state)
    }
  }

  func remove(_ alarm: Alarm) {
    state.withLock { $0.wheel.remove(alarm) }?.release()
  }

  private func arm(_ state: inout State) {
    let next = state.wheel.nextTurn
    guard next < state.armedFor else { return }
    state.armedFor = next
    source.schedule(deadline: DispatchTime(uptimeNanoseconds: UInt64(clamping: next)))
  }

  private func fire() {
    let due = state.withLock { state in
      let due = state.wheel.takeDue(SharedTimer.now)
      state.armedFor = .max
      arm(&state)
      return due
    }
    for alarm in due { alarm.site.run(alarm) }
  }
}
