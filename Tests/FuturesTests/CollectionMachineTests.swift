import Futures
import Testing

@Suite struct SlotsTests {
  private func elements(_ slots: Slots<Int>) -> [Int] {
    var all: [Int] = []
    slots.forEach { all.append($0) }
    return all
  }

  @Test func `ids rise and elements keep their order`() {
    var slots = Slots<Int>(firstID: 7)
    #expect((0..<5).map { slots.insert($0) } == [7, 8, 9, 10, 11])
    #expect(slots.remove(9) == 2)
    #expect(slots.remove(9) == nil)
    #expect(slots.remove(6) == nil)
    #expect(slots.remove(12) == nil)
    #expect(elements(slots) == [0, 1, 3, 4])
    #expect(slots.count == 4)
  }

  @Test func `all may go and others come`() {
    var slots = Slots<Int>()
    for round in 0..<3 {
      let ids = (0..<100).map { slots.insert($0) }
      #expect(ids.first == round * 100)
      for id in ids.reversed() { #expect(slots.remove(id) != nil) }
      #expect(slots.isEmpty)
      #expect(elements(slots).isEmpty)
    }
  }

  @Test func `gaps are closed and ids still find their elements`() {
    var slots = Slots<Int>()
    let ids = (0..<1000).map { slots.insert($0) }
    for id in ids where id % 10 != 0 { #expect(slots.remove(id) == Int(id)) }
    #expect(elements(slots) == Array(stride(from: 0, to: 1000, by: 10)))
    for id in ids where id % 20 == 0 { #expect(slots.remove(id) == Int(id)) }
    #expect(elements(slots) == Array(stride(from: 10, to: 1000, by: 20)))
    #expect(slots.insert(5) == 1000)
  }
}

@Suite struct FIFOTests {
  @Test func `what is first in is first out, around the ring`() {
    var queue = FIFO<Int>()
    var model: [Int] = []
    var random = SplitMix(1)
    for step in 0..<20_000 {
      // It grows and shrinks in waves.
      if Int.random(in: 0..<10, using: &random) < (step / 2000 % 2 == 0 ? 7 : 3) {
        queue.append(step)
        model.append(step)
      } else {
        #expect(queue.popFirst() == (model.isEmpty ? nil : model.removeFirst()))
      }
      #expect(queue.count == model.count)
      #expect(queue.first == model.first)
      #expect(queue.isEmpty == model.isEmpty)
    }
  }

  @Test func `an element is let go of when it is taken`() {
    let count = Counted.Count()
    var queue = FIFO<Counted>()
    for _ in 0..<1000 { queue.append(Counted(count)) }
    for left in (0..<1000).reversed() {
      _ = queue.popFirst()
      #expect(count.value == left)
    }
    queue.append(Counted(count))
    queue = FIFO()
    #expect(count.value == 0)
  }

  @Test func `a copy is a queue of its own`() {
    var queue = FIFO<Int>()
    for value in 0..<10 { queue.append(value) }
    var copy = queue
    #expect(copy.popFirst() == 0)
    copy.append(10)
    #expect(queue.count == 10)
    #expect(queue.popFirst() == 0)
  }

  @Test func `optional elements that are nil are elements`() {
    var queue = FIFO<Int?>()
    queue.append(nil)
    queue.append(1)
    #expect(queue.popFirst() == .some(nil))
    #expect(queue.popFirst() == 1)
    #expect(queue.popFirst() == nil)
  }
}

@Suite struct TimerHeapTests {
  @Test func `timers come by their deadline, equal ones as they were set`() {
    var heap = TimerHeap<Int>()
    for (index, deadline) in [5, 1, 5, 3, 1, 5].enumerated() {
      _ = heap.insert(index, at: Int64(deadline))
    }
    #expect(heap.count == 6)
    #expect(heap.nextDeadline == 1)
    var order: [Int] = []
    if heap.popDue(0) != nil { Issue.record("too early") }
    while let timer = heap.popDue(5) { order.append(timer.work) }
    #expect(order == [1, 4, 3, 0, 2, 5])
    #expect(heap.nextDeadline == nil)
  }

  @Test func `what is taken away does not come, and only once`() {
    var heap = TimerHeap<Int>()
    let ids = (0..<10).map { heap.insert($0, at: Int64($0 % 3)) }
    #expect(heap.remove(ids[4]) == 4)
    #expect(heap.remove(ids[4]) == nil)
    #expect(heap.remove(-1) == nil)
    let next = heap.popDue(10)
    #expect(next?.work == 0)
    #expect(heap.remove(ids[0]) == nil)
    #expect(heap.count == 8)
  }

  @Test(arguments: 1...10) func `any order of setting and cancelling keeps that of the deadlines`(
    seed: UInt64
  ) {
    var random = SplitMix(seed)
    var heap = TimerHeap<Int>()
    var model: [(deadline: Int64, id: Int)] = []
    for step in 0..<500 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0, 1:
        let deadline = Int64.random(in: 0..<50, using: &random)
        model.append((deadline, heap.insert(step, at: deadline)))
      case 2 where !model.isEmpty:
        let gone = model.remove(at: Int.random(in: 0..<model.count, using: &random))
        #expect(heap.remove(gone.id) != nil)
      default:
        let next = model.min { $0 < $1 }
        #expect(heap.nextDeadline == next?.deadline)
        guard let next, let due = heap.popDue(next.deadline) else { continue }
        #expect(due.deadline == next.deadline)
        model.removeAll { $0.id == next.id }
      }
      #expect(heap.count == model.count)
    }
  }

  @Test func `durations in nanoseconds are rounded up and held within three centuries`() {
    #expect(Duration.nanoseconds(1).clampedNanoseconds == 1)
    #expect(Duration(secondsComponent: 0, attosecondsComponent: 1).clampedNanoseconds == 1)
    #expect(Duration.seconds(-1).clampedNanoseconds == 0)
    #expect(Duration.zero.clampedNanoseconds == 0)
    #expect(Duration.seconds(2).clampedNanoseconds == 2_000_000_000)
    #expect(Duration.seconds(Int64.max).clampedNanoseconds == 1 << 61)
    #expect(Duration.seconds(Int64.min).clampedNanoseconds == 0)
    let least = Duration(secondsComponent: 0, attosecondsComponent: -1)
    #expect(least.clampedNanoseconds == 0)
  }
}
