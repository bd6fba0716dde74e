import Futures
import Testing

/// Callbacks that meddle with the future or stream that calls them, and with others.
@Suite struct ReentrancyTests {
  let log = Recorder<String>()

  @Test func `callbacks registered inside callbacks come in the order in which they became due`() {
    let promise = Promise<Int>()
    let other = Promise<Int>()
    other.future.onSuccess { [log] _ in log.add("other") }
    promise.future.onSuccess { [log] _ in
      log.add("1")
      promise.future.onSuccess { _ in
        log.add("1.1")
        promise.future.onSuccess { _ in log.add("1.1.1") }
      }
      other.success(1)
      promise.future.onSuccess { _ in log.add("1.2") }
    }
    promise.future.onSuccess { [log] _ in
      log.add("2")
      promise.future.onSuccess { _ in log.add("2.1") }
    }
    promise.success(1)
    #expect(log.elements == ["1", "2", "1.1", "other", "1.2", "2.1", "1.1.1"])
  }

  @Test func `inside a callback a derived future of a completed one has its result after it`() {
    Future(value: 1).onSuccess { [log] _ in
      let derived = Future(value: 2).map { $0 * 2 }
      log.add("\(derived.isCompleted)")
      derived.onSuccess { log.add("\($0)") }
      log.add("end")
    }
    #expect(log.elements == ["false", "end", "4"])
  }

  @Test func `a callback may cancel the ones behind it, and those before it have run`() {
    let promise = Promise<Int>()
    let later = Holder<Subscription>()
    promise.future.onSuccess { [log] _ in
      log.add("first")
      later.value?.cancel()
    }
    later.value = promise.future.onSuccess { [log] _ in log.add("second") }
    let derived = promise.future.map { [log] _ in log.add("third") }
    promise.future.onSuccess { [log] _ in
      log.add("fourth")
      derived.cancel()
    }
    promise.success(1)
    #expect(log.elements == ["first", "third", "fourth"])
  }

  @Test func `a transform may complete, cancel and finish everything around it`() {
    let source = Promise<Int>()
    let stream = StreamPromise<Int>()
    stream.stream.onSuccess { [log] in log.add("element \($0)") }
    stream.stream.onFinish { [log] in log.add("end") }
    let own = Holder<Future<Int>>()
    let derived = source.future.map { [log] value -> Int in
      own.value?.cancel()
      log.add("cancelled \(own.value?.isCompleted ?? false)")
      #expect(!source.success(2))
      stream.success(1)
      stream.finish()
      #expect(!stream.success(2))
      return value
    }
    own.value = derived
    derived.onComplete { [log] in log.add("derived \($0.value ?? -1)") }
    source.success(1)
    own.value = nil
    #expect(log.elements == ["cancelled true", "derived -1", "element 1", "end"])
  }

  @Test func `the last reference to the promise may go inside its own callback`() {
    let holder = Holder<Promise<Int>>()
    holder.value = Promise<Int>()
    holder.value?.future.onComplete { [log] in
      holder.value = nil
      log.add("\($0.value ?? -1)")
    }
    let chain = holder.value?.future.map { $0 + 1 }
    holder.value?.success(1)
    #expect(log.elements == ["1"])
    #expect(chain?.result?.value == 2)
  }

  @Test func `the last reference to another promise may go inside a callback`() {
    let other = Holder<Promise<Int>>()
    other.value = Promise<Int>()
    other.value?.future.onFailure { [log] error in
      if case FuturesError.promiseDropped = error { log.add("dropped") }
    }
    Future(value: 1).onSuccess { [log] _ in
      other.value = nil
      log.add("let go")
    }
    #expect(log.elements == ["let go", "dropped"])
  }

  @Test func `the last reference to the stream's promise may go inside its own callback`() {
    let holder = Holder<StreamPromise<Int>>()
    holder.value = StreamPromise<Int>()
    holder.value?.stream.onSuccess { [log] value in
      holder.value?.success(value + 1)
      holder.value = nil
      log.add("\(value)")
    }
    holder.value?.stream.map { $0 * 10 }.onSuccess { [log] in log.add("\($0)") }
    holder.value?.stream.onFinish { [log] in log.add("end") }
    holder.value?.success(1)
    #expect(log.elements == ["1", "10", "2", "20", "end"])
  }

