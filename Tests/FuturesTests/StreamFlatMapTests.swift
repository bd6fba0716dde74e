import Futures
import Testing

@Suite struct StreamFlatMapTests {
  let outer = StreamPromise<Int>()
  let seen = Recorder<Int>()
  let log = Recorder<String>()

  @Test func `inner streams merge, and failures of the outer one pass through`() {
    let inners = (0..<2).map { _ in StreamPromise<Int>() }
    let merged = outer.stream.flatMap { index -> FutureStream<Int> in
      guard index < 2 else { throw TestError() }
      return inners[index].stream
    }
    merged.onComplete { [seen] in seen.add($0.value ?? -1) }
    merged.onFinish { [log] in log.add("end") }
    outer.success(0)
    outer.success(1)
    inners[0].success(10)
    inners[1].success(11)
    outer.failure(TestError())
    outer.success(2)
    inners[0].failure(TestError())
    #expect(seen.elements == [10, 11, -1, -1, -1])
    inners[0].finish()
    outer.finish()
    #expect(log.elements.isEmpty)
    inners[1].success(12)
    inners[1].finish()
    #expect(log.elements == ["end"])
    #expect(seen.elements.last == 12)
  }

  @Test func `of one origin only the newest stream is followed and the operation goes on`() {
    let inner = StreamPromise<Int>(onUnused: { [log] in log.add("unused") })
    outer.stream.flatMap { _ in inner.stream }.onSuccess { [seen] in seen.add($0) }
    outer.success(1)
    inner.success(10)
    outer.success(2)
    inner.success(11)
    #expect(seen.elements == [10, 11])
    #expect(inner.subscriberCount == 1)
    #expect(log.elements.isEmpty)
  }

  @Test func `derived streams of one origin count as one`() {
    let inner = StreamPromise<Int>(onUnused: { [log] in log.add("unused") })
    outer.stream.flatMap { run in
      inner.stream.withFilter { $0 >= 0 }.map { $0 + run }.recover { _ in 0 }
    }.onSuccess { [seen] in seen.add($0) }
    outer.success(100)
    inner.success(1)
    outer.success(200)
    inner.success(1)
    #expect(seen.elements == [101, 201])
    #expect(inner.subscriberCount == 1)
    #expect(log.elements.isEmpty)
  }

  @Test func `streams behind a future are known by the origin that they lead to`() {
    let inner = StreamPromise<Int>(onUnused: { [log] in log.add("unused") })
    let steps = (0..<2).map { _ in Promise<Void>() }
    outer.stream.flatMap { run in
      steps[run].future.flatMap { _ in inner.stream }.map { $0 + run * 100 }
    }.onSuccess { [seen] in seen.add($0) }
    outer.success(0)
    steps[0].success()
    inner.success(1)
    outer.success(1)
    inner.success(2)
    steps[1].success()
    inner.success(3)
    #expect(seen.elements == [1, 2, 103])
    #expect(inner.subscriberCount == 1)
    #expect(log.elements.isEmpty)
  }

  @Test func `a chain that runs again does not double its values through nested flatMaps`() {
    let notifications = StreamPromise<Int>(onUnused: { [log] in log.add("unused") })
    outer.stream
      .flatMap { _ in Future(value: ()) }
      .flatMap { _ in notifications.stream }
      .flatMap { value in Future(value: value * 2) }
      .onSuccess { [seen] in seen.add($0) }
    for run in 0..<5 {
      outer.success(run)
      notifications.success(run)
    }
    #expect(seen.elements == [0, 2, 4, 6, 8])
    #expect(notifications.subscriberCount == 1)
  }

  @Test func `results of futures come as they come, and the end waits for them`() {
    let promises = (0..<3).map { _ in Promise<Int>() }
    let merged = outer.stream.flatMap { promises[$0].future }
    merged.onComplete { [seen] in seen.add($0.value ?? -1) }
    merged.onFinish { [log] in log.add("end") }
    for index in 0..<3 { outer.success(index) }
    outer.finish()
    promises[2].success(2)
    promises[0].failure(TestError())
    #expect(log.elements.isEmpty)
    promises[1].success(1)
    #expect(seen.elements == [2, -1, 1])
    #expect(log.elements == ["end"])
  }

  @Test func `flatMapLatest leaves the stream before`() {
    let inners = (0..<2).map { index in
      StreamPromise<Int>(onUnused: { [log] in log.add("unused \(index)") })
    }
    outer.stream.flatMapLatest { inners[$0].stream }.onSuccess { [seen] in seen.add($0) }
    outer.success(0)
    inners[0].success(1)
    outer.success(1)
    inners[0].success(2)
    inners[1].success(3)
    #expect(seen.elements == [1, 3])
    #expect(log.elements == ["unused 0"])
  }

  @Test func `a merged stream that is cancelled inside its closure follows nothing more`() {
    let inner = StreamPromise<Int>(onUnused: { [log] in log.add("unused") })
    let merged = Recorder<FutureStream<Int>>()
    merged.add(
      outer.stream.flatMap { _ in
        merged.elements[0].cancel()
        return inner.stream
      })
    outer.success(1)
    #expect(inner.subscriberCount == 0)
    #expect(outer.subscriberCount == 0)
  }

  @Test func `recoverWith takes the place of failures`() {
    let inner = StreamPromise<Int>()
    outer.stream.recoverWith { _ in inner.stream }.onSuccess { [seen] in seen.add($0) }
    outer.stream.recoverWith { _ in Future(value: 50) }.onSuccess { [seen] in seen.add($0) }
    outer.success(1)
    outer.failure(TestError())
    inner.success(2)
    #expect(seen.elements == [1, 1, 50, 2])
  }

