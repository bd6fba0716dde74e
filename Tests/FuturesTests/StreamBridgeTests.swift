import Futures
import Observation
import Testing

@Suite struct StreamBridgeTests {
  @Test func `an asynchronous sequence becomes a stream, its error a failure and the end`() async {
    let sequence = AsyncThrowingStream<Int, any Error> { continuation in
      continuation.yield(1)
      continuation.yield(2)
      continuation.finish(throwing: TestError())
    }
    var seen: [String] = []
    for await result in FutureStream(sequence).results {
      seen.append(result.value.map { "\($0)" } ?? "failure")
    }
    #expect(seen == ["1", "2", "failure"])
  }

  @Test func `the values of a stream pass over its failures and end with it`() async {
    let promise = StreamPromise<Int>()
    var values = promise.stream.values.makeAsyncIterator()
    promise.success(1)
    promise.failure(TestError())
    promise.success(2)
    promise.finish()
    var seen: [Int] = []
    while let value = await values.next() { seen.append(value) }
    #expect(seen == [1, 2])
    #expect(values.droppedCount == 0)
  }

  @Test func `leaving such a stream cancels its task`() async {
    let ended = Promise<Bool>()
    let sequence = AsyncStream<Int> { continuation in
      continuation.onTermination = { ended.success($0 == .cancelled) }
    }
    FutureStream(sequence).onSuccess { _ in }.cancel()
    #expect((try? await ended.future.value) == true)
  }

  @Test func `values become a stream that has ended`() async throws {
    var seen: [Int] = []
    for try await value in FutureStream(values: [1, 2, 3]) { seen.append(value) }
    #expect(seen == [1, 2, 3])
  }

  @Test func `the newest result is observed`() {
    let promise = StreamPromise<Int>()
    let observed = promise.stream.observed()
    let changes = Recorder<String>()
    #expect(observed.result == nil)
    withObservationTracking {
      _ = observed.value
    } onChange: {
      changes.add("changes")
    }
    promise.success(1)
    promise.success(2)
    #expect(changes.elements == ["changes"])
    #expect(observed.value == 2)
    promise.failure(TestError())
    #expect(observed.value == nil)
  }

  @Test func `who observes no more has left`() {
    let stopped = Recorder<String>()
    let promise = StreamPromise<Int>(onUnused: { stopped.add("stopped") })
    do { _ = promise.stream.observed() }
    #expect(stopped.elements == ["stopped"])
    #expect(!promise.hasSubscribers)
  }
}
