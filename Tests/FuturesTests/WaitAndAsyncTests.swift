import Dispatch
import Futures
import Testing

@Suite struct WaitTests {
  @Test func `waiting too long is a timeout, also when leaving cancels the work`() {
    let promise = Promise<Int>(onCancel: {})
    let error = #expect(throws: FuturesError.self) {
      try promise.future.wait(timeout: .milliseconds(1))
    }
    #expect(error?.code == .timeout)
    #expect(promise.isCompleted)
  }

  @Test func `wait returns what another thread completes`() throws {
    let promise = Promise<Int>()
    DispatchQueue.global().async { promise.success(5) }
    #expect(try promise.future.wait(timeout: .seconds(20)) == 5)
    #expect(try Future(value: 1).wait() == 1)
    #expect(throws: TestError()) { try Future<Int>(error: TestError()).wait() }
  }

  @Test func `wait leaves when its time is over`() {
    let stopped = Recorder<String>()
    let promise = Promise<Int>(onCancel: { stopped.add("stopped") })
    let error = #expect(throws: FuturesError.self) {
      try promise.future.wait(timeout: .milliseconds(1))
    }
    // Leaving as the last party cancelled it.
    #expect(error?.code == .timeout || error?.code == .cancelled)
    #expect(stopped.elements == ["stopped"])
  }

  @Test func `wait throws inside a callback and inside its own context`() {
    let pending = Promise<Int>()
    let codes = Recorder<FuturesError.Code?>()
    Future(value: 1).onSuccess { _ in
      codes.add(Result { try pending.future.wait() }.code)
    }
    let context = ManualContext()
    let own = Promise<Int>(context: .manual(context))
    context.execute { codes.add(Result { try own.future.wait() }.code) }
    context.run()
    #expect(codes.elements == [.wouldDeadlock, .wouldDeadlock])
  }
}

@Suite struct AsyncTests {
  @Test func `value returns or throws the result`() async throws {
    let promise = Promise<Int>()
    DispatchQueue.global().async { promise.success(5) }
    #expect(try await promise.future.value == 5)
    #expect(try await promise.future.value == 5)
    await #expect(throws: TestError()) { try await Future<Int>(error: TestError()).value }
  }

  @Test func `value resumes without the hop`() async throws {
    let context = ManualContext()
    let promise = Promise<Int>(context: .manual(context))
    let task = Task { try await promise.future.value }
    promise.success(1)
    #expect(try await task.value == 1)
    #expect(context.run() == 0)
  }

  @Test func `cancelling the awaiting task stops the operation`() async {
    let stopped = Promise<Void>()
    let promise = Promise<Int>(onCancel: { stopped.success() })
    let task = Task { try await promise.future.value }
    task.cancel()
    let result = await task.result
    #expect(result.code == .cancelled)
    try? await stopped.future.value
    #expect(promise.future.result?.code == .cancelled)
  }

  @Test func `cancelling one awaiting task leaves the other`() async throws {
    let promise = Promise<Int>(onCancel: { Issue.record("stopped") })
    promise.future.onSuccess { _ in }
    let task = Task { try await promise.future.value }
    task.cancel()
    #expect(await task.result.code == .cancelled)
    promise.success(1)
    #expect(promise.future.result?.value == 1)
  }

  @Test func `a future of an async closure is its result`() async throws {
    #expect(try await Future { 3 }.map { $0 + 1 }.value == 4)
    let failing = Future<Int> { throw TestError() }
    await #expect(throws: TestError()) { try await failing.value }
  }

  @Test func `cancelling a future of an async closure cancels its task`() async throws {
    let cancelled = Promise<Bool>()
    let started = Promise<Void>()
    let never = Promise<Int>()
    let future = Future<Int> {
      started.success()
      _ = try? await never.future.value
      cancelled.success(Task.isCancelled)
      return 1
    }
    try await started.future.value
    future.cancel()
    #expect(future.result?.code == .cancelled)
    _ = try await cancelled.future.value
  }
}
