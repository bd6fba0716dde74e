import Futures
import Testing

/// Contexts that go away with work in them, and futures that take a detour through another one.
@Suite struct DroppedContextTests {
  let count = Counted.Count()

  @Test func `a manual context that is released with work in it leaks nothing`() {
    weak var released: ManualContext?
    func run() {
      let object = Counted(count)
      let clock = ManualContext()
      released = clock
      clock.execute { object.touch() }
      ExecutionContext.manual(clock).execute { object.touch() }
      let promise = Promise<Int>(context: .manual(clock))
      promise.future.map { _ in object.touch() }.onSuccess { object.touch() }
      promise.success(1)
      let stream = StreamPromise<Counted>(context: .manual(clock))
      stream.stream.onSuccess { $0.touch() }
      stream.success(object)
    }
    run()
    #expect(count.value == 0)
    #expect(released == nil)
  }

  @Test func `a manual context that is released with timers in it leaks nothing`() {
    weak var released: ManualContext?
    func run() {
      let object = Counted(count)
      let clock = ManualContext()
      released = clock
      _ = clock.schedule(after: .seconds(1)) { object.touch() }
      let promise = Promise<Int>(context: .manual(clock))
      promise.future.timeout(.seconds(1)).onComplete { _ in object.touch() }
      Future(value: object, context: .manual(clock)).delay(.seconds(5)).onSuccess { $0.touch() }
    }
    run()
    #expect(count.value == 0)
    #expect(released == nil)
  }

  @Test func `a detour is cancelled before it is due, while it waits, and after it`() {
    for stage in 0..<3 {
      let own = ManualContext()
      let other = ManualContext()
      let log = Recorder<String>()
      let promise = Promise<Int>(context: .manual(own), onCancel: { log.add("stopped") })
      let object = Counted(count)
      let mapped = promise.future.map(context: .manual(other)) { value -> Int in
        object.touch()
        log.add("ran")
        return value
      }
      mapped.onComplete(context: .inline) { log.add("\($0.value ?? -1)") }
      if stage == 0 { mapped.cancel() }
      promise.success(1)
      if stage == 1 { mapped.cancel() }
      other.run()
      own.run()
      if stage == 2 { mapped.cancel() }
      let expected = [["-1", "stopped"], ["-1"], ["ran", "1"]]
      #expect(log.elements == expected[stage])
    }
    #expect(count.value == 0)
  }

  @Test func `a flatMap by a detour is cancelled at each of its stages`() {
    for stage in 0..<5 {
      let own = ManualContext()
      let other = ManualContext()
      let log = Recorder<String>()
      let outer = Promise<Int>(context: .manual(own), onCancel: { log.add("outer") })
      let inner = Promise<Int>(context: .manual(own), onCancel: { log.add("inner") })
      let object = Counted(count)
      let flat = outer.future.flatMap(context: .manual(other)) { _ in
        object.touch()
        return inner.future
      }
      if stage == 0 { flat.cancel() }
      outer.success(1)
      if stage == 1 { flat.cancel() }
      other.run()
      if stage == 2 { flat.cancel() }
      inner.success(2)
      if stage == 3 { flat.cancel() }
      other.run()
      own.run()
      if stage == 4 { flat.cancel() }
      let expected = [["outer"], [], ["inner"], [], []]
      #expect(log.elements == expected[stage])
      #expect(flat.isCompleted)
      #expect(flat.result?.value == (stage < 3 ? nil : 2))
    }
    #expect(count.value == 0)
  }

  @Test func `a detour is cancelled while another thread runs it`() {
    race(rounds: RaceTests.rounds / 20) { _ in
      let other = ManualContext()
      let calls = Tally()
      let promise = Promise<Int>()
      let mapped = promise.future.map(context: .manual(other)) { $0 }
      mapped.onComplete { _ in calls.add(1) }
      return (promise, other, mapped, calls)
    } first: { promise, other, _, _ in
      promise.success(1)
      other.run()
    } second: { _, _, mapped, _ in
      mapped.cancel()
    } check: { _, other, mapped, calls in
      other.run()
      #expect(calls.value == 1)
      #expect(mapped.result?.value == 1 || mapped.result?.code == .cancelled)
    }
  }

  @Test func `detours back and forth keep the order of what they bring`() {
    let left = ManualContext()
    let right = ManualContext()
    let seen = Recorder<Int>()
    let promises = (0..<20).map { _ in Promise<Int>(context: .manual(left)) }
    for promise in promises {
      promise.future.map(context: .manual(right)) { $0 }.map { $0 }
        .flatMap(context: .manual(right)) { Future(value: $0) }.onSuccess { seen.add($0) }
    }
    for (index, promise) in promises.enumerated() { promise.success(index) }
    while left.run() + right.run() > 0 {}
    #expect(seen.elements == Array(0..<20))
  }
}
