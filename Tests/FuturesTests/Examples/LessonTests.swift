import Dispatch
import Futures
import Testing

/// The code of the article that teaches the module.
@Suite struct LessonTests {
  @Test func `a promise completes its future`() {
    let seen = Recorder<Int>()
    let report: @Sendable (Int) -> Void = { seen.add($0) }
    // snippet: promise
    let promise = Promise<Int>()
    let length = promise.future

    length.onSuccess { metres in report(metres) }

    promise.success(42)  // true: the first completion wins
    promise.success(43)  // false: it changes nothing
    // snippet: end
    #expect(seen.elements == [42])
  }

  @Test func `a chain is written in the order in which it happens`() throws {
    let read: @Sendable (String) -> Future<String> = { Future(value: $0 == "offset" ? "3" : "39") }
    struct NoNumber: Error {}
    // snippet: chain
    let number: @Sendable (String) throws -> Int = { text in
      guard let number = Int(text) else { throw NoNumber() }
      return number
    }

    let position =
      read("offset")  // Future<String>
      .map { try number($0) }  // a closure may throw
      .flatMap { offset in  // go on with another future
        read("length").map { try number($0) + offset }
      }
      .recover { _ in 0 }  // a value in place of a failure
    // snippet: end
    #expect(try position.wait() == 42)
  }

  @Test func `a result is told in the context that was chosen`() async throws {
    let seen = Recorder<Bool>()
    // snippet: context
    let queue = DispatchQueue(label: "readings")
    let promise = Promise<Int>(context: .queue(queue))

    let here = promise.future.map { _ in ExecutionContext.queue(queue).isCurrent }
    let there = here.map(context: .inline) { $0 }
    // snippet: end
    promise.success(1)
    seen.add(try await here.value)
    #expect(seen.elements == [true])
    #expect(try await there.value)
  }

  @Test func `cancelling reaches the operation`() {
    let stopped = Recorder<String>()
    let stop: @Sendable () -> Void = { stopped.add("stopped") }
    // snippet: cancel
    let promise = Promise<Int>(onCancel: { stop() })
    let result = promise.future.map { $0 * 2 }.timeout(.seconds(10))

    result.cancel()  // fails with FuturesError.cancelled; nobody else waits: the operation stops
    // snippet: end
    #expect(result.result?.code == .cancelled)
    #expect(stopped.elements == ["stopped"])
  }

  @Test func `streams have elements, failures and an end`() {
    let seen = Recorder<String>()
    let note: @Sendable (String) -> Void = { seen.add($0) }
    struct Glitch: Error {}
    // snippet: stream
    let promise = StreamPromise<Int>()

    promise.stream
      .withFilter { $0 != 0 }
      .map { "\($0) g" }
      .recover { _ in "unknown" }
      .onSuccess { note($0) }
    promise.stream.onFinish { note("end") }

    promise.success(1)
    promise.success(0)
    promise.failure(Glitch())  // an element, not the end
    promise.success(2)
    promise.finish()
    // snippet: end
    #expect(seen.elements == ["1 g", "unknown", "2 g", "end"])
  }

  @Test func `async code awaits and iterates`() async throws {
    let readings = Future(value: 3).flatMap { count in
      let promise = StreamPromise<Int>()
      for number in 1...count { promise.success(number) }
      return promise.stream
    }
    let connect: @Sendable () -> Future<Int> = { Future(value: 5) }
    // snippet: await
    let mtu = try await connect().value

    var sum = 0
    for try await reading in readings { sum += reading }

    let later = Future { try await connect().value * 2 }  // an async closure as a future
    // snippet: end
    #expect(mtu == 5)
    #expect(sum == 6)
    #expect(try await later.value == 10)
  }

  @Test func `a test turns the clock by hand`() {
    // snippet: clock
    let clock = ManualContext()
    let question = Promise<Int>(context: .manual(clock))
    let answer = question.future.timeout(.seconds(30))

    clock.advance(by: .seconds(29))
    let early = answer.result == nil
    clock.advance(by: .seconds(1))
    // snippet: end
    #expect(early)
    #expect(answer.result?.code == .timeout)
    #expect(question.success(1), "an operation that cannot be stopped goes on")
  }
}
