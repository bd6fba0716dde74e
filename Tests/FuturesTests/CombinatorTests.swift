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

@Suite struct CollectionTests {
  @Test func `zip waits for both and fails with the first failure`() {
    let left = Promise<Int>()
    let right = Promise<String>()
    let both = left.future.zip(right.future)
    right.success("r")
    #expect(both.result == nil)
    left.success(1)
    #expect(both.result?.value ?? (0, "") == (1, "r"))

    let failing = Promise<Int>()
    let pair = Promise<Int>().future.recoverWith { _ in Promise<Int>().future }
    let zipped = Future<Int>(error: TestError()).zip(failing.future)
    #expect(zipped.isCompleted)
    _ = pair
  }

  @Test func `zip works for optional values`() {
    let both = Future<Int?>(value: nil).zip(Future<Int?>(value: nil))
    #expect(both.isCompleted)
  }

  @Test func `sequence keeps the order of the list whatever the order of completion`() {
    let promises = (0..<10).map { _ in Promise<Int>() }
    let all = promises.map(\.future).sequence()
    for index in (0..<10).reversed() { promises[index].success(index) }
    #expect(all.result?.value == Array(0..<10))
    #expect([Future<Int>]().sequence().result?.value == [])
  }

  @Test func `sequence fails as soon as any fails and leaves the others`() {
    let stopped = Recorder<Int>()
    let promises = (0..<3).map { index in Promise<Int>(onCancel: { stopped.add(index) }) }
    let all = promises.map(\.future).sequence()
    // Kept until then, or the optimizer drops the others before.
    withExtendedLifetime(promises) { _ = promises[2].failure(TestError()) }
    #expect(all.isCompleted)
    #expect(stopped.elements == [0, 1])
  }

  @Test func `the same future may stand in a sequence twice`() {
    let promise = Promise<Int>()
    let all = [promise.future, promise.future].sequence()
    promise.success(4)
    #expect(all.result?.value == [4, 4])
  }

  @Test func `traverse, fold and firstCompleted`() {
    #expect([1, 2].traverse { Future(value: $0 * 2) }.result?.value == [2, 4])
    let thrown = [1].traverse { _ -> Future<Int> in throw TestError() }
    #expect(thrown.isCompleted)
    #expect([Future(value: 1), Future(value: 2)].fold(10) { $0 + $1 }.result?.value == 13)
    let slow = Recorder<String>()
    let loser = Promise<Int>(onCancel: { slow.add("stopped") })
    let winner = Promise<Int>()
    let first = [loser.future, winner.future].firstCompleted()
    winner.success(2)
    #expect(first.result?.value == 2)
    #expect(slow.elements == ["stopped"])
    #expect([Future<Int>]().firstCompleted().result?.code == .noSuchElement)
  }
}
