import Dispatch
import Testing

@testable import Futures

@Suite struct SharedTimerTests {
  @Test func `real timers all come and are never early`() throws {
    let seen = Recorder<Bool>()
    let done = Promise<Void>()
    let delays = [30, 1, 17, 2, 9, 3, 0, 25]
    for delay in delays {
      let start = ContinuousClock.now
      ExecutionContext.inline.schedule(after: .milliseconds(delay)) {
        seen.add(ContinuousClock.now - start >= .milliseconds(delay))
        if seen.elements.count == delays.count { done.success() }
      }
    }
    try done.future.wait(timeout: .seconds(60))
    #expect(!seen.elements.contains(false))
  }

  @Test func `negative and huge durations are none and for ever`() throws {
    let never = Promise<Int>()
    for duration: Duration in [.seconds(Int64.max), .seconds(300 * 365 * 86_400)] {
      let limited = never.future.timeout(duration)
      #expect(!limited.isCompleted)
      limited.cancel()
    }
    let late = never.future.timeout(.seconds(-1))
    #expect(throws: FuturesError.self) { try late.wait(timeout: .seconds(60)) }
    #expect(late.result?.code == .timeout)
    let least = never.future.timeout(.seconds(Int64.min))
    #expect(throws: FuturesError.self) { try least.wait(timeout: .seconds(60)) }
    #expect(least.result?.code == .timeout)
  }

  @Test func `a timer of a queue runs there`() throws {
    let context = ExecutionContext.queue(DispatchQueue(label: "test"))
    let promise = Promise<Bool>()
    context.schedule(after: .milliseconds(1)) { promise.success(context.isCurrent) }
    #expect(try promise.future.wait(timeout: .seconds(60)))

    let places = Recorder<Bool>()
    let operation = Promise<Int>(context: context, onCancel: { places.add(context.isCurrent) })
    let limited = operation.future.timeout(.milliseconds(1), error: error())
    @Sendable func error() -> any Error {
      places.add(context.isCurrent)
      return TestError("late")
    }
    #expect(throws: TestError("late")) { try limited.wait(timeout: .seconds(60)) }
    #expect(places.elements.first == true)
  }

  @Test func `an executor without timers of its own has real ones`() throws {
    final class OwnLoop: ContextExecutor {
      let queue = DispatchQueue(label: "own")
      let isCurrent = false
      func execute(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }
    }
    let context = ExecutionContext(OwnLoop())
    let promise = Promise<Int>(context: context)
    let limited = promise.future.timeout(.milliseconds(1))
    #expect(throws: FuturesError.self) { try limited.wait(timeout: .seconds(60)) }
    #expect(try Future(value: 3, context: context).delay(.milliseconds(1)).wait() == 3)
  }

  @Test func `timers that are cancelled let go of everything at once`() {
    let count = Counted.Count()
    func set() -> any Cancellable {
      let object = Counted(count)
      return ExecutionContext.inline.schedule(after: .seconds(1000)) { object.touch() }
    }
    let timers = (0..<100).map { _ in set() }
    #expect(count.value == 100)
    for timer in timers { timer.cancel() }
    #expect(count.value == 0)

    func limit() {
      let promise = Promise<Counted>()
      let limited = promise.future.timeout(.seconds(1000))
      let custom = limited.timeout(.seconds(1000), error: TestError("late"))
      promise.success(Counted(count))
      #expect(limited.isCompleted && custom.isCompleted)
    }
    limit()
    #expect(count.value == 0)
  }

  @Test func `a result, a cancellation and the time may come at once`() throws {
    for round in 0..<2000 {
      let called = Promise<Bool>()
      let promise = Promise<Int>(onCancel: {})
      let limited = promise.future.timeout(.microseconds(round % 200))
      limited.onComplete { _ in if !called.success(true) { Issue.record("called twice") } }
      race({ promise.success(round) }, { if round % 2 == 0 { limited.cancel() } })
      #expect(try called.future.wait(timeout: .seconds(60)))
      #expect(promise.isCompleted)
    }
  }
}
