import Dispatch
import Futures
import Testing

/// What surprised users of the earlier Swift library, by the number of the rule.
///
/// S-002 is in `RaceTests` and `ExactRaceTests`; S-012 is in `CombinatorTests`.
@Suite struct PriorArtTests {
  let seen = Recorder<String>()

  @Test("S-001: a second completion changes nothing that was delivered, or will be")
  func secondCompletion() {
    let promise = Promise<Int>()
    promise.future.onSuccess { [seen] in seen.add("\($0)") }
    #expect(promise.success(1))
    #expect(!promise.success(2))
    #expect(!promise.complete(.failure(TestError())))
    promise.completeWith(Future(value: 3))
    promise.future.onSuccess { [seen] in seen.add("late \($0)") }
    #expect(seen.elements == ["1", "late 1"])
  }

  @Test("S-003: subscribing to a stream inside a callback of that stream")
  func subscribingInside() {
    let promise = StreamPromise<Int>()
    promise.stream.onSuccess { [seen] value in
      seen.add("outer \(value)")
      if value == 1 { promise.stream.onSuccess { seen.add("inner \($0)") } }
    }
    promise.success(1)
    promise.success(2)
    promise.finish()
    #expect(seen.elements == ["outer 1", "outer 2", "inner 2"])
  }

  @Test("S-004: what derives from a cancelled future ends")
  func cancelledDerivedEnds() async {
    let promise = Promise<Int>()
    let derived = promise.future.map { $0 }
    let further = derived.flatMap { Future(value: $0) }.zip(Future(value: 1))
    let task = Task { try await further.value }
    derived.cancel()
    #expect(await task.result.code == .cancelled)
    #expect(further.result?.code == .cancelled)
  }

  @Test("S-005: cancelling goes up to the operation, through futures and streams")
  func cancellingGoesUp() {
    let operation = Promise<Int>(onCancel: { [seen] in seen.add("operation") })
    let values = StreamPromise<Int>(onUnused: { [seen] in seen.add("values") })
    let subscription = operation.future.map { $0 }.flatMap { _ in values.stream }.map { $0 }
      .onSuccess { _ in }
    subscription.cancel()
    #expect(seen.elements == ["operation"])
    let second = Future(value: 1).flatMap { _ in values.stream }.map { $0 }.onSuccess { _ in }
    second.cancel()
    #expect(seen.elements == ["operation", "values"])
  }

  @Test("S-006: an element's failure, the end and a terminal failure are told apart")
  func failureAndEnd() {
    let promise = StreamPromise<Int>()
    promise.stream.onComplete { [seen] in seen.add($0.value.map { "\($0)" } ?? "failure") }
    promise.stream.onFinish { [seen] in seen.add("end") }
    promise.failure(TestError())
    #expect(promise.success(1))
    promise.failure(TestError())
    promise.finish()
    #expect(seen.elements == ["failure", "1", "failure", "end"])
  }

  @Test("S-007: what a stream's filter rejects disappears")
  func rejected() {
    let promise = StreamPromise<Int>()
    promise.stream.withFilter { $0 % 2 == 0 }.onComplete { [seen] in
      seen.add($0.value.map { "\($0)" } ?? "failure")
    }
    for value in 0..<4 { promise.success(value) }
    promise.failure(TestError())
    #expect(seen.elements == ["0", "2", "failure"])
  }

  @Test("S-008: a chain that runs again does not double its values")
  func reconnects() {
    let link = StreamPromise<Int>()
    let values = StreamPromise<Int>()
    link.stream.flatMap { _ in Future(value: ()) }.flatMap { values.stream }
      .onSuccess { [seen] in seen.add("\($0)") }
    for round in 0..<3 {
      link.success(round)
      values.success(round)
    }
    #expect(seen.elements == ["0", "1", "2"])
    #expect(values.subscriberCount == 1)
  }

