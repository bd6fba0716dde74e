import Testing

@testable import CentralRole

@Suite struct RequestQueueTests {
  @Test func `reads of different attributes are open together`() {
    var queue = RequestQueue()
    #expect(queue.add(1, on: 10, .read) == [1])
    #expect(queue.add(2, on: 20, .read) == [2])
    #expect(queue.finish(2) == [])
    #expect(queue.finish(1) == [])
    #expect(queue.isIdle)
  }

  @Test func `two reads of one attribute follow each other and nobody overtakes`() {
    var queue = RequestQueue()
    #expect(queue.add(1, on: 10, .read) == [1])
    #expect(queue.add(2, on: 10, .read) == [])
    #expect(queue.add(3, on: 20, .read) == [])
    #expect(queue.finish(1) == [2, 3])
  }

  @Test func `a write waits for what came before and holds back what comes after`() {
    var queue = RequestQueue()
    #expect(queue.add(1, on: 10, .read) == [1])
    #expect(queue.add(2, on: 20, .write) == [])
    #expect(queue.add(3, on: 30, .read) == [])
    #expect(queue.finish(1) == [2])
    #expect(queue.finish(2) == [3])
  }

  @Test func `at most sixteen reads are open`() {
    var queue = RequestQueue()
    for request in 1...16 { #expect(queue.add(request, on: request, .read) == [request]) }
    #expect(queue.add(17, on: 17, .read) == [])
    #expect(queue.finish(5) == [17])
  }

  @Test func `a request that has started keeps its place, one that has not goes`() {
    var queue = RequestQueue()
    _ = queue.add(1, on: 10, .write)
    _ = queue.add(2, on: 10, .write)
    _ = queue.add(3, on: 10, .write)
    #expect(queue.withdraw(1) == nil)
    #expect(queue.withdraw(2) == [])
    #expect(queue.finish(1) == [3])
    #expect(queue.withdraw(99) == nil)
  }

  @Test func `the end of a link gives back every request`() {
    var queue = RequestQueue()
    _ = queue.add(1, on: 10, .write)
    _ = queue.add(2, on: 10, .read)
    #expect(queue.removeAll() == [1, 2])
    #expect(queue.isIdle)
    #expect(queue.finish(1) == [])
    #expect(queue.add(3, on: 10, .read) == [3])
  }

  @Test func `ten thousand waiting requests start in order`() {
    var queue = RequestQueue()
    var started = queue.add(0, on: 0, .write)
    for request in 1..<10_000 { started += queue.add(request, on: 0, .write) }
    for request in 0..<10_000 { started += queue.finish(request) }
    #expect(started == Array(0..<10_000))
  }
}
