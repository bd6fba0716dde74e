import Dispatch
import Futures
import Testing

@Suite struct StreamTests {
  let promise = StreamPromise<Int>()
  let seen = Recorder<String>()

  private func note(_ result: Result<Int, any Error>) {
    switch result {
    case .success(let value): seen.add("\(value)")
    case .failure: seen.add("failure")
    }
  }

  @Test func `every subscriber gets every element, and a failure is not the end`() {
    promise.stream.onComplete { note($0) }
    promise.stream.onSuccess { [seen] in seen.add("value \($0)") }
    promise.stream.onFailure { [seen] _ in seen.add("error") }
    promise.stream.onFinish { [seen] in seen.add("end") }
    #expect(promise.success(1))
    #expect(promise.failure(TestError()))
    promise.finish()
    promise.finish()
    #expect(!promise.success(2))
    #expect(promise.isFinished)
    #expect(seen.elements == ["1", "value 1", "failure", "error", "end"])
  }

  @Test func `what comes before the first subscriber is kept for it`() {
    let small = StreamPromise<Int>(capacity: 2)
    for value in 0..<20 { small.success(value) }
    small.stream.onComplete { note($0) }
    let expected = (4..<20).map { "\($0)" }
    #expect(seen.elements == expected)
    small.stream.onComplete { note($0) }
    #expect(seen.elements == expected)
    small.success(20)
    #expect(seen.elements == expected + ["20", "20"])
  }

  @Test func `kept elements wait for a subscriber that comes after the end`() {
    promise.success(1)
    promise.finish()
    promise.stream.onComplete { note($0) }
    promise.stream.onFinish { [seen] in seen.add("end") }
    promise.stream.onComplete { note($0) }
    #expect(seen.elements == ["1", "end"])
  }

  @Test func `a watcher of the end takes nothing and keeps nothing going`() {
    let used = StreamPromise<Int>(onUnused: { [seen] in seen.add("unused") })
    used.stream.onFinish {}.cancel()
    used.success(1)
    #expect(!used.hasSubscribers)
    used.stream.onComplete { note($0) }.cancel()
    #expect(seen.elements == ["1", "unused"])
  }

  @Test func `a stream with a current value gives it first to each newcomer`() {
    let state = StreamPromise<Int>(replaysCurrent: true)
    state.success(1)
    state.success(2)
    state.stream.onComplete { note($0) }
    state.success(3)
    state.stream.map { $0 * 10 }.onComplete { note($0) }
    state.finish()
    #expect(seen.elements == ["2", "3", "30"])
  }

  @Test func `combinators`() {
    let stream = promise.stream
    stream.map { value -> Int in
      guard value != 2 else { throw TestError() }
      return value + 100
    }.onComplete { note($0) }
    promise.success(1)
    promise.success(2)
    #expect(seen.elements == ["101", "failure"])
    let second = Recorder<Int>()
    stream.withFilter { $0 > 5 }.andThen { second.add(-$0) }.forEach { second.add($0) }
    stream.recover { _ in 0 }.onSuccess { second.add($0) }
    promise.success(3)
    promise.success(6)
    promise.failure(TestError())
    #expect(second.elements == [3, -6, 6, 6, 0])
    let errors = Recorder<String>()
    stream.mapError { _ in TestError("mapped") }.onFailure { errors.add("\($0)") }
    promise.failure(TestError())
    #expect(errors.elements == ["TestError(name: \"mapped\")"])
    // Its own callbacks hold the promise.
    promise.finish()
  }

  @Test func `an element emitted inside a callback comes after it`() {
    promise.stream.onSuccess { [promise, seen] value in
      if value < 3 { promise.success(value + 1) }
      seen.add("\(value)")
    }
    promise.success(1)
    #expect(seen.elements == ["1", "2", "3"])
    // Its own callback holds the promise.
    promise.finish()
  }

  @Test func `the end reaches a subscriber after its buffered elements`() {
    let clock = ManualContext()
    let stream = promise.stream
    stream.onSuccess(context: .manual(clock)) { [seen] in seen.add("\($0)") }
    let mapped = stream.map(context: .manual(clock)) { $0 * 2 }
    mapped.onSuccess { [seen] in seen.add("\($0)") }
    mapped.onFinish { [seen] in seen.add("end") }
    promise.success(1)
    promise.finish()
    #expect(seen.elements.isEmpty)
    clock.run()
    #expect(seen.elements == ["1", "2", "end"])
  }

  @Test func `elements of two streams keep their order in one context`() {
    let clock = ManualContext()
    let other = StreamPromise<Int>(context: .manual(clock))
    promise.stream.onSuccess(context: .manual(clock)) { [seen] in seen.add("\($0)") }
    other.stream.onSuccess { [seen] in seen.add("\($0)") }
    promise.success(1)
    other.success(2)
    promise.success(3)
    clock.run()
    #expect(seen.elements == ["1", "2", "3"])
  }

  @Test func `order is kept across queues`() throws {
    let first = ExecutionContext.queue(DispatchQueue(label: "first"))
    let second = ExecutionContext.queue(DispatchQueue(label: "second"))
    let values = Recorder<Int>()
    let source = StreamPromise<Int>(capacity: 100_000, context: first)
    let done = Promise<Void>()
    source.stream.map { $0 }.map(context: second) { $0 }.onSuccess(context: first) { value in
      values.add(value)
      if value == 4999 { done.success() }
    }
    for value in 0..<5000 { source.success(value) }
    try done.future.wait(timeout: .seconds(20))
    #expect(values.elements == Array(0..<5000))
  }
}

@Suite struct StreamOverflowTests {
  @Test func `a full buffer drops the oldest and counts`() {
    let clock = ManualContext()
    let promise = StreamPromise<Int>(capacity: 3, context: .manual(clock))
    let seen = Recorder<Int>()
    let subscription = promise.stream.onSuccess { seen.add($0) }
    let wide = Recorder<Int>()
    let other = promise.stream.onSuccess(capacity: 100) { wide.add($0) }
    for value in 0..<10 { promise.success(value) }
    promise.finish()
    clock.run()
    #expect(seen.elements == [7, 8, 9])
    #expect(subscription.droppedCount == 7)
    #expect(wide.elements == Array(0..<10))
    #expect(other.droppedCount == 0)
  }

  @Test func `what was kept for the first subscriber is given to it whatever its capacity`() {
    let clock = ManualContext()
    let promise = StreamPromise<Int>(capacity: 1, context: .manual(clock))
    for value in 0..<16 { promise.success(value) }
    let seen = Recorder<Int>()
    let subscription = promise.stream.onSuccess { seen.add($0) }
    clock.run()
    #expect(seen.elements == Array(0..<16))
    #expect(subscription.droppedCount == 0)
  }

  @Test func `a capacity of nothing is one`() {
    let clock = ManualContext()
    let promise = StreamPromise<Int>(capacity: 0, context: .manual(clock))
    let seen = Recorder<Int>()
    promise.stream.onSuccess(capacity: -5) { seen.add($0) }
    promise.success(1)
    promise.success(2)
    clock.run()
    #expect(seen.elements == [2])
  }
}
