import Dispatch
import Futures
import Testing

/// Complaints about other futures libraries, by their number, as far as no other test has them.
///
/// 1 and 3 are in `DepthTests`, 2 in `MovingTests`, 4 in `ReentrancyTests`.
@Suite struct PeerComplaintTests {
  @Test("row 5: nothing is called while a lock is held")
  func noCallUnderLock() throws {
    let promise = Promise<Int>()
    let stream = StreamPromise<Int>()
    let done = Recorder<Int>()
    // Another thread gets through everything while a callback of the same objects waits for it.
    @Sendable func elsewhere(_ body: @escaping @Sendable () -> Void) {
      onThreads(1) { _ in body() }
    }
    promise.future.onSuccess { _ in
      elsewhere {
        #expect(!promise.success(2))
        promise.future.onSuccess { done.add($0) }
        promise.future.map { $0 }.cancel()
      }
    }
    stream.stream.onSuccess { _ in
      elsewhere {
        stream.stream.onSuccess { _ in }.cancel()
        stream.success(2)
        done.add(stream.subscriberCount)
      }
    }
    promise.success(1)
    stream.stream.first().onSuccess { _ in }
    done.add(10)
    let once = StreamPromise<Int>()
    once.stream.onSuccess { value in
      elsewhere { if value < 3 { once.success(value + 1) } }
      done.add(20 + value)
    }
    once.success(1)
    #expect(done.elements == [1, 10, 21, 22, 23])
    stream.finish()
  }

  @Test("row 6: callbacks on a queue come in the order of their registration")
  func orderOnAQueue() throws {
    let context = ExecutionContext.queue(DispatchQueue(label: "order"))
    let promise = Promise<Int>(context: context)
    let seen = Recorder<Int>()
    for index in 0..<1000 { promise.future.onSuccess { _ in seen.add(index) } }
    let last = promise.future.map { _ in seen.elements.count }
    promise.success(1)
    #expect(try last.wait(timeout: .seconds(20)) == 1000)
    #expect(seen.elements == Array(0..<1000))
  }

  @Test("row 7: waiting where it could never end throws instead")
  func waitingOnItself() {
    let queue = DispatchQueue(label: "own")
    let promise = Promise<Int>(context: .queue(queue))
    let code = queue.sync { Result { try promise.future.wait() }.code }
    #expect(code == .wouldDeadlock)
    #expect(!promise.isCompleted)
  }

  @Test("row 8: nothing waits for the main queue unless it is asked to")
  func noMainQueue() throws {
    let seen = Recorder<Int>()
    onSmallStack {
      let promise = Promise<Int>()
      promise.future.map { $0 + 1 }.onSuccess { seen.add($0) }
      promise.success(1)
      let stream = StreamPromise<Int>()
      stream.stream.map { $0 + 1 }.onSuccess { seen.add($0) }
      stream.success(2)
    }
    #expect(seen.elements == [2, 3])
    #expect(Promise<Int>().future.context == .inline)
    #expect(StreamPromise<Int>().stream.context == .inline)
  }

  @Test("row 10: no cycle is left by a pending promise, a chain that refers to itself, or a stream")
  func cycles() {
    let count = Counted.Count()
    func pending() {
      let object = Counted(count)
      let promise = Promise<Int>()
      promise.future.onComplete { _ in object.touch() }
      promise.future.flatMap { _ in Promise<Int>().future }.onComplete { _ in object.touch() }
    }
    pending()
    #expect(count.value == 0)
    func ownFuture() {
      let object = Counted(count)
      let promise = Promise<Int>()
      let future = promise.future
      // A callback that refers to its future is let go of when that completes.
      future.onComplete { _ in
        object.touch()
        _ = future.isCompleted
      }
    }
    ownFuture()
    #expect(count.value == 0)
  }

  @Test("row 11: who waits for a dropped promise is told, whoever waits")
  func droppedPromise() async {
    let log = Recorder<String>()
    func futures() -> [Future<Int>] {
      let promise = Promise<Int>()
      let outer = Future(value: 1).flatMap { _ in promise.future }
      return [promise.future, outer, [promise.future].firstCompleted(), promise.future.map { $0 }]
    }
    for future in futures() {
      future.onFailure { if case FuturesError.promiseDropped = $0 { log.add("told") } }
      #expect(await Task { try await future.value }.result.code == .promiseDropped)
    }
    #expect(log.elements.count == 4)
  }

