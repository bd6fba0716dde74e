import Futures
import Testing

@Suite struct MemoryTests {
  let count = Counted.Count()

  @Test func `a completed future lets go of its callbacks`() {
    let promise = Promise<Int>(onCancel: { [count] in _ = count })
    let subscription = register(promise.future)
    #expect(count.value == 2)
    promise.success(1)
    #expect(count.value == 0)
    subscription.cancel()
  }

  private func register(_ future: Future<Int>) -> Subscription {
    let first = Counted(count)
    let second = Counted(count)
    _ = future.map { _ in first.touch() }
    return future.onSuccess { _ in second.touch() }
  }

  @Test func `a cancelled subscription lets go of its closure`() {
    let promise = Promise<Int>()
    let subscription = register(promise.future)
    subscription.cancel()
    #expect(count.value == 1)
  }

  @Test func `an abandoned chain is freed`() {
    func abandon() {
      let promise = Promise<Int>()
      let object = Counted(count)
      _ = promise.future.map { $0 }.flatMap { Future(value: $0) }.recover { error in
        object.touch()
        throw error
      }.zip(promise.future).timeout(.seconds(1000))
    }
    abandon()
    #expect(count.value == 0)
  }

  @Test func `a cancelled flatMap frees both ends`() {
    func cancel() {
      let object = Counted(count)
      let outer = Promise<Int>()
      let inner = Promise<Int>()
      let chain = outer.future.flatMap { _ in
        object.touch()
        return inner.future
      }.map { _ in object.touch() }
      outer.success(1)
      chain.cancel()
    }
    cancel()
    #expect(count.value == 0)
  }

  @Test func `a timer holds nothing after its future is done`() {
    let clock = ManualContext()
    let promise = Promise<Counted>(context: .manual(clock))
    func run() {
      let limited = promise.future.map { $0 }.timeout(.seconds(100))
      limited.onSuccess { $0.touch() }
      promise.failure(TestError())
      clock.run()
    }
    run()
    #expect(clock.pendingTimerCount == 0)
  }

  @Test func `a finished stream lets go of everything`() {
    func run(_ end: (StreamPromise<Int>, AnyFutureStream) -> Void) {
      let object = Counted(count)
      let promise = StreamPromise<Int>(onUnused: { object.touch() })
      let inner = StreamPromise<Int>()
      let stream = promise.stream.map { value -> Int in
        object.touch()
        return value
      }.flatMap { _ in inner.stream }.withFilter { _ in
        object.touch()
        return true
      }
      stream.onSuccess { _ in object.touch() }
      promise.stream.onFinish { object.touch() }
      promise.success(1)
      inner.success(2)
      end(promise, stream)
    }
    run { promise, _ in promise.finish() }
    #expect(count.value == 0)
    run { _, stream in stream.cancel() }
    #expect(count.value == 0)
    run { _, _ in }
    #expect(count.value == 0)
  }

  @Test func `a promise of the outer stream that lives keeps nothing of a chain that was left`() {
    let promise = StreamPromise<Int>()
    func run() {
      let object = Counted(count)
      let subscription = promise.stream.map { value -> Int in
        object.touch()
        return value
      }.onSuccess { _ in object.touch() }
      promise.success(1)
      #expect(count.value == 1)
      subscription.cancel()
    }
    run()
    #expect(count.value == 0)
    #expect(promise.subscriberCount == 0)
  }
}