  @Test func `the owner of a subscription may go inside its callback`() {
    final class Owner: Sendable {
      let subscription = Holder<Subscription>()
      deinit { subscription.value?.cancel() }
    }
    let promise = StreamPromise<Int>(onUnused: { [log] in log.add("unused") })
    let owner = Holder<Owner>()
    owner.value = Owner()
    owner.value?.subscription.value = promise.stream.onSuccess { [log] value in
      owner.value = nil
      log.add("\(value)")
    }
    promise.success(1)
    promise.success(2)
    #expect(log.elements == ["1", "unused"])
    #expect(promise.subscriberCount == 0)
  }

  @Test func `a value may complete, subscribe and cancel from its destructor`() {
    final class Value: Sendable {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
      deinit { body() }
    }
    let stream = StreamPromise<Int>()
    let promise = Promise<Int>()
    stream.stream.onSuccess { [log] in log.add("element \($0)") }
    promise.future.onSuccess { [log] in log.add("value \($0)") }
    @Sendable func meddle() {
      stream.success(1)
      promise.success(2)
      stream.stream.onSuccess { _ in }.cancel()
    }
    do {
      let source = Promise<Value>()
      source.success(Value(meddle))
      source.success(Value(meddle))
    }
    do {
      let source = StreamPromise<Value>(capacity: 1)
      let clock = ManualContext()
      let subscription = source.stream.onSuccess(context: .manual(clock)) { _ in }
      for _ in 0..<20 { source.success(Value(meddle)) }
      subscription.cancel()
      source.finish()
      clock.run()
    }
    do {
      let source = StreamPromise<Value>(replaysCurrent: true)
      for _ in 0..<3 { source.success(Value(meddle)) }
      source.forgetCurrent()
    }
    #expect(log.elements.filter { $0 == "value 2" }.count == 1)
    #expect(log.elements.filter { $0 == "element 1" }.count == 25)
  }

  @Test func `a stream's callback may subscribe, leave and finish, and order is kept`() {
    let promise = StreamPromise<Int>()
    let own = Holder<Subscription>()
    own.value = promise.stream.onSuccess { [log] value in
      log.add("a\(value)")
      if value == 1 {
        promise.stream.onSuccess { log.add("b\($0)") }
        promise.success(2)
      }
      if value == 2 {
        own.value?.cancel()
        promise.success(3)
        promise.finish()
        #expect(!promise.success(4))
      }
    }
    promise.stream.onSuccess { [log] in log.add("c\($0)") }
    promise.success(1)
    #expect(log.elements == ["a1", "c1", "a2", "c2", "b2", "c3", "b3"])
    #expect(promise.isFinished)
  }

  @Test func `two streams that feed each other take turns`() {
    let left = StreamPromise<Int>()
    let right = StreamPromise<Int>()
    left.stream.onSuccess { [log] value in
      log.add("l\(value)")
      if value < 3 { right.success(value + 1) }
      log.add("l end")
    }
    right.stream.onSuccess { [log] value in
      log.add("r\(value)")
      if value < 3 { left.success(value + 1) }
      log.add("r end")
    }
    left.success(0)
    #expect(
      log.elements == ["l0", "l end", "r1", "r end", "l2", "l end", "r3", "r end"])
  }

  @Test func `a callback in a context may step and advance that context`() {
    let clock = ManualContext()
    let promise = Promise<Int>(context: .manual(clock))
    promise.future.onSuccess { [log] _ in
      log.add("outer")
      clock.execute { log.add("inner") }
      clock.run()
      clock.advance(by: .seconds(1))
      log.add("end")
    }
    promise.future.onSuccess { [log] _ in log.add("second") }
    _ = clock.schedule(after: .seconds(1)) { [log] in log.add("timer") }
    promise.success(1)
    clock.run()
    #expect(log.elements == ["outer", "inner", "timer", "end", "second"])
  }

  @Test func `onCancel may complete, cancel and register at its own and other futures`() {
    let own = Holder<Promise<Int>>()
    let other = Promise<Int>(onCancel: { [log] in log.add("other stopped") })
    own.value = Promise<Int>(onCancel: { [log] in
      log.add("stopped")
      #expect(own.value?.success(1) == false)
      own.value?.future.onFailure { _ in log.add("late") }
      other.future.cancel()
      own.value = nil
      log.add("end")
    })
    let future = own.value?.future.map { $0 }
    future?.onFailure { [log] _ in log.add("failed") }
    future?.cancel()
    #expect(log.elements == ["failed", "stopped", "end", "late", "other stopped"])
  }
}
