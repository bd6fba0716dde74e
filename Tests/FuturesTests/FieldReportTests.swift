import Dispatch
import Futures
import Synchronization
import Testing

/// What went wrong for users of comparable libraries, by the number of the report.
@Suite struct FieldReportTests {
  static let many = 100_000

  @Test("B108: a sequence of very many promises, completed in any order from many queues")
  func sequenceFromManyQueues() throws {
    let promises = (0..<FieldReportTests.many).map { _ in Promise<Int>() }
    let all = promises.map(\.future).sequence()
    let queues = (0..<8).map { DispatchQueue(label: "queue \($0)") }
    for (index, queue) in queues.enumerated() {
      queue.async {
        for place in stride(from: index, to: promises.count, by: queues.count).reversed() {
          promises[place].success(place)
        }
      }
    }
    #expect(try all.wait(timeout: .seconds(60)) == Array(0..<FieldReportTests.many))
  }

  @Test("B108: a sequence of very many completed futures needs no deep stack")
  func sequenceOfCompleted() {
    let done = Recorder<Bool>()
    onSmallStack {
      let all = (0..<FieldReportTests.many).map { Future(value: $0) }.sequence()
      done.add(all.result?.value == Array(0..<FieldReportTests.many))
      let sum = (0..<FieldReportTests.many).map { Future(value: $0) }.fold(0) { $0 + $1 }
      done.add(sum.result?.value == FieldReportTests.many * (FieldReportTests.many - 1) / 2)
    }
    #expect(done.elements == [true, true])
  }

  @Test("B109: a loop of 'when done, start the next' over completed futures, on every context")
  func recursiveSteps() throws {
    let queue = ExecutionContext.queue(DispatchQueue(label: "loop"))
    let count = Counted.Count()
    let most = Recorder<Int>()
    @Sendable func step(_ index: Int, _ context: ExecutionContext) -> Future<Int> {
      let object = Counted(count)
      if index % 10_000 == 0 { most.add(count.value) }
      guard index < FieldReportTests.many else { return Future(value: index, context: context) }
      return Future(value: index, context: context).flatMap {
        object.touch()
        return step($0 + 1, context)
      }
    }
    let ends = Recorder<Int>()
    onSmallStack {
      step(0, .inline).onSuccess { ends.add($0) }
      ends.add((try? step(0, queue).wait(timeout: .seconds(60))) ?? -1)
    }
    #expect(ends.elements == [FieldReportTests.many, FieldReportTests.many])
    // The closure of a turn and of the one before it.
    #expect(most.elements.max() ?? 0 <= 4)
  }

  @Test("B109: promises that complete each other with their futures")
  func completingWith() {
    let seen = Recorder<Int>()
    onSmallStack {
      let promises = (0..<FieldReportTests.many).map { _ in Promise<Int>() }
      for index in 1..<promises.count { promises[index].completeWith(promises[index - 1].future) }
      promises.last?.future.onSuccess { seen.add($0) }
      promises.first?.success(6)
      let late = Promise<Int>()
      late.completeWith(Future(value: 7))
      late.future.onSuccess { seen.add($0) }
    }
    #expect(seen.elements == [6, 7])
  }

  @Test("B111: of two racing completions one reports true, and observers run once with its result")
  func secondCompletion() {
    race(rounds: 10_000) { _ in
      let promise = Promise<Int>()
      let seen = Recorder<Int>()
      promise.future.onSuccess { seen.add($0) }
      promise.future.onFailure { _ in seen.add(2) }
      return (promise, seen, Tally())
    } first: { promise, _, wins in
      if promise.success(1) { wins.add(1) }
    } second: { promise, _, wins in
      if promise.failure(TestError()) { wins.add(2) }
    } check: { promise, seen, wins in
      #expect(seen.elements == [wins.value])
      #expect(promise.future.result?.value == (wins.value == 1 ? 1 : nil))
      #expect(!promise.success(3))
      #expect(!promise.failure(TestError()))
    }
  }