  @Test func `a future leads to a stream, or to one failure and the end`() {
    let inner = StreamPromise<Int>()
    let promise = Promise<Int>()
    let stream = promise.future.flatMap { _ in inner.stream }
    stream.onSuccess { [seen] in seen.add($0) }
    promise.success(1)
    inner.success(5)
    inner.finish()
    #expect(stream.isFinished)
    let failed = Future<Int>(error: TestError()).flatMap { _ in inner.stream }
    failed.onFailure { [log] in log.add("\($0)") }
    #expect(failed.isFinished)
    #expect(log.elements == ["TestError(name: \"test\")"])
    let recovered = Future<Int>(value: 9).recoverWith { _ in inner.stream }
    recovered.onSuccess { [seen] in seen.add($0) }
    #expect(seen.elements == [5, 9])
    #expect(recovered.isFinished)
  }
}

@Suite struct StreamLeavingTests {
  let log = Recorder<String>()

  private func makePromise() -> StreamPromise<Int> {
    StreamPromise<Int>(onUnused: { [log] in log.add("unused") })
  }

  @Test func `the last subscriber that leaves is told, each time`() {
    let promise = makePromise()
    let first = promise.stream.onSuccess { _ in }
    let second = promise.stream.onSuccess { _ in }
    first.cancel()
    first.cancel()
    #expect(log.elements.isEmpty)
    #expect(promise.hasSubscribers)
    second.cancel()
    #expect(log.elements == ["unused"])
    promise.stream.onSuccess { _ in }.cancel()
    #expect(log.elements == ["unused", "unused"])
    #expect(!promise.isFinished)
  }

  @Test func `leaving goes up a chain, through flatMap as well`() {
    let promise = makePromise()
    let outer = StreamPromise<Int>(onUnused: { [log] in log.add("outer") })
    let end = outer.stream.flatMap { _ in promise.stream }.map { $0 }.onSuccess { _ in }
    outer.success(1)
    end.cancel()
    #expect(log.elements == ["outer", "unused"])
  }

  @Test func `cancelling a derived stream finishes it and leaves the source`() {
    let promise = makePromise()
    let mapped = promise.stream.map { $0 }
    mapped.onFinish { [log] in log.add("end") }
    mapped.cancel()
    mapped.cancel()
    #expect(log.elements == ["end", "unused"])
    #expect(mapped.isFinished)
    #expect(!promise.isFinished)
  }

  @Test func `cancelling a root stream finishes it and stops the operation once`() {
    let promise = makePromise()
    let subscription = promise.stream.onSuccess { _ in }
    promise.stream.cancel()
    subscription.cancel()
    promise.stream.cancel()
    #expect(log.elements == ["unused"])
    #expect(promise.isFinished)
  }

  @Test func `first takes an element and leaves the operation as it is`() {
    let promise = makePromise()
    let first = promise.stream.first()
    promise.success(1)
    promise.success(2)
    #expect(first.result?.value == 1)
    #expect(promise.subscriberCount == 0)
    #expect(log.elements.isEmpty)
    let cancelled = promise.stream.first()
    cancelled.cancel()
    #expect(log.elements == ["unused"])
    let ended = promise.stream.first()
    promise.finish()
    #expect(ended.result?.code == .streamEnded)
  }

  @Test func `first takes one of the kept elements and leaves the rest`() {
    let promise = makePromise()
    for value in 0..<3 { promise.success(value) }
    #expect(promise.stream.first().result?.value == 0)
    let seen = Recorder<Int>()
    promise.stream.onSuccess { seen.add($0) }
    #expect(seen.elements == [1, 2])
  }

  @Test func `a dropped promise finishes its stream`() {
    func makeStream() -> FutureStream<Int> { StreamPromise<Int>().stream }
    #expect(makeStream().isFinished)
  }
}

@Suite struct StreamAsyncTests {
  @Test func `values arrive until the first failure`() async {
    let promise = StreamPromise<Int>()
    for value in 0..<3 { promise.success(value) }
    promise.failure(TestError())
    promise.success(3)
    var values: [Int] = []
    await #expect(throws: TestError()) {
      for try await value in promise.stream { values.append(value) }
    }
    #expect(values == [0, 1, 2])
    #expect(promise.subscriberCount == 0)
  }

  @Test func `results go on after a failure, until the end`() async {
    let promise = StreamPromise<Int>()
    promise.success(1)
    promise.failure(TestError())
    promise.success(2)
    promise.finish()
    var values: [Int] = []
    for await result in promise.stream.results { values.append(result.value ?? -1) }
    #expect(values == [1, -1, 2])
  }

  @Test func `an iterator that goes away leaves the stream`() async throws {
    let unused = Promise<Void>()
    let promise = StreamPromise<Int>(onUnused: { unused.success() })
    promise.success(1)
    for try await _ in promise.stream { break }
    try await unused.future.value
    #expect(promise.subscriberCount == 0)
  }

  @Test func `cancelling the task ends the loop and leaves the stream`() async throws {
    let unused = Promise<Void>()
    let promise = StreamPromise<Int>(onUnused: { unused.success() })
    let task = Task {
      var count = 0
      for try await _ in promise.stream { count += 1 }
      return count
    }
    while !promise.hasSubscribers { await Task.yield() }
    task.cancel()
    #expect(try await task.value == 0)
    try await unused.future.value
  }

  @Test func `elements that come while nobody asks wait their turn`() async throws {
    let promise = StreamPromise<Int>(capacity: 16)
    var iterator = promise.stream.makeAsyncIterator()
    for value in 0..<10 { promise.success(value) }
    for value in 0..<10 { #expect(try await iterator.next() == value) }
    promise.finish()
    #expect(try await iterator.next() == nil)
    #expect(try await iterator.next() == nil)
  }
}
