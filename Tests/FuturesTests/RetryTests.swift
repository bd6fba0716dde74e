import Testing

@testable import Futures

@Suite struct RetryTests {
  private let clock = ManualContext()
  private let tries = Recorder<Duration>()

  /// Fails so many times, then succeeds, and notes when it was tried.
  private func operation(failing failures: Int) -> @Sendable () throws -> Future<Int> {
    { [clock, tries] in
      tries.add(clock.now)
      let count = tries.elements.count
      if count <= failures { throw TestError("attempt \(count)") }
      return Future(value: count)
    }
  }

  private func retry(_ policy: RetryPolicy, failing failures: Int) -> Future<Int> {
    .retry(policy, context: .manual(clock), operation(failing: failures))
  }

  @Test func `retry tries so many times with pauses between`() {
    let result = Future<Int>.retry(
      attempts: 3, delay: .seconds(1), context: .manual(clock), operation(failing: 9))
    clock.advance(by: .seconds(10))
    #expect(tries.elements == [.zero, .seconds(1), .seconds(2)])
    #expect(throws: TestError("attempt 3")) { try result.result?.get() }
  }

  @Test func `retry ends with the first success`() {
    let result = retry(.constant(.zero, attempts: 5), failing: 1)
    clock.run()
    #expect(result.result?.value == 2)
    #expect(tries.elements.count == 2)
    #expect(Future<Int>.retry(attempts: 1) { Future(value: 3) }.result?.value == 3)
    #expect(Future<Int>.retry(attempts: -1) { Future(value: 3) }.result?.value == 3)
  }

  @Test func `cancelling ends the pause`() {
    let result = retry(.constant(.seconds(1), attempts: 5), failing: 9)
    clock.run()
    #expect(clock.pendingTimerCount == 1)
    result.cancel()
    #expect(clock.pendingTimerCount == 0)
    clock.advance(by: .seconds(100))
    #expect(tries.elements.count == 1)
    #expect(result.result?.code == .cancelled)
  }

  @Test func `cancelling stops the attempt that runs`() {
    let stopped = Recorder<Int>()
    let promise = Promise<Int>(onCancel: { stopped.add(2) })
    let tries = tries
    let result = Future<Int>.retry(attempts: 5, context: .manual(clock)) {
      tries.add(.zero)
      if tries.elements.count == 1 { throw TestError() }
      return promise.future
    }
    clock.run()
    result.cancel()
    clock.run()
    #expect(stopped.elements == [2])
    #expect(tries.elements.count == 2)
  }

  @Test func `a cancelled attempt is not repeated`() {
    let promise = Promise<Int>()
    let tries = tries
    let policy = RetryPolicy.forever(pause: .zero).onlyIf { _ in true }
    let result = Future<Int>.retry(policy) {
      tries.add(.zero)
      return promise.future
    }
    promise.future.cancel()
    #expect(result.result?.code == .cancelled)
    #expect(tries.elements.count == 1)
  }

  @Test func `pauses grow to the cap`() {
    let policy = RetryPolicy.exponential(
      initial: .seconds(1), cap: .seconds(5), jitter: 0, attempts: 6)
    _ = retry(policy, failing: 9)
    clock.advance(by: .seconds(100))
    #expect(tries.elements == [0, 1, 3, 7, 12, 17].map { .seconds($0) })
  }

  @Test func `jitter takes away the part that chance says`() {
    let numbers = Recorder<Double>()
    let policy = RetryPolicy.exponential(initial: .seconds(8), jitter: 0.5, attempts: 4)
      .drawing {
        numbers.add(0)
        return [0, 0.5, 1][numbers.elements.count - 1]
      }
    _ = retry(policy, failing: 9)
    clock.advance(by: .seconds(100))
    #expect(tries.elements == [0, 8, 20, 36].map { .seconds($0) })
  }

  @Test func `drawn pauses stay between the least and the longest`() {
    var policy = RetryPolicy.exponential(initial: .milliseconds(100), jitter: 0.3, attempts: 2)
    for _ in 0..<1000 {
      #expect((.milliseconds(70) ... .milliseconds(100)).contains(policy.pause(after: 1)))
    }
    policy.chance = { .infinity }
    #expect(policy.pause(after: 1) == .milliseconds(70))
  }

  @Test func `absurd policies have absurd pauses, and do not trap`() {
    var policy = RetryPolicy.exponential(
      initial: .seconds(Int64.max), factor: .infinity, cap: .seconds(Int64.max), jitter: 0,
      attempts: 3)
    #expect(policy.pause(after: .max) > .seconds(1_000_000_000))
    policy.factor = .nan
    #expect(policy.pause(after: 2) > .seconds(1_000_000_000))
    policy.jitter = .nan
    policy.factor = -3
    #expect(policy.pause(after: 2) == .zero)
    policy.cap = .seconds(-1)
    #expect(policy.pause(after: 1) == .zero)
    #expect(RetryPolicy.constant(.seconds(-5), attempts: 2).pause(after: 1) == .zero)
    #expect(
      RetryPolicy.constant(.microseconds(100), attempts: 2).pause(after: 9) == .microseconds(100))
  }

  @Test func `no attempt begins behind the limit, and no pause is waited for in vain`() {
    let result = retry(.forever(pause: .seconds(2)).within(.seconds(5)), failing: .max)
    clock.advance(by: .seconds(4))
    #expect(tries.elements == [.zero, .seconds(2), .seconds(4)])
    #expect(throws: TestError("attempt 3")) { try result.result?.get() }
    #expect(
      RetryPolicy.forever(pause: .zero).within(.seconds(3)).within(.seconds(9)).limit == .seconds(3)
    )
  }

  @Test func `only what is accepted is worth another attempt`() {
    let policy = RetryPolicy.constant(.zero, attempts: 9)
      .onlyIf { $0 is TestError }
      .onlyIf { ($0 as? TestError)?.name != "attempt 3" }
    let result = retry(policy, failing: 9)
    clock.run()
    #expect(throws: TestError("attempt 3")) { try result.result?.get() }
  }

  @Test func `the context and the clock are those of the first attempt, unless given`() {
    let clock = clock
    let result = Future<Int>.retry(attempts: 2, delay: .seconds(3)) {
      Future(error: TestError(), context: .manual(clock))
    }
    #expect(result.context == .manual(clock))
    clock.run()
    #expect(clock.pendingTimerCount == 1)
    let given = Future<Int>.retry(attempts: 1, context: .manual(clock)) { Future(value: 1) }
    #expect(given.context == .manual(clock))
  }

  @Test func `attempts leave nothing behind and need no deep stack`() {
    let count = Counted.Count()
    struct Heavy: Error { let object: Counted }
    onSmallStack {
      let result = Future<Int>.retry(attempts: 20_000) {
        if count.value > 4 { Issue.record("\(count.value) failures are kept") }
        return Future(error: Heavy(object: Counted(count)))
      }
      #expect(result.isCompleted && count.value == 1)
    }
    #expect(count.value == 0)
  }

  @Test func `very many pending attempts hold no more than one`() throws {
    let count = Counted.Count()
    let rounds = 20_000
    let current = Lock<Promise<Counted>?>(nil)
    let result = Future<Counted>.retry(attempts: rounds) {
      let promise = Promise<Counted>()
      let object = Counted(count)
      promise.future.onFailure { _ in object.touch() }
      current.withLock { $0 = promise }
      return promise.future
    }
    for _ in 0..<rounds {
      let promise = current.withLock { $0.take() }
      promise?.failure(TestError())
      #expect(count.value <= 2)
    }
    #expect(result.isCompleted)
    #expect(count.value == 0)
  }
}
