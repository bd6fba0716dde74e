import Futures
import Testing

/// The code of the article on the streams' combinators.
@Suite struct StreamExampleTests {
  let source = StreamPromise<Int>()
  var readings: FutureStream<Int> { source.stream }
  let shown = Recorder<String>()
  let clock = ManualContext()

  private func show(_ text: some Sendable) { shown.add("\(text)") }

  private func play(_ values: Int...) {
    for value in values { source.success(value) }
  }

  @Test func map() {
    // snippet: map
    readings.map { "\($0) mg" }.onSuccess { show($0) }
    // snippet: end
    play(1)
    #expect(shown.elements == ["1 mg"])
  }

  @Test func withFilter() {
    // snippet: withFilter
    readings.withFilter { $0 > 10 }.onSuccess { show($0) }
    // snippet: end
    play(1, 11)
    #expect(shown.elements == ["11"])
  }

  @Test func failures() {
    struct Glitch: Error {}
    // snippet: recover
    readings.recover { _ in -1 }.onSuccess { show($0) }
    readings.mapError { SensorError(cause: $0) }.onFailure { show($0) }
    // snippet: end
    struct SensorError: Error { let cause: any Error }
    source.failure(Glitch())
    #expect(shown.elements.first == "-1")
    #expect(shown.elements.last?.hasPrefix("SensorError") == true)
  }

  @Test func andThen() {
    // snippet: andThen
    readings.andThen { show("log \($0)") }.onSuccess { show($0) }
    // snippet: end
    play(1)
    #expect(shown.elements == ["log 1", "1"])
  }

  @Test func flatMap() {
    let look: @Sendable (Int) -> Future<String> = { Future(value: "name of \($0)") }
    // snippet: flatMap
    readings.flatMap { look($0) }.onSuccess { show($0) }
    // snippet: end
    play(1, 2)
    #expect(shown.elements == ["name of 1", "name of 2"])
  }

  @Test func flatMapLatest() {
    let pages = [StreamPromise<String>(), StreamPromise<String>()]
    let open: @Sendable (Int) -> FutureStream<String> = { pages[$0].stream }
    // snippet: flatMapLatest
    readings.flatMapLatest { open($0) }.onSuccess { show($0) }
    // snippet: end
    play(0)
    pages[0].success("a")
    play(1)
    pages[0].success("b")
    pages[1].success("c")
    #expect(shown.elements == ["a", "c"])
  }

  @Test func first() throws {
    // snippet: first
    let next = readings.first().timeout(.seconds(2))
    // snippet: end
    play(5)
    #expect(try next.wait() == 5)
  }

  @Test func prefix() {
    // snippet: prefix
    readings.prefix(2).onSuccess { show($0) }
    readings.prefix { $0 < 3 }.onSuccess { show("small \($0)") }
    // snippet: end
    play(1, 4, 2)
    #expect(shown.elements == ["1", "small 1", "4"])
  }

  @Test func dropFirst() {
    // snippet: dropFirst
    readings.dropFirst(2).onSuccess { show($0) }
    // snippet: end
    play(1, 2, 3)
    #expect(shown.elements == ["3"])
  }

  @Test func removeDuplicates() {
    // snippet: removeDuplicates
    readings.removeDuplicates().onSuccess { show($0) }
    // snippet: end
    play(1, 1, 2, 1)
    #expect(shown.elements == ["1", "2", "1"])
  }

  @Test func scan() {
    // snippet: scan
    readings.scan(0) { sum, value in sum + value }.onSuccess { show($0) }
    // snippet: end
    play(1, 2, 3)
    #expect(shown.elements == ["1", "3", "6"])
  }

  @Test func collect() {
    // snippet: collect
    let all = readings.collect()  // Future<[Int]>, at the end
    readings.collect(2).onSuccess { show($0) }  // arrays of two
    // snippet: end
    play(1, 2, 3)
    source.finish()
    #expect(shown.elements == ["[1, 2]", "[3]"])
    #expect(all.result?.value == [1, 2, 3])
  }

  @Test func merge() {
    let other = StreamPromise<Int>()
    let others = other.stream
    // snippet: merge
    readings.merge(others).onSuccess { show($0) }
    // snippet: end
    play(1)
    other.success(2)
    #expect(shown.elements == ["1", "2"])
  }

  @Test func combineLatest() {
    let name = StreamPromise<String>()
    let names = name.stream
    // snippet: combineLatest
    readings.combineLatest(names).onSuccess { show("\($1) \($0)") }
    readings.zip(names).onSuccess { show("pair \($1) \($0)") }
    // snippet: end
    play(1)
    name.success("a")
    name.success("b")
    #expect(shown.elements == ["a 1", "pair a 1", "b 1"])
  }

  @Test func debounce() {
    let source = StreamPromise<Int>(context: .manual(clock))
    let readings = source.stream
    // snippet: debounce
    readings.debounce(.milliseconds(200)).onSuccess { show($0) }
    // snippet: end
    source.success(1)
    source.success(2)
    clock.advance(by: .seconds(1))
    #expect(shown.elements == ["2"])
  }

  @Test func throttle() {
    let source = StreamPromise<Int>(context: .manual(clock))
    let readings = source.stream
    // snippet: throttle
    readings.throttle(.seconds(1)).onSuccess { show($0) }
    // snippet: end
    for value in 1...5 { source.success(value) }
    clock.advance(by: .seconds(3))
    #expect(shown.elements == ["1", "5"])
  }

  @Test func timeout() {
    let source = StreamPromise<Int>(context: .manual(clock))
    let readings = source.stream
    // snippet: timeout
    readings.timeout(.seconds(30)).onFailure { show($0) }
    // snippet: end
    clock.advance(by: .seconds(60))
    #expect(shown.elements.count == 1)
  }

  @Test func share() {
    // snippet: share
    let state = readings.share()
    state.onSuccess { show("early \($0)") }
    // snippet: end
    play(1)
    state.onSuccess { show("late \($0)") }
    #expect(shown.elements == ["early 1", "late 1"])
  }

  @Test func buffer() {
    // snippet: buffer
    let requests = readings.buffer(10, overflow: .dropNewest)
    // snippet: end
    #expect(requests.capacity == 10)
    #expect(requests.overflow == .dropNewest)
  }

  @Test func sequences() async throws {
    let numbers = AsyncStream<Int> { continuation in
      continuation.yield(7)
      continuation.finish()
    }
    // snippet: sequences
    let stream = FutureStream(numbers)  // of an asynchronous sequence
    for await result in stream.results { show(result) }  // and as one
    // snippet: end
    #expect(shown.elements == ["success(7)"])
  }

  @Test func observed() {
    // snippet: observed
    let newest = readings.observed(context: .inline)  // Observable
    // snippet: end
    play(3)
    #expect(newest.value == 3)
  }

  @Test func method() {
    let sensor = CallingSensor()
    // snippet: method
    let lengths = futureStream(method: sensor.measure)  // of a function that calls back
    lengths.onSuccess { show($0) }
    // snippet: end
    sensor.callBack(1)
    sensor.callBack(2)
    #expect(shown.elements == ["1", "2"])
  }
}

/// What calls back again and again.
private final class CallingSensor: Sendable {
  private let callback = Lock<(@Sendable (Int) -> Void)?>(nil)

  func measure(_ callback: @escaping @Sendable (Int) -> Void) {
    self.callback.withLock { $0 = callback }
  }

  func callBack(_ length: Int) {
    callback.withLock { $0 }?(length)
  }
}
