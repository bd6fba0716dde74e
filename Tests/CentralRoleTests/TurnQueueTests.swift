import BlueZ
import Testing

@Suite struct TurnQueueTests {
  @Test func `turns come one at a time in the order of the wishes`() {
    var queue = TurnQueue<Int>()
    let turns = [1, 2, 3, 2].map { queue.join($0) }
    #expect(turns == [true, false, false, false])
    #expect(queue.leave(1) == 2)
    #expect(queue.leave(2) == 3)
    #expect(queue.leave(3) == nil)
    #expect(queue.isEmpty)
  }

  @Test func `one who leaves while waiting is passed over`() {
    var queue = TurnQueue<Int>()
    _ = queue.join(1)
    _ = queue.join(2)
    _ = queue.join(3)
    #expect(queue.leave(2) == nil)
    #expect(queue.leave(1) == 3)
    let isTurn = queue.join(3)
    #expect(isTurn)
    #expect(queue.leave(9) == nil)
  }
}
