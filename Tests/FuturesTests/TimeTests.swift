import Futures
import Testing

@Suite struct TimeTests {
  let clock = ManualContext()

  @Test func `a timeout fails and stops the operation`() {
    let stopped = Recorder<String>()
    let promise = Promise<Int>(context: .manual(clock), onCancel: { stopped.add("stopped") })
    let limited = promise.future.timeout(.seconds(5))
    clock.advance(by: .milliseconds(4999))
    #expect(limited.result == nil)
    clock.advance(by: .milliseconds(1))
    #expect(limited.result?.code == .timeout)
    #expect(stopped.elements == ["stopped"])
    guard case .failure(let error) = limited.result else { return }
    #expect(
      "\(error)"
        == "There was no result within 5.0 seconds; allow more time or try again.")
  }

  @Test func `the timer goes away with the result`() {
    let promise = Promise<Int>(context: .manual(clock))
    let limited = promise.future.timeout(.seconds(5), error: TestError("late"))
    #expect(clock.pendingTimerCount == 1)
    promise.success(1)
    clock.run()
    #expect(limited.result?.value == 1)
    #expect(clock.pendingTimerCount == 0)

    let cancelled = Promise<Int>(context: .manual(clock)).future.timeout(.seconds(5))
    cancelled.cancel()
    #expect(clock.pendingTimerCount == 0)
  }

  @Test func `a timeout leaves an operation that another party wants`() {
    let promise = Promise<Int>(context: .manual(clock), onCancel: { Issue.record("stopped") })
    let other = promise.future.map { $0 }
    let limited = promise.future.timeout(.seconds(1), error: TestError("late"))
    clock.advance(by: .seconds(1))
    #expect(limited.isCompleted)
    promise.success(3)
    clock.run()
    #expect(other.result?.value == 3)
  }

  @Test func `delay passes the result on later and can be cancelled`() {
    let source = Future(value: 1, context: .manual(clock))
    let delayed = source.delay(.seconds(2))
    clock.advance(by: .seconds(1))
    #expect(delayed.result == nil)
    clock.advance(by: .seconds(1))
    #expect(delayed.result?.value == 1)

    let cancelled = source.delay(.seconds(2))
    #expect(clock.pendingTimerCount == 1)
    cancelled.cancel()
    #expect(clock.pendingTimerCount == 0)
    #expect(cancelled.result?.code == .cancelled)
  }

  @Test func `inline futures have timers of real time`() throws {
    let promise = Promise<Int>()
    let limited = promise.future.timeout(.milliseconds(5))
    #expect(throws: FuturesError.self) { try limited.wait(timeout: .seconds(20)) }
    #expect(limited.result?.code == .timeout)
    let delayed = Future(value: 1).delay(.milliseconds(2))
    #expect(try delayed.wait(timeout: .seconds(20)) == 1)
  }
}