  @Test("B112: handlers of a stream may add handlers, cancel and complete, from four threads")
  func handlersThatMeddle() {
    for _ in 0..<1000 {
      let promise = StreamPromise<Int>()
      let once = Tally()
      let handlers = Tally()
      let meddle: @Sendable (any Error) -> Void = { _ in
        once.add(1)
        promise.stream.onFailure { _ in handlers.add(1) }
        promise.stream.map { $0 }.onFailure { _ in }.cancel()
        promise.failure(TestError("again"))
        promise.stream.cancel()
        promise.finish()
      }
      promise.stream.onFailure { error in
        if (error as? TestError)?.name == "test" { meddle(error) }
      }
      onThreads(4) { _ in promise.failure(TestError()) }
      #expect((1...4).contains(once.value))
      #expect(promise.isFinished)
      #expect(!promise.success(1))
    }
  }

  @Test("B112: every handler that was there is called although the first one changes the list")
  func handlersThatChangeTheList() {
    let promise = StreamPromise<Int>()
    let seen = Recorder<String>()
    let subscriptions = Recorder<Subscription>()
    for name in ["a", "b", "c"] {
      let subscription = promise.stream.onFailure { _ in
        seen.add(name)
        promise.stream.onFailure { _ in seen.add("new \(name)") }
        if name == "b" { subscriptions.elements.forEach { $0.cancel() } }
      }
      if name != "c" { subscriptions.add(subscription) }
    }
    promise.failure(TestError())
    #expect(seen.elements == ["a", "b", "c"])
    promise.failure(TestError())
    #expect(seen.elements == ["a", "b", "c", "c", "new a", "new b", "new c"])
    promise.finish()
  }

  @Test("B114: eight threads register while one completes; each handler runs once")
  func registeringWhileCompleting() {
    let rounds = RaceTests.rounds / 2
    let promises = (0..<rounds).map { _ in Promise<Int>() }
    let futures = promises.map(\.future)
    let calls = Tally()
    onThreads(9) { thread in
      if thread == 0 {
        for promise in promises { promise.success(1) }
      } else {
        for future in futures { future.onSuccess { calls.add($0) } }
      }
    }
    #expect(calls.value == 8 * rounds)
  }

  @Test("B115: cancel returns from every handler and every context, and the future ends once")
  func cancelFromEverywhere() throws {
    let queue = DispatchQueue(label: "own")
    let context = ExecutionContext.queue(queue)
    let ends = Tally()
    // Inside onSuccess of its source, on its own queue.
    let source = Promise<Int>(context: context)
    let derived = source.future.map { $0 }.map { $0 }
    derived.onComplete { _ in ends.add(1) }
    source.future.onSuccess { _ in derived.cancel() }
    // Inside onCancel, which runs because of another cancellation.
    let holder = Holder<Future<Int>>()
    let stopped = Promise<Int>(
      context: context,
      onCancel: {
        ends.add(1)
        holder.value?.cancel()
        derived.cancel()
      })
    holder.value = stopped.future
    stopped.future.onComplete { _ in
      ends.add(1)
      holder.value?.cancel()
    }
    source.success(1)
    queue.sync { stopped.future.cancel() }
    // While completing, in the callback of the completion itself.
    let own = Promise<Int>(onCancel: { Issue.record("stopped") })
    own.future.onSuccess { _ in
      ends.add(1)
      own.future.cancel()
    }
    own.success(1)
    holder.value = nil
    let idle = Promise<Void>(context: context)
    idle.success()
    try idle.future.map {}.wait(timeout: .seconds(20))
    #expect(ends.value == 4)
  }

