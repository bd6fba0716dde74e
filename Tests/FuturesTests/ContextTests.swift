import Dispatch
import Futures
import Testing

@Suite struct ContextTests {
  @Test func `one hop drains a whole chain`() {
    let context = ManualContext()
    let promise = Promise<Int>(context: .manual(context))
    let seen = Recorder<Int>()
    promise.future.map { $0 + 1 }.flatMap { Future(value: $0) }.onSuccess { seen.add($0) }
    promise.future.onSuccess { seen.add($0) }
    promise.success(1)
    #expect(seen.elements.isEmpty)
    #expect(context.run() == 1)
    #expect(seen.elements == [1, 2])
  }

  @Test func `work that is due earlier in a context runs before what becomes due inside it`() {
    let context = ManualContext()
    let promise = Promise<Int>(context: .manual(context))
    let seen = Recorder<String>()
    promise.future.onSuccess { _ in
      seen.add("first")
      promise.future.onSuccess { _ in seen.add("third") }
    }
    promise.future.onSuccess { _ in seen.add("second") }
    promise.success(1)
    context.run()
    #expect(seen.elements == ["first", "second", "third"])
  }

  @Test func `a late callback does not overtake one that waits for its hop`() {
    let context = ManualContext()
    let promise = Promise<Int>(context: .manual(context))
    let seen = Recorder<String>()
    promise.future.onSuccess { _ in seen.add("early") }
    context.execute {
      promise.future.onSuccess { _ in seen.add("late") }
      seen.add("inside")
    }
    promise.success(1)
    ExecutionContext.manual(context).execute { seen.add("executed") }
    context.run()
    #expect(seen.elements == ["inside", "early", "executed", "late"])
  }

  @Test func `inside its context a completion calls back at once`() {
    let context = ManualContext()
    let seen = Recorder<String>()
    let promise = Promise<Int>(context: .manual(context))
    promise.future.onSuccess { _ in seen.add("called") }
    context.execute {
      promise.success(1)
      seen.add("after")
    }
    context.run()
    #expect(seen.elements == ["called", "after"])
  }

  @Test func `an explicit context moves one closure only`() {
    let own = ManualContext()
    let other = ManualContext()
    let promise = Promise<Int>(context: .manual(own))
    let seen = Recorder<String>()
    let mapped = promise.future.map(context: .manual(other)) { value -> Int in
      seen.add("map")
      return value
    }
    #expect(mapped.context == .manual(own))
    mapped.onSuccess { _ in seen.add("callback") }
    promise.success(1)
    #expect(own.run() == 0)
    #expect(other.run() == 1)
    #expect(seen.elements == ["map"])
    #expect(own.run() == 1)
    #expect(seen.elements == ["map", "callback"])
  }

  @Test func `a queue is one context however often it is named`() async throws {
    let queue = DispatchQueue(label: "test")
    #expect(ExecutionContext.queue(queue) == ExecutionContext.queue(queue))
    #expect(ExecutionContext.queue(queue) != .inline)
    let context = ExecutionContext.queue(queue)
    #expect(!context.isCurrent)
    let promise = Promise<Int>(context: context)
    let inside = promise.future.map { _ in ExecutionContext.queue(queue).isCurrent }
    promise.success(1)
    #expect(try await inside.value)
  }

  @Test func `a callback runs on its queue although it was due in a sync call`() throws {
    let outer = DispatchQueue(label: "outer")
    let inner = DispatchQueue(label: "inner")
    let context = ExecutionContext.queue(inner)
    let promise = Promise<Int>(context: context)
    let inside = promise.future.map { _ in context.isCurrent }
    let trigger = Promise<Int>(context: .queue(outer))
    trigger.future.onSuccess { _ in inner.sync { _ = promise.success(1) } }
    trigger.success(1)
    #expect(try inside.wait(timeout: .seconds(10)))
  }

  @Test func `execute keeps its order on a queue`() throws {
    let context = ExecutionContext.queue(DispatchQueue(label: "test"))
    let seen = Recorder<Int>()
    let done = Promise<Void>()
    for index in 0..<5000 { context.execute { seen.add(index) } }
    context.execute { done.success() }
    try done.future.wait(timeout: .seconds(20))
    #expect(seen.elements == Array(0..<5000))
  }
}

@Suite struct ManualContextTests {
  @Test func `steps run one unit each and nothing by itself`() {
    let context = ManualContext()
    let seen = Recorder<Int>()
    context.execute { seen.add(1) }
    context.execute {
      seen.add(2)
      context.execute { seen.add(3) }
    }
    #expect(!context.isCurrent)
    #expect(context.step())
    #expect(seen.elements == [1])
    #expect(context.run() == 2)
    #expect(!context.step())
    #expect(seen.elements == [1, 2, 3])
  }

  @Test func `the clock moves from timer to timer`() {
    let context = ManualContext()
    let seen = Recorder<Duration>()
    for seconds in [3, 1, 2] {
      _ = context.schedule(after: .seconds(seconds)) { seen.add(context.now) }
    }
    _ = context.schedule(after: .seconds(1)) {
      _ = context.schedule(after: .milliseconds(500)) { seen.add(context.now) }
    }
    let cancelled = context.schedule(after: .seconds(2)) { seen.add(.zero) }
    #expect(context.pendingTimerCount == 5)
    #expect(context.nextTimer == .seconds(1))
    cancelled.cancel()
    cancelled.cancel()
    context.advance(by: .seconds(2))
    #expect(seen.elements == [.seconds(1), .milliseconds(1500), .seconds(2)])
    #expect(context.now == .seconds(2))
    #expect(context.pendingTimerCount == 1)
    context.advance(by: .seconds(100))
    #expect(seen.elements.last == .seconds(3))
    #expect(context.now == .seconds(102))
    #expect(context.nextTimer == nil)
  }

  @Test func `absurd delays are clamped`() {
    let context = ManualContext()
    let seen = Recorder<Int>()
    _ = context.schedule(after: .seconds(-5)) { seen.add(1) }
    _ = context.schedule(after: .seconds(Int64.max)) { seen.add(2) }
    context.run()
    #expect(seen.elements == [1])
    #expect(context.pendingTimerCount == 1)
    ExecutionContext.inline.schedule(after: .seconds(Int64.max)) {}.cancel()
  }
}
