import Futures
import Testing

/// Operators of streams, drawn over virtual time.
@Suite struct StreamOperatorTests {
  let stage = Stage()

  @Test func `prefix takes the first elements, failures among them, and leaves`() {
    #expect(stage.play(stage.source("─1─✕─3─4").prefix(2)) == "─1─(✕|)")
    let none = Stage()
    #expect(none.play(none.source("1").prefix(0)) == "|")
  }

  @Test func `prefix leaves its source, which stops`() {
    let stopped = Recorder<String>()
    let promise = StreamPromise<Int>(onUnused: { stopped.add("stopped") })
    let seen = Recorder<Int>()
    promise.stream.prefix(2).onSuccess { seen.add($0) }
    for value in 1...3 { promise.success(value) }
    #expect(seen.elements == [1, 2])
    #expect(stopped.elements == ["stopped"])
  }

  @Test func `prefix while ends before the value that is not accepted`() {
    #expect(stage.play(stage.source("─1✕2─5─1").prefix { $0 < "3" }) == "─1✕2─|")
    let other = Stage()
    #expect(other.play(other.source("─1─2").prefix { _ in throw TestError() }) == "─(✕|)")
  }

  @Test func `dropFirst leaves the first elements out`() {
    #expect(stage.play(stage.source("─1✕3─4|").dropFirst(2)) == "───3─4|")
    let other = Stage()
    #expect(other.play(other.source("12|").dropFirst(-1)) == "12|")
  }

  @Test func `removeDuplicates compares with the value before, over failures`() {
    #expect(stage.play(stage.source("11✕12231|").removeDuplicates()) == "1─✕─2─31|")
  }

  @Test func `scan goes on after failures with what has come`() {
    let sums = stage.source("12✕x4|").scan(0) { sum, text in
      guard let number = Int(text) else { throw TestError() }
      return sum + number
    }
    #expect(stage.play(sums) == "13✕✕7|")
  }

  @Test func `collect has all values at the end, or the first failure`() {
    let all = stage.source("1─2─3|").collect()
    let failed = stage.source("1─✕─3|").collect()
    stage.clock.advance(by: .seconds(10))
    #expect(all.result?.value == ["1", "2", "3"])
    #expect(failed.result?.value == nil && failed.isCompleted)
  }

  @Test func `cancelling collect leaves the stream`() {
    let stopped = Recorder<String>()
    let promise = StreamPromise<Int>(onUnused: { stopped.add("stopped") })
    promise.stream.collect().cancel()
    #expect(stopped.elements == ["stopped"])
  }

  @Test func `collect of a count gives arrays, and the rest before a failure or the end`() {
    let pairs = stage.source("123─✕45|").collect(2).map { $0.joined() }
    #expect(
      stage.play(pairs)
        == Diagram(ticks: [
          [], [.value("12")], [], [], [.value("3"), .failure], [], [.value("45")], [.end],
        ]))
  }

  @Test func `merge has the elements of all and ends with the last`() {
    let merged = stage.source("1──2|").merge(stage.source("─a✕──b|"))
    #expect(stage.play(merged) == "1a✕2─b|")
    let none = Stage()
    #expect(none.play(FutureStream<Int>.merge([])) == "|")
  }

  @Test func `combineLatest pairs the newest of each`() {
    let pairs = stage.source("1──2✕|").combineLatest(stage.source("─xy────|")).map { $0.0 + $0.1 }
    #expect(
      stage.play(pairs)
        == Diagram(ticks: [
          [], [.value("1x")], [.value("1y")], [.value("2y")], [.failure], [], [], [.end],
        ]))
  }

  @Test func `zip pairs the first with the first`() {
    let pairs = stage.source("12──3|").zip(stage.source("──xy──|")).map { $0.0 + $0.1 }
    #expect(
      stage.play(pairs)
        == Diagram(ticks: [[], [], [.value("1x")], [.value("2y")], [], [], [.end]]))
  }

  @Test func `debounce waits for a pause`() {
    #expect(stage.play(stage.source("─12───3✕4|").debounce(.seconds(3))) == "─────2─✕─(4|)")
  }

  @Test func `throttle has one value in each interval`() {
    #expect(
      stage.play(stage.source("─123─────4|").throttle(.seconds(4))) == "─1───3───4|")
    let first = Stage()
    #expect(
      first.play(first.source("─123─────4|").throttle(.seconds(4), latest: false)) == "─1───────4|")
  }

  @Test func `timeout tells of each silence once`() {
    #expect(stage.play(stage.source("─1──────2─|").timeout(.seconds(3))) == "─1──✕───2─|")
    let silent = Stage()
    #expect(silent.play(silent.source("").timeout(.seconds(2))) == "──✕")
  }

  @Test func `what looks at time leaves no timer behind`() {
    func run(_ body: (FutureStream<String>) -> FutureStream<String>) {
      let stage = Stage()
      let promise = StreamPromise<String>(context: .manual(stage.clock))
      let subscription = body(promise.stream).onSuccess { _ in }
      promise.success("a")
      stage.clock.run()
      #expect(stage.clock.pendingTimerCount == 1)
      subscription.cancel()
      stage.clock.run()
      #expect(stage.clock.pendingTimerCount == 0)
    }
    run { $0.debounce(.seconds(5)) }
    run { $0.throttle(.seconds(5)) }
    run { $0.timeout(.seconds(5)) }
  }

  @Test func `share gives a newcomer the current element`() {
    let promise = StreamPromise<Int>()
    let shared = promise.stream.share()
    let seen = Recorder<String>()
    shared.onSuccess { seen.add("a\($0)") }
    promise.success(1)
    promise.success(2)
    shared.onSuccess { seen.add("b\($0)") }
    promise.success(3)
    #expect(seen.elements == ["a1", "a2", "b2", "a3", "b3"])
  }

  @Test func `a buffer drops the oldest or the newest, and counts`() {
    func fill(_ overflow: StreamOverflow) -> ([Int], Int) {
      let context = ManualContext()
      let promise = StreamPromise<Int>(context: .manual(context))
      let seen = Recorder<Int>()
      let subscription = promise.stream.buffer(2, overflow: overflow).onSuccess { seen.add($0) }
      _ = subscription
      let inline = promise.stream.map(context: .inline) { $0 }.buffer(2, overflow: overflow)
      let counted = inline.onSuccess { _ in }
      for value in 1...5 { promise.success(value) }
      context.run()
      return (seen.elements, counted.droppedCount)
    }
    #expect(fill(.dropOldest) == ([4, 5], 3))
    #expect(fill(.dropNewest) == ([1, 2], 3))
  }

  @Test func `an iterator drops as its stream says`() async throws {
    let promise = StreamPromise<Int>(capacity: 2, overflow: .dropNewest)
    var results = promise.stream.results.makeAsyncIterator()
    for value in 1...5 { promise.success(value) }
    #expect(await results.next()?.value == 1)
    #expect(await results.next()?.value == 2)
    #expect(results.droppedCount == 3)
  }
}
