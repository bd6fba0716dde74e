/// Alarms in slots by their deadline: adding and taking away are O(1), whatever their number.
///
/// A wheel of wheels. Time is counted in ticks of 131 µs, and an alarm waits on the level of the
/// highest digit, of six bits each, in which its tick differs from the present one. When the time
/// of its slot comes it moves to a lower level, and from the lowest it is taken: at its own tick,
/// which is never before its deadline, however long it had to wait.
///
/// It performs nothing and reads no clock. A slot holds the first alarm of a ring.
struct TimerWheel: Sendable {
  private static let tickBits: Int64 = 17
  private static let levelBits: Int64 = 6
  private static let levelCount = 8

  private var rings = ContiguousArray<Unmanaged<Alarm>?>(
    repeating: nil, count: TimerWheel.levelCount << 6)
  /// A bit for each slot of a level that holds something.
  private var occupied = ContiguousArray<UInt64>(repeating: 0, count: TimerWheel.levelCount)
  /// The present tick; no slot's time is before it.
  private var present: Int64 = 0
  /// Not after the time of any slot; before it only if something was taken away.
  private var nextTick = Int64.max
  private(set) var count = 0

  /// When something is to be done next, in nanoseconds; too early if that was taken away.
  var nextTurn: Int64 {
    nextTick == .max ? .max : nextTick << TimerWheel.tickBits
  }

  /// Adds an alarm, which is in no wheel.
  mutating func insert(_ alarm: Alarm, at deadline: Int64, now: Int64) {
    let tick = now >> TimerWheel.tickBits
    if count == 0 { nextTick = .max }
    // An alarm is better off on a low level: it has fewer turns before its own.
    if tick > present, tick < nextTick { present = tick }
    alarm.deadline = deadline
    count += 1
    append(.passRetained(alarm), alarm)
  }

  /// Takes an alarm away, and returns it to be let go of after the lock; `nil` if it is not in.
  mutating func remove(_ alarm: Alarm) -> Unmanaged<Alarm>? {
    guard alarm.slot >= 0, let next = alarm.next, let previous = alarm.previous else { return nil }
    let slot = Int(alarm.slot)
    let member = Unmanaged.passUnretained(alarm)
    if next.toOpaque() == member.toOpaque() {
      empty(slot)
    } else {
      next._withUnsafeGuaranteedRef { $0.previous = previous }
      previous._withUnsafeGuaranteedRef { $0.next = next }
      if rings[slot]?.toOpaque() == member.toOpaque() { rings[slot] = next }
    }
    release(alarm)
    return member
  }

  /// Takes what is due, in the order of the deadlines; equal ones in the order of their insertion.
  mutating func takeDue(_ now: Int64) -> [Alarm] {
    let tick = now >> TimerWheel.tickBits
    var due: [Alarm] = []
    while let (slot, time) = firstSlot, time <= tick {
      present = max(present, time)
      let first = rings[slot]?.toOpaque()
      var rest = rings[slot]
      empty(slot)
      while let member = rest {
        let alarm = member.takeUnretainedValue()
        rest = alarm.next?.toOpaque() == first ? nil : alarm.next
        if slot < 64 {
          release(alarm)
          due.append(member.takeRetainedValue())
        } else {
          append(member, alarm)
        }
      }
    }
    present = max(present, tick)
    nextTick = firstSlot?.time ?? .max
    return TimerWheel.sorted(due)
  }

  /// The slot whose time comes first: it is on the lowest level that has any.
  private var firstSlot: (slot: Int, time: Int64)? {
    for level in 0..<TimerWheel.levelCount where occupied[level] != 0 {
      let digit = occupied[level].trailingZeroBitCount
      let low = Int64(level) * TimerWheel.levelBits
      let high = low + TimerWheel.levelBits
      return (level << 6 | digit, (present >> high) << high | Int64(digit) << low)
    }
    return nil
  }

  private mutating func append(_ member: Unmanaged<Alarm>, _ alarm: Alarm) {
    let rounding = Int64(1) << TimerWheel.tickBits - 1
    let tick = max((alarm.deadline + rounding) >> TimerWheel.tickBits, present)
    let highestBit = Int64(63 - ((present ^ tick) | 63).leadingZeroBitCount)
    let level = highestBit / TimerWheel.levelBits
    let low = level * TimerWheel.levelBits
    let slot = Int(level << 6 | (tick >> low) & 63)
    nextTick = min(nextTick, (tick >> low) << low)
    alarm.slot = Int16(slot)
    guard let first = rings[slot] else {
      alarm.next = member
      alarm.previous = member
      rings[slot] = member
      return occupied[Int(level)] |= 1 << UInt64(slot & 63)
    }
    let last = first._withUnsafeGuaranteedRef { first in
      let last = first.previous
      first.previous = member
      return last
    }
    alarm.next = first
    alarm.previous = last
    last?._withUnsafeGuaranteedRef { $0.next = member }
  }

  private mutating func empty(_ slot: Int) {
    rings[slot] = nil
    occupied[slot >> 6] &= ~(1 << UInt64(slot & 63))
  }

  private mutating func release(_ alarm: Alarm) {
    alarm.slot = -1
    alarm.next = nil
    alarm.previous = nil
    count -= 1
  }

  /// Only the alarms of one tick can be out of order.
  private static func sorted(_ due: [Alarm]) -> [Alarm] {
    guard zip(due, due.dropFirst()).contains(where: { $0.deadline > $1.deadline }) else {
      return due
    }
    return due.enumerated().sorted {
      ($0.element.deadline, $0.offset) < ($1.element.deadline, $1.offset)
    }.map(\.element)
  }
}
