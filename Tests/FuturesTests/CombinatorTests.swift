import Futures
import Testing

@Suite struct CombinatorTests {
  let broken = Future<Int>(error: TestError("source"))

  @Test func `map transforms the value and passes failures on`() {
    #expect(Future(value: 2).map { $0 * 2 }.result?.value == 4)
    #expect(failure(broken.map { $0 * 2 }) == "source")
    #expect(failure(Future(value: 2).map { _ -> Int in throw TestError("thrown") }) == "thrown")
  }

  @Test func `map runs although nobody listens to what it derives`() {
    let seen = Recorder<Int>()
    let promise = Promise<Int>()
    _ = promise.future.map { seen.add($0) }
    promise.success(3)
    #expect(seen.elements == [3])
  }

  @Test func `flatMap goes on with another future, complete or not`() {
    let inner = Promise<String>()
    let pending = Future(value: 1).flatMap { _ in inner.future }
    #expect(pending.result == nil)
    inner.success("later")
    #expect(pending.result?.value == "later")
    #expect(Future(value: 1).flatMap { Future(value: $0 + 1) }.result?.value == 2)
    #expect(failure(broken.flatMap { Future(value: $0) }) == "source")
    let thrown = Future(value: 1).flatMap { _ -> Future<Int> in throw TestError("thrown") }
    #expect(failure(thrown) == "thrown")
  }

  @Test func `overloads are told apart without annotations`() {
    let stream = StreamPromise<Int>()
    let values = Recorder<Int>()
    Future(value: 1).flatMap { _ in stream.stream }.onSuccess { values.add($0) }
    Future(value: 1).flatMap { value -> Future<Int> in
      let next = value + 1
      return Future(value: next)
    }.map { $0 + 1 }.onSuccess { values.add($0) }
    stream.stream.flatMap { value in Future(value: value) }.map { $0 }.onSuccess { values.add($0) }
    stream.success(9)
    #expect(values.elements == [3, 9, 9])
  }

  @Test func `recover and recoverWith take the place of a failure only`() {
    #expect(broken.recover { _ in 5 }.result?.value == 5)
    #expect(Future(value: 1).recover { _ in 5 }.result?.value == 1)
    #expect(failure(broken.recover { _ in throw TestError("thrown") }) == "thrown")
    #expect(broken.recoverWith { _ in Future(value: 6) }.result?.value == 6)
    #expect(Future(value: 1).recoverWith { _ in Future(value: 6) }.result?.value == 1)
    #expect((broken ?? 7).result?.value == 7)
    #expect((broken ?? Future(value: 8)).result?.value == 8)
  }

  @Test func `mapError changes failures only`() {
    #expect(failure(broken.mapError { _ in TestError("mapped") }) == "mapped")
    #expect(failure(broken.mapError { _ in throw TestError("thrown") }) == "thrown")
    #expect(Future(value: 1).mapError { _ in TestError() }.result?.value == 1)
  }

  @Test func `a rejected value fails with noSuchElement`() {
    #expect(Future(value: 1).withFilter { $0 > 0 }.result?.value == 1)
    #expect(Future(value: 1).withFilter { $0 > 1 }.result?.code == .noSuchElement)
    #expect(failure(Future(value: 1).withFilter { _ in throw TestError("thrown") }) == "thrown")
  }

  @Test func `andThen runs before the callbacks of what it returns`() {
    let promise = Promise<Int>()
    let seen = Recorder<String>()
    promise.future.andThen { _ in seen.add("effect") }.onSuccess { seen.add("value \($0)") }
    promise.future.forEach { seen.add("each \($0)") }
    promise.success(1)
    #expect(seen.elements == ["effect", "each 1", "value 1"])
  }

  private func failure<Value>(_ future: Future<Value>) -> String? {
    guard case .failure(let error) = future.result else { return nil }
    return (error as? TestError)?.name
  }
}
