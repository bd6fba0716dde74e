import Futures
import Testing

@Suite struct PromiseTests {
  @Test func `the first completion wins and later ones are refused`() {
    let promise = Promise<Int>()
    #expect(!promise.isCompleted)
    #expect(promise.future.result == nil)
    #expect(promise.success(1))
    #expect(!promise.success(2))
    #expect(!promise.failure(TestError()))
    #expect(!promise.complete(.success(3)))
    #expect(promise.isCompleted)
    #expect(promise.future.result?.value == 1)
  }

  @Test func `callbacks run once each in the order of registration`() {
    let promise = Promise<Int>()
    let seen = Recorder<Int>()
    for index in 0..<5 { promise.future.onSuccess { _ in seen.add(index) } }
    promise.success(1)
    promise.success(2)
    #expect(seen.elements == [0, 1, 2, 3, 4])
  }

  @Test func `a callback on a completed future runs at once`() {
    let seen = Recorder<Int>()
    Future(value: 7).onSuccess { seen.add($0) }
    Future<Int>(error: TestError()).onSuccess { _ in seen.add(0) }
    Future<Int>(error: TestError()).onFailure { _ in seen.add(8) }
    #expect(seen.elements == [7, 8])
  }

  @Test func `a callback that completes another promise returns before that one's callbacks run`() {
    let first = Promise<Int>()
    let second = Promise<Int>()
    let seen = Recorder<String>()
    second.future.onSuccess { _ in seen.add("second") }
    first.future.onSuccess { _ in
      second.success(1)
      seen.add("first")
    }
    first.future.onSuccess { _ in seen.add("first again") }
    first.success(1)
    #expect(seen.elements == ["first", "first again", "second"])
  }

  @Test func `a callback may complete, register at and cancel its own future`() {
    let promise = Promise<Int>()
    let seen = Recorder<String>()
    promise.future.onSuccess { _ in
      seen.add("outer")
      #expect(!promise.success(2))
      promise.future.onSuccess { seen.add("inner \($0)") }
      promise.future.cancel()
      seen.add("end")
    }
    promise.success(1)
    #expect(seen.elements == ["outer", "end", "inner 1"])
  }

  @Test func `a dropped promise fails its future with the line that made it`() {
    func makeFuture() -> (Future<Int>, UInt) {
      let line: UInt = #line + 1
      let promise = Promise<Int>()
      return (promise.future, line)
    }
    let (future, line) = makeFuture()
    #expect(future.result?.code == .promiseDropped)
    guard case .failure(let error) = future.result else { return }
    #expect(
      "\(error)"
        == "The promise made at FuturesTests/PromiseTests.swift:\(line) was released before it "
        + "had a result; keep it until it is completed.")
  }

  @Test func `a promise completes with another future`() {
    let source = Promise<Int>()
    let promise = Promise<Int>()
    promise.completeWith(source.future)
    source.failure(TestError("passed on"))
    guard case .failure(let error) = promise.future.result else {
      Issue.record("no failure")
      return
    }
    #expect(error as? TestError == TestError("passed on"))
  }

  @Test func `a removed callback is not called and the others keep their order`() {
    let promise = Promise<Int>()
    let seen = Recorder<Int>()
    let subscriptions = (0..<100).map { index in promise.future.onSuccess { _ in seen.add(index) } }
    for index in stride(from: 0, to: 100, by: 3) { subscriptions[index].cancel() }
    subscriptions[3].cancel()
    promise.success(1)
    #expect(seen.elements == (0..<100).filter { $0 % 3 != 0 })
  }

  @Test func `error codes match any error`() {
    let error: any Error = FuturesError(.timeout, "Too late.", cause: TestError())
    switch error {
    case FuturesError.cancelled: Issue.record("wrong code")
    case FuturesError.timeout: break
    default: Issue.record("no code")
    }
    #expect("\(error)" == "Too late. Cause: TestError(name: \"test\")")
  }
}
