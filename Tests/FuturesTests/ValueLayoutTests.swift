import Futures
import Testing

/// Values of every layout go through futures and streams and are destroyed once.
@Suite struct ValueLayoutTests {
  struct ThreeWords: Sendable, Equatable { var a = 1, b = 2, c = 3 }
  struct FiveWords: Sendable, Equatable { var a = 1, b = 2, c = 3, d = 4, e = 5 }
  struct Odd: Sendable, Equatable {
    var word: UInt64 = 1
    var octet: UInt8 = 2
    var flag = true
  }
  struct Large: Sendable, Equatable {
    var rows = (0..<5).map { _ in SIMD4<UInt64>(1, 2, 3, 4) }
    var first = SIMD4<UInt64>(5, 6, 7, 8)
    var words = FiveWords()
    var more = (FiveWords(), FiveWords(), FiveWords(), FiveWords())
    static func == (left: Large, right: Large) -> Bool {
      left.rows == right.rows && left.first == right.first && left.words == right.words
        && left.more.3 == right.more.3
    }
  }
  enum Choice: Sendable, Equatable { case none, text(String), numbers([Int], Int) }

  private func check<Value: Sendable & Equatable>(
    _ value: Value, _ location: SourceLocation = #_sourceLocation
  ) async throws {
    let early = Promise<Value>()
    let chain = early.future.map { $0 }.flatMap { Future(value: $0) }.recover { _ in value }
    let inner = Promise<Value>()
    let following = early.future.flatMap { _ in inner.future }
    let delayed = early.future.zip(chain).timeout(.seconds(1000)).map { $0.0 }
    let list = [early.future, chain, early.future].sequence()
    early.success(value)
    inner.success(value)
    let futures = [early.future, chain, following, delayed, Future(value: value).map { $0 }]
    #expect(futures.allSatisfy { $0.result?.value == value }, sourceLocation: location)
    #expect(list.result?.value == [value, value, value], sourceLocation: location)
    #expect(try early.future.wait() == value, sourceLocation: location)
    #expect(try await chain.value == value, sourceLocation: location)

    let clock = ManualContext()
    let promise = StreamPromise<Value>(context: .manual(clock))
    let seen = Recorder<Value>()
    promise.success(value)
    promise.stream.map(context: .inline) { $0 }.withFilter { _ in true }.onSuccess { seen.add($0) }
    promise.stream.flatMap { Future(value: $0) }.onSuccess { seen.add($0) }
    let first = promise.stream.first()
    for _ in 0..<3 { promise.success(value) }
    clock.run()
    promise.finish()
    clock.run()
    #expect(seen.elements == Array(repeating: value, count: 7), sourceLocation: location)
    #expect(first.result?.value == value, sourceLocation: location)
    let inbox = StreamPromise<Value>()
    inbox.success(value)
    inbox.finish()
    for try await element in inbox.stream { #expect(element == value, sourceLocation: location) }
  }

  @Test func `plain values`() async throws {
    try await check(true)
    try await check(42)
    try await check(UInt8(7))
    try await check(Double.pi)
    try await check(ThreeWords())
    try await check(FiveWords())
    try await check(Odd())
    try await check(SIMD8<Double>(repeating: 1.5))
    try await check(SIMD2<Double>(1, 2))
  }

  @Test func `values with references`() async throws {
    try await check("short")
    try await check(String(repeating: "a long string ", count: 20))
    try await check([1, 2, 3])
    try await check([String: [Int]](uniqueKeysWithValues: [("a", [1]), ("b", [])]))
    try await check(Large())
    try await check(Choice.none)
    try await check(Choice.text("text"))
    try await check(Choice.numbers([1], 2))
  }

  @Test func `optional values, and optional ones of these`() async throws {
    try await check(Int?.none)
    try await check(Int?(3))
    try await check(Int??.none)
    try await check(Int??.some(.none))
    try await check(Int??.some(.some(3)))
    try await check(String??.some(.none))
  }

  @Test func `nothing at all`() async throws {
    let promise = Promise<Void>()
    let end = promise.future.flatMap { Future(value: ()) }.map { 1 }
    promise.success()
    #expect(end.result?.value == 1)
    try await promise.future.value
    struct Empty: Sendable, Equatable {}
    try await check(Empty())
  }

  @Test func `closures and existentials`() throws {
    let promise = Promise<@Sendable (Int) -> Int>()
    let result = promise.future.map { $0(4) }
    promise.success { $0 * 2 }
    #expect(result.result?.value == 8)
    let any = Promise<any Sendable & CustomStringConvertible>()
    let text = any.future.flatMap { value in Future(value: value) }.map { $0.description }
    any.success(FiveWordsOfText())
    #expect(text.result?.value == "abcde")
    let object = Promise<any Error>()
    object.success(TestError("value"))
    #expect((object.future.result?.value as? TestError)?.name == "value")
    let type = Promise<any Sendable.Type>()
    type.success(Int.self)
    #expect(try type.future.wait() == Int.self)
  }

  struct FiveWordsOfText: Sendable, CustomStringConvertible {
    let words = ("a", "b", "cde")
    var description: String { words.0 + words.1 + words.2 }
  }

  struct One: Sendable { let object: Counted }
  struct Boxed: Sendable {
    let object: Counted
    let second: Counted
    var words = FiveWords()
  }
  struct Aligned: Sendable {
    let object: Counted
    var lanes = SIMD8<Double>(repeating: 2)
  }

  /// What is made by `make` is gone when the futures and streams are that had it.
  private func checkLifetime<Value: Sendable>(
    _ make: (Counted.Count) -> Value, _ location: SourceLocation = #_sourceLocation
  ) {
    let count = Counted.Count()
    func expectNone(_ what: Comment, _ body: () -> Void) {
      body()
      #expect(count.value == 0, what, sourceLocation: location)
    }
    expectNone("completed, with many derived") {
      let promise = Promise<Value>()
      let derived = (0..<5).map { _ in promise.future.map { $0 }.recover { throw $0 } }
      let all = derived.sequence()
      promise.future.onSuccess { _ in }
      promise.success(make(count))
      #expect(all.isCompleted && count.value > 0, sourceLocation: location)
    }
    expectNone("refused") {
      let promise = Promise<Value>()
      promise.success(make(count))
      #expect(!promise.success(make(count)), sourceLocation: location)
    }
    expectNone("cancelled before and after") {
      let promise = Promise<Value>()
      let inner = Promise<Value>()
      let end = promise.future.map { $0 }.flatMap { _ in inner.future }.map { $0 }
      promise.success(make(count))
      end.cancel()
      inner.success(make(count))
      #expect(end.result?.code == .cancelled, sourceLocation: location)
    }
    expectNone("due in a context and cancelled") {
      let clock = ManualContext()
      let promise = Promise<Value>(context: .manual(clock))
      let end = promise.future.map { $0 }.delay(.seconds(1))
      promise.success(make(count))
      clock.run()
      end.cancel()
      clock.run()
    }
    expectNone("kept, buffered, dropped and current in streams") {
      let clock = ManualContext()
      let promise = StreamPromise<Value>(capacity: 2, context: .manual(clock))
      let state = StreamPromise<Value>(replaysCurrent: true)
      let kept = StreamPromise<Value>(capacity: 1)
      promise.stream.map { $0 }.onSuccess { _ in }
      for _ in 0..<30 {
        promise.success(make(count))
        state.success(make(count))
        kept.success(make(count))
      }
      #expect(state.stream.first().isCompleted, sourceLocation: location)
      #expect(count.value > 0, sourceLocation: location)
      promise.finish()
      clock.run()
    }
  }

  @Test func `values are destroyed exactly once`() {
    checkLifetime { Counted($0) }
    checkLifetime { One(object: Counted($0)) }
    checkLifetime { Boxed(object: Counted($0), second: Counted($0)) }
    checkLifetime { Aligned(object: Counted($0)) }
    checkLifetime { [Counted($0), Counted($0)] }
    checkLifetime { Counted?(Counted($0)) }
    checkLifetime { Counted??(Counted($0)) }
    checkLifetime { Counted($0) as any Sendable }
    checkLifetime { (Counted($0), 1, "two", Counted($0)) }
    checkLifetime { count -> @Sendable () -> Void in
      let object = Counted(count)
      return { object.touch() }
    }
  }

  @Test func `an over-aligned value lies where its type wants it`() {
    let promise = Promise<SIMD8<Double>>()
    let chain = promise.future.map { $0 * 2 }.zip(promise.future).map { $0 + $1 }
    promise.success(SIMD8(0, 1, 2, 3, 4, 5, 6, 7))
    #expect(chain.result?.value == SIMD8(0, 3, 6, 9, 12, 15, 18, 21))
  }

  @Test func `an error that is a large value or an object arrives, and goes`() {
    struct LargeError: Error { let object: Counted; let words = FiveWords() }
    final class ObjectError: Error {
      let object: Counted; init(_ count: Counted.Count) { object = Counted(count) }
    }
    let count = Counted.Count()
    func run(_ error: any Error) {
      let promise = Promise<Int>()
      let ends = (0..<3).map { _ in promise.future.map { $0 }.mapError { $0 } }
      promise.failure(error)
      #expect(ends.allSatisfy { $0.isCompleted && $0.result?.value == nil })
      #expect(count.value > 0)
    }
    run(LargeError(object: Counted(count)))
    #expect(count.value == 0)
    run(ObjectError(count))
    #expect(count.value == 0)
  }
}
