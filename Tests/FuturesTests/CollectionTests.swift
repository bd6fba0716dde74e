import Futures
import Testing

@Suite struct CollectionTests {
  @Test func `zip waits for both and fails with the first failure`() {
    let left = Promise<Int>()
    let right = Promise<String>()
    let both = left.future.zip(right.future)
    right.success("r")
    #expect(both.result == nil)
    left.success(1)
    #expect(both.result?.value ?? (0, "") == (1, "r"))

    let stopped = Recorder<String>()
    let failing = Promise<Int>(onCancel: { stopped.add("left") })
    #expect(Future<Int>(error: TestError()).zip(failing.future).isCompleted)
    // It was not even waited for.
    #expect(stopped.elements.isEmpty)
    let broken = Promise<Int>()
    let zipped = failing.future.zip(broken.future)
    broken.failure(TestError())
    #expect(zipped.isCompleted)
    #expect(stopped.elements == ["left"])
  }

  @Test func `zip takes up to six futures and more`() {
    let first = Promise<Int>()
    let six = first.future.zip(
      Future(value: "b"), Future(value: true), Future(value: 4.0), Future<Int?>(value: nil),
      Future(value: [6]))
    #expect(!six.isCompleted)
    first.success(1)
    let result: (Int, String, Bool, Double, Int?, [Int])? = six.result?.value
    #expect(result?.0 == 1 && result?.1 == "b" && result?.2 == true && result?.3 == 4)
    #expect(result?.4 == nil && result?.5 == [6])
    let three = Future(value: 1).zip(Future(value: 2), Future(value: 3)).map { $0 + $1 + $2 }
    #expect(three.result?.value == 6)
  }

  @Test func `cancelling a zip leaves all of them`() {
    let stopped = Recorder<Int>()
    let promises = (0..<3).map { index in Promise<Int>(onCancel: { stopped.add(index) }) }
    // The optimizer drops the others before otherwise.
    defer { withExtendedLifetime(promises) {} }
    let all = promises[0].future.zip(promises[1].future, promises[2].future)
    promises[1].success(1)
    all.cancel()
    #expect(stopped.elements == [0, 2])
    #expect(all.result?.code == .cancelled)
  }

  @Test func `a zip of one future with itself has its value twice`() {
    let promise = Promise<Int>()
    let both = promise.future.zip(promise.future)
    promise.success(4)
    #expect(both.result?.value ?? (0, 0) == (4, 4))
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
    // The optimizer drops the others before otherwise.
    defer { withExtendedLifetime(promises) {} }
    let all = promises.map(\.future).sequence()
    promises[2].failure(TestError())
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

  @Test func `the first value wins, and the last failure if there is none`() {
    let stopped = Recorder<Int>()
    let promises = (0..<3).map { index in Promise<Int>(onCancel: { stopped.add(index) }) }
    // The optimizer drops the others before otherwise.
    defer { withExtendedLifetime(promises) {} }
    let first = promises.map(\.future).firstSucceeded()
    promises[1].failure(TestError("early"))
    #expect(!first.isCompleted)
    promises[2].success(7)
    #expect(first.result?.value == 7)
    #expect(stopped.elements == [0])

    let others = (0..<2).map { _ in Promise<Int>() }
    let none = others.map(\.future).firstSucceeded()
    others[1].failure(TestError("first"))
    others[0].failure(TestError("last"))
    #expect(throws: TestError("last")) { try none.result?.get() }
    #expect([Future<Int>]().firstSucceeded().result?.code == .noSuchElement)
    #expect([Future(value: 1), Future(value: 2)].firstSucceeded().result?.value == 1)
  }

  @Test func `a value that arrives beside the last failure is not lost`() {
    for _ in 0..<2000 {
      let good = Promise<Int>()
      let bad = Promise<Int>()
      let first = [good.future, bad.future].firstSucceeded()
      race({ good.success(1) }, { bad.failure(TestError()) })
      #expect(first.result?.value == 1)
    }
  }

  @Test func `allSettled has the result of each`() {
    let stopped = Recorder<String>()
    let slow = Promise<Int>(onCancel: { stopped.add("stopped") })
    let all = [slow.future, Future(error: TestError("second")), Future(value: 3)].allSettled()
    #expect(!all.isCompleted)
    slow.success(1)
    let results = all.result?.value
    #expect(results?.map { $0.value } == [1, nil, 3])
    #expect(throws: TestError("second")) { try results?[1].get() }
    #expect([Future<Int>]().allSettled().result?.value?.isEmpty == true)

    let other = Promise<Int>(onCancel: { stopped.add("other") })
    [other.future].allSettled().cancel()
    #expect(stopped.elements == ["other"])
  }

  @Test func `what was gathered is let go of`() {
    let count = Counted.Count()
    let source = Promise<Int>()
    func gather() {
      let promise = Promise<Counted>()
      let object = Counted(count)
      let zipped = promise.future.zip(source.future.map { _ in object })
      let first = [promise.future, source.future.map { _ in object }].firstCompleted()
      let all = [promise.future, source.future.map { _ in object }].allSettled()
      promise.success(object)
      all.cancel()
      #expect(first.isCompleted && !zipped.isCompleted)
      zipped.cancel()
    }
    gather()
    #expect(count.value == 0)
    #expect(source.future.result == nil)
  }
}