  @Test("S-009: what is kept has a limit, and newcomers get no old events")
  func finiteDefault() {
    let count = Counted.Count()
    let promise = StreamPromise<Counted>()
    for _ in 0..<5000 { promise.success(Counted(count)) }
    #expect(count.value == FutureStream<Counted>.defaultCapacity)
    promise.stream.onSuccess { [seen] _ in seen.add("old") }
    #expect(count.value == 0)
    promise.stream.onSuccess { [seen] _ in seen.add("new") }
    #expect(!seen.elements.contains("new"))
  }

  @Test("S-010: no capacity is a mistake that crashes", arguments: [0, 1, -1, Int.min, Int.max])
  func anyCapacity(capacity: Int) async throws {
    let clock = ManualContext()
    let promise = StreamPromise<Int>(capacity: capacity, context: .manual(clock))
    promise.success(1)
    promise.stream.onSuccess(capacity: capacity) { [seen] in seen.add("\($0)") }
    promise.stream.flatMap(capacity: capacity) { Future(value: $0) }.onSuccess { [seen] in
      seen.add("merged \($0)")
    }
    clock.run()
    var iterator = promise.stream.makeAsyncIterator()
    promise.success(2)
    clock.run()
    #expect(seen.elements == ["1", "2", "merged 2"])
    #expect(try await iterator.next() == 2)
  }

  @Test("S-011: a sequence fails with the first failure in time")
  func failureInTime() {
    let promises = (0..<3).map { _ in Promise<Int>() }
    let all = promises.map(\.future).sequence()
    promises[2].failure(TestError("third"))
    promises[0].failure(TestError("first"))
    guard case .failure(let error) = all.result else {
      Issue.record("no failure")
      return
    }
    #expect(error as? TestError == TestError("third"))
  }

  @Test("S-013, S-014: the default context is nobody's queue and no global that can be changed")
  func defaultContext() {
    let own = ManualContext()
    let future = Future(value: 1, context: .manual(own))
    #expect(future.map { $0 }.flatMap { Future(value: $0) }.context == .manual(own))
    #expect(Future(value: 1).map { $0 }.context == .inline)
    #expect([Future<Int>]().sequence().context == .inline)
  }

  @Test("S-015: delays are exact, can be cancelled, and none is too long or too short")
  func delays() {
    let clock = ManualContext()
    let third = Future(value: 1, context: .manual(clock)).delay(.nanoseconds(333_333_333_333))
    clock.advance(by: .nanoseconds(333_333_333_332))
    #expect(!third.isCompleted)
    clock.advance(by: .nanoseconds(1))
    #expect(third.isCompleted)
    let forever = Future(value: 1, context: .manual(clock)).delay(.seconds(Int64.max))
    let real = Future(value: 1).delay(.seconds(Int64.max))
    let limit = Promise<Int>().future.timeout(.seconds(-5))
    let past = Future(value: 1, context: .manual(clock)).delay(.seconds(-1))
    clock.advance(by: .zero)
    #expect(past.result?.value == 1)
    #expect(!forever.isCompleted && !real.isCompleted)
    forever.cancel()
    real.cancel()
    #expect(clock.pendingTimerCount == 0)
    #expect(limit.isCompleted)
  }

  @Test("S-016: work runs in the queue that was named, with the priority of that")
  func ownQueue() throws {
    let queue = DispatchQueue(label: "own", qos: .userInitiated)
    let promise = Promise<Int>(context: .queue(queue))
    let inside = promise.future.map { _ in dispatchPrecondition(condition: .onQueue(queue)) }
    promise.success(1)
    try inside.wait(timeout: .seconds(20))
  }

  @Test("S-018: a side effect comes before the callbacks of what follows it, wherever these are")
  func sideEffects() {
    let promise = Promise<Int>()
    let first = promise.future.andThen { [seen] _ in seen.add("effect") }
    promise.future.onSuccess { [seen] _ in seen.add("beside") }
    first.onSuccess { [seen] _ in seen.add("after") }
    first.andThen { [seen] _ in seen.add("second effect") }.onSuccess { [seen] _ in
      seen.add("after that")
    }
    promise.success(1)
    #expect(seen.elements == ["effect", "beside", "after", "second effect", "after that"])
    let failing = Future(value: 1).andThen { _ in throw TestError() }
    #expect(failing.isCompleted && failing.result?.value == nil)
  }
}