  @Test("row 12: one waiter that is cancelled does not fail the others")
  func oneOfSeveralWaiters() async throws {
    let promise = Promise<Int>(onCancel: { Issue.record("stopped") })
    let kept = promise.future.map { $0 }
    let tasks = (0..<10).map { _ in Task { try await promise.future.value } }
    for task in tasks.prefix(5) { task.cancel() }
    for task in tasks.prefix(5) { #expect(await task.result.code == .cancelled) }
    promise.success(1)
    for task in tasks.suffix(5) { #expect(try await task.value == 1) }
    #expect(kept.result?.value == 1)
  }

  @Test("row 13: a timeout keeps neither timer nor value after the result")
  func timeoutAfterwards() {
    let count = Counted.Count()
    let clock = ManualContext()
    for _ in 0..<100 {
      let promise = Promise<Counted>(context: .manual(clock))
      let limited = promise.future.timeout(.seconds(10))
      limited.onSuccess { $0.touch() }
      promise.success(Counted(count))
      clock.run()
    }
    #expect(count.value == 0)
    #expect(clock.pendingTimerCount == 0)
  }

  @Test("row 14: setting and cancelling many timers takes time in proportion")
  func manyTimers() {
    let clock = ManualContext()
    func run(_ number: Int) -> Duration {
      processorTime {
        let timers = (0..<number).map { clock.schedule(after: .seconds($0 % 100)) {} }
        for timer in timers { timer.cancel() }
      }
    }
    let short = (0..<5).map { _ in run(1000) }.min() ?? .zero
    let long = (0..<5).map { _ in run(10_000) }.min() ?? .zero
    #expect(long < short * 50)
    #expect(clock.pendingTimerCount == 0)
  }

  @Test("row 15: very many futures that are awaited need no thread each")
  func manyAwaited() async throws {
    let promises = (0..<2000).map { _ in Promise<Int>() }
    let tasks = promises.map { promise in Task { try await promise.future.value } }
    for (index, promise) in promises.enumerated() { promise.success(index) }
    for (index, task) in tasks.enumerated() { #expect(try await task.value == index) }
  }

  @Test("row 16: what waits behind a slow consumer is bounded, and what is lost is counted")
  func slowConsumer() {
    let count = Counted.Count()
    let clock = ManualContext()
    let promise = StreamPromise<Counted>(capacity: 10, context: .manual(clock))
    let subscription = promise.stream.map { $0 }.onSuccess { $0.touch() }
    var most = 0
    for _ in 0..<10_000 {
      promise.success(Counted(count))
      most = max(most, count.value)
    }
    #expect(most <= 12)
    clock.run()
    #expect(count.value == 0)
    #expect(subscription.droppedCount == 0)
    let direct = promise.stream.onSuccess { $0.touch() }
    for _ in 0..<100 { promise.success(Counted(count)) }
    #expect(direct.droppedCount == 90)
    clock.run()
  }

  @Test("row 17: a second consumer of a stream gets every element too")
  func secondConsumer() async throws {
    let promise = StreamPromise<Int>()
    var first = promise.stream.makeAsyncIterator()
    var second = promise.stream.makeAsyncIterator()
    for value in 0..<10 { promise.success(value) }
    promise.finish()
    for value in 0..<10 {
      #expect(try await first.next() == value)
      #expect(try await second.next() == value)
    }
    #expect(try await first.next() == nil)
    #expect(try await second.next() == nil)
  }

  @Test("row 18: the same future may stand twice wherever several may")
  func sameFutureTwice() {
    let promise = Promise<Int>()
    let future = promise.future
    let sums = [
      [future, future, future].sequence().map { $0.reduce(0, +) },
      future.zip(future).map { $0 + $1 },
      [future, future].fold(1) { $0 + $1 },
      [future, future].firstCompleted(),
      future.flatMap { _ in future },
    ]
    promise.success(2)
    #expect(sums.map { $0.result?.value } == [6, 4, 5, 2, 2])
  }

  @Test("row 19: an awaiting task goes on exactly once, however it ends")
  func resumedOnce() async {
    for round in 0..<500 {
      let promise = Promise<Int>(onCancel: {})
      let task = Task { try await promise.future.value }
      if round % 3 == 0 { await Task.yield() }
      DispatchQueue.global().async { task.cancel() }
      promise.success(1)
      let result = await task.result
      #expect(result.value == 1 || result.code == .cancelled)
    }
  }

  @Test("row 20: collecting takes time in proportion, completed or pending")
  func collecting() {
    func run(_ number: Int, pending: Bool) -> Duration {
      processorTime {
        let promises = (0..<number).map { _ in Promise<Int>() }
        if !pending { for promise in promises { promise.success(1) } }
        let all = promises.map(\.future).sequence()
        if pending { for promise in promises { promise.success(1) } }
        #expect(all.isCompleted)
      }
    }
    for pending in [false, true] {
      let short = (0..<5).map { _ in run(2000, pending: pending) }.min() ?? .zero
      let long = (0..<5).map { _ in run(20_000, pending: pending) }.min() ?? .zero
      #expect(long < short * 50)
    }
  }
}
