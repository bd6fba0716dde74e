import Testing

@testable import Futures

@Suite struct TimerWheelTests {
  /// The length of a tick.
  private static let tick: Int64 = 1 << 17

  /// A wheel and what has to come out of it.
  private struct Bench {
    var wheel = TimerWheel()
    var now: Int64
    var alarms: [Int: Alarm] = [:]
    var fired: [(number: Int, deadline: Int64, at: Int64)] = []

    mutating func set(_ number: Int, after delay: Int64) {
      let alarm = Alarm()
      alarm.place = number
      alarms[number] = alarm
      wheel.insert(alarm, at: now + delay, now: now)
    }

    mutating func cancel(_ number: Int) -> Bool {
      guard let alarm = alarms.removeValue(forKey: number) else { return false }
      let removed = wheel.remove(alarm)
      removed?.release()
      return removed != nil
    }

    /// Goes from turn to turn, as the clock's source does, and counts them.
    @discardableResult
    mutating func advance(to time: Int64) -> Int {
      var turns = 0
      while wheel.nextTurn <= time {
        now = max(now, wheel.nextTurn)
        take()
        turns += 1
      }
      now = time
      return turns
    }

    mutating func take() {
      for alarm in wheel.takeDue(now) {
        fired.append((Int(alarm.place), alarm.deadline, now))
        alarms[Int(alarm.place)] = nil
      }
    }
  }

  @Test func `each alarm comes at its tick, however long it had to wait`() {
    for delay: Int64 in [
      1, 1000, 1_000_000, 8_388_607, 8_388_608, 536_870_912, 10_000_000_000, 40_000_000_000,
      3_600_000_000_000, 1 << 50, 1 << 58, 1 << 61,
    ] {
      for start: Int64 in [0, 1, 123_456_789_012_345] {
        var bench = Bench(now: start)
        bench.set(1, after: delay)
        bench.advance(to: start + delay - 1)
        #expect(bench.fired.isEmpty)
        #expect(bench.wheel.count == 1)
        let turns = bench.advance(to: start + delay + Self.tick)
        #expect(bench.fired.map(\.number) == [1])
        #expect(turns <= 9)
        #expect(bench.wheel.count == 0)
        #expect(bench.wheel.nextTurn == .max)
      }
    }
  }

  @Test func `alarms come in the order of their deadlines, equal ones in that of their insertion`()
  {
    var bench = Bench(now: 0)
    bench.set(1, after: 900)
    bench.set(2, after: 100)
    bench.set(3, after: 900)
    bench.set(4, after: 50 * Self.tick)
    bench.set(5, after: 100)
    bench.advance(to: 100 * Self.tick)
    #expect(bench.fired.map(\.number) == [2, 5, 1, 3, 4])
  }

  @Test func `what is taken away does not come, and can be taken away once`() {
    var bench = Bench(now: 5)
    for number in 0..<6 { bench.set(number, after: 10_000_000_000) }
    #expect(bench.wheel.count == 6)
    let alarm = bench.alarms[3]
    let removed = [3, 0, 5].map { bench.cancel($0) }
    #expect(removed == [true, true, true])
    let again = alarm.flatMap { bench.wheel.remove($0) }
    #expect(again == nil)
    bench.advance(to: 20_000_000_000)
    #expect(bench.fired.map(\.number) == [1, 2, 4])
    bench.set(7, after: 1)
    let last = bench.cancel(7)
    #expect(last)
    #expect(bench.wheel.count == 0)
  }

  @Test func `a short alarm costs one turn although a long one waits for long already`() {
    var bench = Bench(now: 0)
    bench.set(1, after: 3_600_000_000_000)
    // Just before the long one's first turn.
    bench.now = bench.wheel.nextTurn - 1_000_000_000
    bench.set(2, after: 10 * Self.tick)
    #expect(bench.wheel.nextTurn >= bench.now + 8 * Self.tick)
    bench.advance(to: bench.now + 12 * Self.tick)
    #expect(bench.fired.map(\.number) == [2])
  }

  @Test func `the wheel holds an alarm once and lets go of it`() {
    weak var kept: Alarm?
    var wheel = TimerWheel()
    func add() -> Alarm {
      let alarm = Alarm()
      kept = alarm
      wheel.insert(alarm, at: 1, now: 0)
      return alarm
    }
    _ = add()
    #expect(kept != nil)
    #expect(wheel.takeDue(1 << 20).count == 1)
    #expect(kept == nil)
    wheel.remove(add())?.release()
    #expect(kept == nil)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `any mixture comes in time, in order and completely`(seed: UInt64) {
    var random = Xorshift(state: seed)
    var bench = Bench(now: Int64(random.next() >> 8))
    var model: [Int: Int64] = [:]
    for number in 0..<20_000 {
      let delay = Int64(random.next() >> (24 + random.next() % 40))
      switch random.next() % 4 {
      case 0, 1:
        bench.set(number, after: delay)
        model[number] = bench.now + delay
      case 2:
        let victim = number - Int(random.next() % 64)
        let removed = bench.cancel(victim)
        #expect(removed == (model.removeValue(forKey: victim) != nil))
      default:
        let earlier = bench.fired.count
        bench.advance(to: bench.now + delay)
        for (number, deadline, time) in bench.fired[earlier...] {
          #expect(model.removeValue(forKey: number) == deadline)
          #expect(time >= deadline && time < deadline + Self.tick)
        }
        #expect(model.values.allSatisfy { $0 > bench.now - Self.tick })
      }
      #expect(bench.wheel.count == model.count)
    }
    let deadlines = bench.fired.map(\.deadline)
    #expect(zip(deadlines, deadlines.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(bench.fired.count > 1000)
  }
}

/// Numbers that look like chance and are the same each time.
struct Xorshift: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

@Suite struct ClampTests {
  @Test func `durations are rounded up to nanoseconds and clamped`() {
    #expect(Duration.zero.clampedNanoseconds == 0)
    #expect(Duration.seconds(-1).clampedNanoseconds == 0)
    #expect(Duration.seconds(Int64.min).clampedNanoseconds == 0)
    #expect(Duration(secondsComponent: 0, attosecondsComponent: 1).clampedNanoseconds == 1)
    #expect(Duration(secondsComponent: 0, attosecondsComponent: -1).clampedNanoseconds == 0)
    #expect(Duration.nanoseconds(17).clampedNanoseconds == 17)
    #expect(
      Duration(secondsComponent: 10, attosecondsComponent: 1).clampedNanoseconds == 10_000_000_001)
    #expect(Duration.seconds(10).clampedNanoseconds == 10_000_000_000)
    #expect(Duration.seconds(1 << 30).clampedNanoseconds == 1_073_741_824_000_000_000)
    #expect(Duration.nanoseconds(1 << 61).clampedNanoseconds == 1 << 61)
    #expect((Duration.nanoseconds(1 << 61) + .nanoseconds(1)).clampedNanoseconds == 1 << 61)
    for seconds: Int64 in [1 << 32, 1 << 40, .max] {
      #expect(Duration.seconds(seconds).clampedNanoseconds == 1 << 61)
    }
  }
}
