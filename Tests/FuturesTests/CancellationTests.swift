import Futures
import Testing

@Suite struct CancellationTests {
  let log = Recorder<String>()

  @Test func `cancelling a future fails it and runs onCancel once, after its callbacks`() {
    let promise = Promise<Int>(onCancel: { [log] in log.add("stopped") })
    promise.future.onFailure { [log] in log.add("\($0)") }
    promise.future.cancel()
    promise.future.cancel()
    #expect(log.elements == ["The operation was cancelled.", "stopped"])
    #expect(!promise.success(1))
    #expect(promise.future.result?.code == .cancelled)
  }

  @Test func `onCancel does not run when the operation was done before`() {
    let promise = Promise<Int>(onCancel: { [log] in log.add("stopped") })
    promise.success(1)
    promise.future.cancel()
    #expect(log.elements.isEmpty)
    #expect(promise.future.result?.value == 1)
  }

  @Test func `cancelling the end of a chain stops the operation behind it`() {
    let promise = Promise<Int>(onCancel: { [log] in log.add("stopped") })
    let end = promise.future.map { $0 + 1 }.recover { _ in 0 }.map { [log] in log.add("\($0)") }
    end.cancel()
    #expect(end.result?.code == .cancelled)
    #expect(log.elements == ["stopped"])
    #expect(promise.future.result?.code == .cancelled)
  }

  @Test func `a source with another party goes on`() {
    let promise = Promise<Int>(onCancel: { [log] in log.add("stopped") })
    let left = promise.future.map { $0 + 1 }
    let right = promise.future.map { $0 + 2 }
    left.cancel()
    #expect(log.elements.isEmpty)
    promise.success(1)
    #expect(left.result?.code == .cancelled)
    #expect(right.result?.value == 3)
  }

  @Test func `an operation without onCancel goes on when nobody is left`() {
    let promise = Promise<Int>()
    promise.future.map { $0 + 1 }.cancel()
    #expect(promise.future.result == nil)
    #expect(promise.success(1))
  }

  @Test func `the last callback that leaves stops the operation`() {
    let promise = Promise<Int>(onCancel: { [log] in log.add("stopped") })
    let first = promise.future.onSuccess { _ in }
    let second = promise.future.onSuccess { _ in }
    first.cancel()
    first.cancel()
    #expect(log.elements.isEmpty)
    second.cancel()
    #expect(log.elements == ["stopped"])
  }

  @Test func `cancelling a flatMap reaches the inner future`() {
    let inner = Promise<Int>(onCancel: { [log] in log.add("inner") })
    let outer = Promise<Int>(onCancel: { [log] in log.add("outer") })
    let chain = outer.future.flatMap { _ in inner.future }.map { $0 }
    outer.success(1)
    chain.cancel()
    #expect(log.elements == ["inner"])
  }

  @Test func `a flatMap that is cancelled inside its closure gives up what the closure returns`() {
    let inner = Promise<Int>(onCancel: { [log] in log.add("inner") })
    let outer = Promise<Int>()
    let holder = Holder()
    let future = outer.future.flatMap { _ in
      holder.future.withLock { $0 }?.cancel()
      return inner.future
    }
    holder.future.withLock { $0 = future }
    outer.success(1)
    #expect(future.result?.code == .cancelled)
    #expect(log.elements == ["inner"])
  }

  @Test func `a cancelled closure that is due does not run`() {
    let context = ManualContext()
    let promise = Promise<Int>(context: .manual(context))
    let mapped = promise.future.map { [log] in log.add("\($0)") }
    let callback = promise.future.onSuccess { [log] in log.add("callback \($0)") }
    promise.success(1)
    mapped.cancel()
    callback.cancel()
    context.run()
    #expect(log.elements.isEmpty)
  }

  @Test func `cancelling a chain of very many links needs no deep stack`() {
    onSmallStack { [log] in
      let promise = Promise<Int>(onCancel: { log.add("stopped") })
      var future = promise.future
      for _ in 0..<DepthTests.links { future = future.map { $0 + 1 } }
      future.cancel()
    }
    #expect(log.elements == ["stopped"])
  }

  private final class Holder: Sendable {
    let future = Lock<Future<Int>?>(nil)
  }
}
