import Dispatch
import Futures
import Testing

@Suite struct CallbackAdapterTests {
  /// An interface of the style that is adapted; it calls back later, on a queue.
  private final class Library: Sendable {
    private let queue = DispatchQueue(label: "library")

    func number(_ completion: @escaping @Sendable (Int) -> Void) {
      queue.async { completion(7) }
    }

    func text(_ completion: @escaping @Sendable (String?, (any Error)?) -> Void) {
      queue.async { completion("seven", nil) }
    }

    func save(_ completion: @escaping @Sendable ((any Error)?) -> Void) {
      queue.async { completion(nil) }
    }

    func load(_ completion: @escaping @Sendable (Result<[Int], any Error>) -> Void) {
      queue.async { completion(.success([7])) }
    }

    func twice(_ completion: @escaping @Sendable (Int) -> Void) {
      completion(1)
      completion(2)
    }

    func never(_ completion: @escaping @Sendable (Int) -> Void) {}
  }

  private let library = Library()

  @Test func `each style of callback becomes a future without annotations`() throws {
    let number = future { completion in library.number(completion) }
    let text = future { completion in library.text(completion) }
    let saved = future { completion in library.save(completion) }
    let list = future { completion in library.load(completion) }
    #expect(try number.wait(timeout: .seconds(60)) == 7)
    #expect(try text.wait(timeout: .seconds(60)) == "seven")
    try saved.wait(timeout: .seconds(60))
    #expect(try list.wait(timeout: .seconds(60)) == [7])
    #expect(try future(method: library.text).wait(timeout: .seconds(60)) == "seven")
    #expect(try future(method: library.number).wait(timeout: .seconds(60)) == 7)
    let resolved = Future<[Int]> { completion in library.load(completion) }
    #expect(try resolved.wait(timeout: .seconds(60)) == [7])
  }

  @Test func `a closure of several statements says what it is called with`() {
    let number = future { (completion: @escaping @Sendable (Int) -> Void) in
      let library = library
      library.twice(completion)
    }
    #expect(number.result?.value == 1)
  }

  @Test func `an error counts more than a value, and neither is a failure`() {
    typealias Completion = @Sendable (Int?, (any Error)?) -> Void
    func answer(_ value: Int?, _ error: (any Error)?) -> Future<Int> {
      future { (completion: Completion) in completion(value, error) }
    }
    #expect(answer(1, nil).result?.value == 1)
    #expect(throws: TestError("e")) { try answer(1, TestError("e")).result?.get() }
    #expect(throws: TestError("e")) { try answer(nil, TestError("e")).result?.get() }
    #expect(answer(nil, nil).result?.code == .invalidValue)
    let failed = future { (completion: @Sendable ((any Error)?) -> Void) in
      completion(TestError("save"))
    }
    #expect(throws: TestError("save")) { try failed.result?.get() }
  }

  @Test func `the first call counts, and none is promiseDropped with the line`() {
    #expect(future { library.twice($0) }.result?.value == 1)
    let line: UInt = #line + 1
    let dropped = future { completion in library.never(completion) }
    #expect(dropped.result?.code == .promiseDropped)
    #expect(
      message(dropped).contains("CallbackAdapterTests.swift:\(line) "))
    let other = Future<Int> { (_: (Result<Int, any Error>) -> Void) in }
    #expect(
      message(other).contains("CallbackAdapterTests.swift:\(line + 4) "))
  }

  private func message(_ future: Future<Int>) -> String {
    future.result?.error.map { "\($0)" } ?? ""
  }

  @Test func `a closure runs in its context`() throws {
    #expect(future { 1 + 1 }.result?.value == 2)
    let thrown = future { () throws -> Int in throw TestError("thrown") }
    #expect(throws: TestError("thrown")) { try thrown.result?.get() }
    let context = ExecutionContext.queue(DispatchQueue(label: "test"))
    #expect(try future(context: context) { context.isCurrent }.wait(timeout: .seconds(60)))
  }

  @Test func `a future of a result or of what a closure returns`() async throws {
    #expect(Future(result: .success(1)).result?.value == 1)
    #expect(throws: TestError()) { try Future<Int>(result: .failure(TestError())).result?.get() }
    #expect(Future.catching { 2 }.result?.value == 2)
    #expect(throws: TestError()) { try Future<Int>.catching { throw TestError() }.result?.get() }
    let task = Future<Int> { 3 }
    #expect(try await task.value == 3)
  }
}

@Suite struct StreamAdapterTests {
  @Test func `calls become elements, and the end of interest ends the calls`() {
    let promises = Recorder<StreamPromise<Int>>()
    let ended = Recorder<String>()
    struct End: Cancellable {
      let ended: Recorder<String>
      func cancel() { ended.add("ended") }
    }
    let stream = futureStream { (promise: StreamPromise<Int>) in
      promises.add(promise)
      return End(ended: ended)
    }
    let seen = Recorder<Int>()
    let subscription = stream.onSuccess { seen.add($0) }
    promises.elements[0].success(1)
    promises.elements[0].success(2)
    #expect(seen.elements == [1, 2])
    #expect(ended.elements.isEmpty)
    subscription.cancel()
    #expect(ended.elements == ["ended"])
    stream.cancel()
    #expect(ended.elements == ["ended"])
  }

  @Test func `each style of repeated callback becomes a stream, which ends with the callback`() {
    let values = Recorder<Int>()
    let errors = Recorder<String>()
    let ends = Recorder<Int>()
    func listen<Value>(to stream: FutureStream<Value>) {
      stream.onComplete { result in
        switch result {
        case .success: values.add(1)
        case .failure(let error): errors.add("\(type(of: error))")
        }
      }
      stream.onFinish { ends.add(1) }
    }
    func ask(_ callback: @escaping @Sendable (Int) -> Void) {
      callback(1)
      callback(2)
    }
    func answer(_ callback: @escaping @Sendable (Int?, (any Error)?) -> Void) {
      callback(1, nil)
      callback(nil, TestError())
      callback(nil, nil)
    }
    func check(_ callback: @escaping @Sendable ((any Error)?) -> Void) {
      callback(nil)
      callback(TestError())
    }
    func load(_ callback: @escaping @Sendable (Result<Int, any Error>) -> Void) {
      callback(.success(1))
      callback(.failure(TestError()))
    }
    listen(to: futureStream { ask($0) })
    #expect(values.elements.count == 2 && ends.elements.count == 1)
    listen(to: futureStream { answer($0) })
    #expect(values.elements.count == 3)
    #expect(errors.elements == ["TestError", "FuturesError"])
    listen(to: futureStream { check($0) })
    listen(to: futureStream { load($0) })
    #expect(values.elements.count == 5)
    #expect(errors.elements.count == 4)
    #expect(ends.elements.count == 4)
  }

  @Test func `a stream's promise that is let go of ends the stream`() {
    let ends = Recorder<Int>()
    func make() -> FutureStream<Int> {
      let promise = StreamPromise<Int>()
      promise.success(1)
      return promise.stream
    }
    let stream = make()
    let seen = Recorder<Int>()
    stream.onSuccess { seen.add($0) }
    stream.onFinish { ends.add(1) }
    #expect(seen.elements == [1])
    #expect(ends.elements == [1])
    #expect(StreamPromise<Int>().stream.first().result?.code == .streamEnded)
  }
}
