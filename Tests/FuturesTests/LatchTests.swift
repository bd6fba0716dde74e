import Futures
import Synchronization
import Testing

@Suite struct LatchTests {
  @Test func `it is entered and left until it closes for good`() {
    let shared = Guarded()
    #expect(!shared.isClosed)
    for _ in 0..<3 {
      #expect(shared.enter())
      #expect(!shared.isClosed)
      shared.leave()
    }
    #expect(shared.enter())
    shared.close()
    #expect(shared.isClosed)
    #expect(!shared.isMoved)
    #expect(!shared.enter())
    #expect(!shared.enterMoved())
  }

  @Test func `what is moved is entered by those who know, and closes too`() {
    let shared = Guarded()
    #expect(!shared.isMoved)
    #expect(shared.enter())
    shared.move()
    #expect(shared.isMoved)
    #expect(!shared.isClosed)
    #expect(!shared.enter())
    #expect(shared.enterMoved())
    // Who only looks must not take it for open.
    #expect(shared.isMoved)
    shared.move()
    #expect(!shared.isClosed(orMoved: false))
    #expect(shared.isClosed(orMoved: true))
    #expect(shared.enterMoved())
    shared.close()
    #expect(shared.isClosed && !shared.isMoved)
    #expect(shared.isClosed(orMoved: false))
    #expect(!shared.enterMoved())
  }

  private final class Guarded: Sendable {
    private let latch = Latch()
    let inside = Atomic(0)
    let entered = Tally()
    let refused = Tally()
    let overlaps = Tally()

    var isClosed: Bool { latch.isClosed }
    var isMoved: Bool { latch.isMoved }
    func isClosed(orMoved hasClosed: Bool) -> Bool { latch.isClosed { hasClosed } }
    func enter() -> Bool { latch.enter() }
    func enterMoved() -> Bool { latch.enterMoved() }
    func leave() { latch.leave() }
    func close() { latch.close() }
    func move() { latch.move() }

    func visit(_ leave: () -> Void, _ enter: () -> Bool) {
      guard enter() else { return refused.add(1) }
      if inside.add(1, ordering: .relaxed).newValue != 1 { overlaps.add(1) }
      entered.add(1)
      inside.subtract(1, ordering: .relaxed)
      leave()
    }
  }

  @Test func `one at a time is inside, however many try`() {
    let shared = Guarded()
    onThreads(4) { _ in
      for _ in 0..<20_000 {
        shared.visit({ shared.leave() }) { shared.enter() }
      }
    }
    #expect(shared.entered.value == 80_000)
    #expect(shared.overlaps.value == 0)
    #expect(shared.refused.value == 0)
  }

  @Test func `one at a time is inside what is moved`() {
    let shared = Guarded()
    #expect(shared.enter())
    shared.move()
    onThreads(4) { _ in
      for _ in 0..<20_000 {
        shared.visit({ shared.move() }) { shared.enterMoved() }
      }
    }
    #expect(shared.entered.value == 80_000)
    #expect(shared.overlaps.value == 0)
  }

  @Test func `one of two closes it`() {
    race(rounds: 20_000) { _ in
      Guarded()
    } first: { shared in
      shared.visit({ shared.close() }) { shared.enter() }
    } second: { shared in
      shared.visit({ shared.close() }) { shared.enter() }
    } check: { shared in
      #expect(shared.entered.value == 1)
      #expect(shared.refused.value == 1)
      #expect(shared.isClosed)
    }
  }
}
