import Futures
import Testing

@Suite struct TraverseTests {
  /// Operations that are started and completed by hand.
  private final class Bench: Sendable {
    let started = Recorder<Int>()
    let stopped = Recorder<Int>()
    private let promises = Lock<[Int: Promise<String>]>([:])

    func start(_ element: Int) -> Future<String> {
      started.add(element)
      let promise = Promise<String>(onCancel: { self.stopped.add(element) })
      promises.withLock { $0[element] = promise }
      return promise.future
    }

    func promise(_ element: Int) -> Promise<String>? {
      promises.withLock { $0[element] }
    }

    func complete(_ element: Int) {
      promise(element)?.success("\(element)")
    }
  }

  private let bench = Bench()

  @Test func `no more than the limit run at once, and the next starts when one ends`() {
    let all = (1...5).traverse(limit: 2) { [bench] in bench.start($0) }
    #expect(bench.started.elements == [1, 2])
    bench.complete(2)
    #expect(bench.started.elements == [1, 2, 3])
    bench.complete(3)
    bench.complete(1)
    #expect(bench.started.elements == [1, 2, 3, 4, 5])
    bench.complete(5)
    #expect(all.result == nil)
    bench.complete(4)
    #expect(all.result?.value == ["1", "2", "3", "4", "5"])
  }

  @Test func `a failure starts nothing more and leaves what runs`() {
    let all = (1...9).traverse(limit: 3) { [bench] in bench.start($0) }
    bench.promise(2)?.failure(TestError("second"))
    #expect(throws: TestError("second")) { try all.result?.get() }
    #expect(bench.started.elements == [1, 2, 3])
    #expect(bench.stopped.elements == [1, 3])
    bench.complete(1)
    #expect(bench.started.elements == [1, 2, 3])
  }

  @Test func `what the closure throws ends it`() {
    let all = (1...4).traverse(limit: 2) { [bench] element -> Future<String> in
      if element == 3 { throw TestError("third") }
      return bench.start(element)
    }
    bench.complete(1)
    #expect(throws: TestError("third")) { try all.result?.get() }
    #expect(bench.stopped.elements == [2])
    let none = [1].traverse(limit: 2) { _ -> Future<Int> in throw TestError("first") }
    #expect(throws: TestError("first")) { try none.result?.get() }
  }

  @Test func `cancelling starts nothing more and leaves what runs`() {
    let all = (1...4).traverse(limit: 2) { [bench] in bench.start($0) }
    all.cancel()
    #expect(all.result?.code == .cancelled)
    #expect(bench.stopped.elements == [1, 2])
    #expect(bench.started.elements == [1, 2])
  }

  @Test func `a limit below one is one, and nothing is an empty list`() {
    let all = (1...2).traverse(limit: -3) { [bench] in bench.start($0) }
    #expect(bench.started.elements == [1])
    bench.complete(1)
    bench.complete(2)
    #expect(all.result?.value == ["1", "2"])
    #expect([Int]().traverse(limit: 1) { Future(value: $0) }.result?.value == [])
  }

  @Test func `very many complete ones need no deep stack`() {
    onSmallStack {
      let all = (0..<50_000).traverse(limit: 3) { Future(value: $0) }
      #expect(all.result?.value?.last == 49_999)
    }
  }

  @Test func `a closure that completes the one before it is not entered twice`() {
    onSmallStack {
      let previous = Lock<Promise<Int>?>(nil)
      let nesting = Lock(0)
      let all = (0..<20_000).traverse(limit: 2) { index in
        let before = nesting.withLock { nesting in
          nesting += 1
          return nesting
        }
        defer { nesting.withLock { $0 -= 1 } }
        #expect(before == 1)
        let promise = Promise<Int>()
        previous.withLock { old in
          let last = old
          old = promise
          return last
        }?.success(index - 1)
        return promise.future
      }
      previous.withLock { $0 }?.success(19_999)
      #expect(all.result?.value == Array(0..<20_000))
    }
  }

  @Test func `later ones start in the context, and the result has the context of the first`() {
    let clock = ManualContext()
    let places = Recorder<Bool>()
    let all = (1...3).traverse(limit: 1) { element in
      places.add(clock.isCurrent)
      return Future(value: element, context: .manual(clock)).delay(.seconds(1))
    }
    #expect(all.context == .manual(clock))
    clock.advance(by: .seconds(10))
    #expect(all.result?.value == [1, 2, 3])
    #expect(places.elements == [false, true, true])
  }

  @Test func `completions on several threads lose none`() async throws {
    for _ in 0..<200 {
      let all = (0..<40).traverse(limit: 4) { index in
        Future {
          await Task.yield()
          return index
        }
      }
      // Awaited: blocking one of the few threads that the tasks have may leave them none.
      #expect(try await all.value == Array(0..<40))
    }
  }
}