  @Test("B115: cancel may be called from the destructor of what a callback held")
  func cancelFromDeinit() {
    final class Owner: Sendable {
      let future: Future<Int>
      init(_ future: Future<Int>) { self.future = future }
      func touch() {}
      deinit { future.cancel() }
    }
    let log = Recorder<String>()
    let promise = Promise<Int>(onCancel: { log.add("stopped") })
    func register() -> Subscription {
      let owner = Owner(promise.future.map { $0 })
      return promise.future.onSuccess { _ in owner.touch() }
    }
    register().cancel()
    #expect(log.elements == ["stopped"])
    #expect(promise.future.result?.code == .cancelled)
    let stream = StreamPromise<Int>(onUnused: { log.add("unused") })
    func subscribe() -> Subscription {
      let owner = Owner(Promise<Int>(onCancel: { log.add("owned") }).future)
      return stream.stream.onSuccess { _ in owner.touch() }
    }
    subscribe().cancel()
    #expect(log.elements.contains("unused"))
  }

  @Test("B117: many tasks wait for one operation, and each gets its result")
  func concurrentTasks() async throws {
    let promise = Promise<Int>()
    let tasks = (0..<100).map { index in
      Task { try await promise.future.map { $0 + index }.value }
    }
    promise.success(1000)
    for (index, task) in tasks.enumerated() { #expect(try await task.value == 1000 + index) }
  }

  @Test("B118: handlers that come after the completion are called once with the result")
  func lateHandlers() {
    let seen = Recorder<String>()
    let value = Future(value: 1)
    value.onSuccess { seen.add("value \($0)") }
    value.onComplete { seen.add("result \($0.value ?? 0)") }
    value.onFailure { _ in seen.add("wrong") }
    let failed = Future<Int>(error: TestError("late"))
    failed.onFailure { seen.add(($0 as? TestError)?.name ?? "wrong") }
    failed.onSuccess { _ in seen.add("wrong") }
    #expect(seen.elements == ["value 1", "result 1", "late"])
  }

  @Test("B118: of a finished stream the first subscriber gets what is kept, a state's each one")
  func lateSubscribers() {
    let seen = Recorder<String>()
    let plain = StreamPromise<Int>()
    plain.success(1)
    plain.failure(TestError())
    plain.finish()
    plain.stream.onComplete { seen.add("first \($0.value ?? -1)") }
    plain.stream.onComplete { _ in seen.add("wrong") }
    plain.stream.onFinish { seen.add("end") }
    let state = StreamPromise<Int>(replaysCurrent: true)
    state.success(2)
    state.success(3)
    state.finish()
    for _ in 0..<2 { state.stream.onSuccess { seen.add("state \($0)") } }
    #expect(seen.elements == ["first 1", "first -1", "end", "state 3", "state 3"])
  }

  @Test("B120: elements that come to a finished stream are dropped silently")
  func lateElements() {
    race(rounds: 5000) { _ in
      let promise = StreamPromise<Int>()
      let seen = Tally()
      let ends = Tally()
      promise.stream.onSuccess { _ in seen.add(1) }
      promise.stream.onFinish { ends.add(1) }
      return (promise, seen, ends)
    } first: { promise, _, _ in
      promise.finish()
    } second: { promise, _, _ in
      for value in 0..<10 { promise.success(value) }
    } check: { promise, seen, ends in
      let before = seen.value
      for value in 0..<50 { #expect(!promise.success(value)) }
      #expect(!promise.failure(TestError()))
      #expect(seen.value == before)
      #expect(ends.value == 1)
    }
  }

  @Test("B121: waiting for a first element that never comes ends in time, or when it is cancelled")
  func silentStream() {
    let clock = ManualContext()
    let released = Tally()
    let promise = StreamPromise<Int>(context: .manual(clock), onUnused: { released.add(1) })
    let limited = promise.stream.first().timeout(.seconds(2))
    clock.advance(by: .milliseconds(1999))
    #expect(!limited.isCompleted)
    clock.advance(by: .milliseconds(1))
    #expect(limited.result?.code == .timeout)
    #expect(released.value == 1)
    #expect(promise.subscriberCount == 0)
    let second = promise.stream.map { $0 }.first()
    second.cancel()
    #expect(second.result?.code == .cancelled)
    #expect(released.value == 2)
    #expect(clock.pendingTimerCount == 0)
  }
}

/// A place for something that a closure refers to before it is made.
final class Holder<Value: Sendable>: Sendable {
  private let state = Lock<Value?>(nil)

  var value: Value? {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
