/// Timers by their deadline: adding and taking away are O(log n), and what is cancelled is gone.
package struct TimerHeap<Work> {
  fileprivate struct Entry {
    let deadline: Int64
    let id: Int
    let work: Work
  }

  private var entries: ContiguousArray<Entry> = []
  private var places: [Int: Int] = [:]
  private var nextID = 0

  package init() {}

  package var count: Int { entries.count }
  package var nextDeadline: Int64? { entries.first?.deadline }

  package mutating func insert(_ work: Work, at deadline: Int64) -> Int {
    let id = nextID
    nextID += 1
    entries.append(Entry(deadline: deadline, id: id, work: work))
    places[id] = entries.count - 1
    siftUp(entries.count - 1)
    return id
  }

  package mutating func remove(_ id: Int) -> Work? {
    guard let place = places.removeValue(forKey: id) else { return nil }
    let work = entries[place].work
    let last = entries.removeLast()
    if place < entries.count {
      entries[place] = last
      places[last.id] = place
      siftUp(place)
      siftDown(place)
    }
    return work
  }

  /// Takes the next timer whose deadline is not after `now`; equal deadlines in order of insertion.
  package mutating func popDue(_ now: Int64) -> (deadline: Int64, work: Work)? {
    guard let first = entries.first, first.deadline <= now else { return nil }
    guard let work = remove(first.id) else { return nil }
    return (first.deadline, work)
  }

  private func precedes(_ left: Int, _ right: Int) -> Bool {
    let (a, b) = (entries[left], entries[right])
    return a.deadline != b.deadline ? a.deadline < b.deadline : a.id < b.id
  }

  private mutating func swap(_ left: Int, _ right: Int) {
    entries.swapAt(left, right)
    places[entries[left].id] = left
    places[entries[right].id] = right
  }

  private mutating func siftUp(_ start: Int) {
    var place = start
    while place > 0, precedes(place, (place - 1) / 2) {
      swap(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func siftDown(_ start: Int) {
    var place = start
    while true {
      var least = place
      for child in [place * 2 + 1, place * 2 + 2]
      where child < entries.count && precedes(child, least) {
        least = child
      }
      if least == place { return }
      swap(place, least)
      place = least
    }
  }
}

extension TimerHeap.Entry: Sendable where Work: Sendable {}
extension TimerHeap: Sendable where Work: Sendable {}

extension Duration {
  /// In nanoseconds; what is negative is nothing, and 73 years are the longest.
  package var clampedNanoseconds: Int64 {
    // Whole seconds and what is left of them would cost several times as much.
    let attoseconds = attoseconds
    let high = Int64(truncatingIfNeeded: attoseconds &>> 64)
    guard high >= 0 else { return 0 }
    let longest: Int64 = 1 << 61
    let unit: UInt64 = 1_000_000_000
    guard high < 1 << 27 else { return longest }
    let low = UInt64(truncatingIfNeeded: attoseconds)
    let (nanoseconds, rest) = unit.dividingFullWidth((UInt64(high), low))
    // Rounded up, because a timer must not be early.
    return min(Int64(clamping: nanoseconds) + (rest > 0 ? 1 : 0), longest)
  }
}
