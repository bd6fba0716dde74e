import Dispatch
import Futures
import Testing

@Suite struct StreamOrderTests {
  let promise = StreamPromise<Int>()
  let seen = Recorder<Int>()

  @Test func `who is cancelled by an earlier callback is not called for that element`() {
    let later = Seat<Subscription>()
    promise.stream.onSuccess { [seen] value in
      seen.add(value)
      later.content?.cancel()
    }
    later.set(promise.stream.onSuccess { [seen] in seen.add(100 + $0) })
    #expect(promise.subscriberCount == 2)
    promise.success(1)
    promise.success(2)
    #expect(seen.elements == [1, 2])
    #expect(promise.subscriberCount == 1)
  }

  @Test func `what a callback does shows at once although it is done after it`() {
    promise.stream.onSuccess { [promise, seen] value in
      guard value == 1 else { return seen.add(value) }
      promise.stream.onSuccess { seen.add(100 + $0) }
      #expect(promise.subscriberCount == 2)
      #expect(promise.success(2))
      promise.finish()
      #expect(promise.isFinished)
      #expect(!promise.success(3))
    }
    promise.success(1)
    #expect(seen.elements == [2, 102])
    #expect(promise.subscriberCount == 0)
  }

  @Test func `an element for another stream waits until the callback is over`() {
    let other = StreamPromise<Int>()
    other.stream.map { $0 + 1 }.onSuccess { [seen] in seen.add($0) }
    promise.stream.onSuccess { [seen] value in
      other.success(value)
      seen.add(value)
    }
    promise.success(10)
    #expect(seen.elements == [10, 11])
    promise.finish()
  }

  @Test func `inside its context a stream calls back at once`() {
    let context = ManualContext()
    let own = StreamPromise<Int>(context: .manual(context))
    own.stream.map { $0 + 1 }.onSuccess { [seen] in seen.add($0) }
    context.execute { [seen] in
      own.success(1)
      seen.add(100)
    }
    #expect(context.run() == 1)
    #expect(seen.elements == [2, 100])
  }

  @Test func `what was buffered comes before what arrives in the context itself`() {
    let context = ManualContext()
    let own = StreamPromise<Int>(context: .manual(context))
    let passed = own.stream.map { $0 }
    passed.onSuccess { [seen] in seen.add($0) }
    own.success(1)
    ExecutionContext.manual(context).execute { own.success(2) }
    own.success(3)
    context.run()
    #expect(seen.elements == [1, 3, 2])
  }

  @Test func `first at the end of a chain lets go of the chain and not of the operation`() {
    let log = Recorder<String>()
    let root = StreamPromise<Int>(onUnused: { log.add("unused") })
    let inner = StreamPromise<Int>(onUnused: { log.add("inner unused") })
    let first = root.stream.map { $0 }.flatMap { _ in inner.stream }.withFilter { $0 > 1 }.first()
    root.success(1)
    inner.success(1)
    #expect(inner.subscriberCount == 1)
    inner.success(2)
    #expect(first.result?.value == 2)
    #expect(root.subscriberCount == 0)
    #expect(inner.subscriberCount == 0)
    #expect(log.elements.isEmpty)
  }

  @Test func `no element is lost or doubled where a chain runs again`() {
    let outer = StreamPromise<Int>()
    let inner = StreamPromise<Int>()
    outer.stream.flatMap { _ in inner.stream.map { $0 } }.onSuccess { [seen] in seen.add($0) }
    outer.success(0)
    let rounds = 5000
    race({ for index in 0..<rounds { inner.success(index) } }) {
      for index in 0..<500 { outer.success(index) }
    }
    let isExact = seen.elements == Array(0..<rounds)
    #expect(isExact)
  }

  @Test func `a chain in a context needs no deep stack`() {
    let context = ManualContext()
    onSmallStack { [seen] in
      let own = StreamPromise<Int>(context: .manual(context))
      var stream = own.stream
      for _ in 0..<10_000 { stream = stream.map { $0 + 1 } }
      stream.onSuccess { seen.add($0) }
      own.success(0)
      context.run()
      own.finish()
      context.run()
    }
    #expect(seen.elements == [10_000])
  }

  @Test func `an iterator that nobody asks keeps the newest and counts the others`() async {
    let small = StreamPromise<Int>(capacity: 10)
    var iterator = small.stream.results.makeAsyncIterator()
    for value in 0..<100 { small.success(value) }
    small.finish()
    #expect(iterator.droppedCount == 90)
    var values: [Int] = []
    while let result = await iterator.next() { values.append(result.value ?? -1) }
    #expect(values == Array(90..<100))
  }
}

/// A place for what a closure needs before it exists.
private final class Seat<Content: Sendable>: Sendable {
  private let state = Lock<Content?>(nil)
  var content: Content? { state.withLock { $0 } }
  func set(_ content: Content) { state.withLock { $0 = content } }
}
