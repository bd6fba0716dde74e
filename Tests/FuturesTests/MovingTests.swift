import Futures
import Testing

/// In a loop of flatMaps the future of a turn leaves its place to the one that follows it; whoever
/// holds on to it must not notice.
@Suite struct MovingTests {
  let loop = Loop()
  let seen = Recorder<Int>()

  @Test func `the future of a turn that was left behind has the result of the loop`() {
    let end = loop.start()
    let turns = loop.take(5)
    #expect(turns.allSatisfy { !$0.isCompleted && $0.result == nil })
    loop.finish(7)
    #expect(end.result?.value == 7)
    #expect(turns.map { $0.result?.value } == Array(repeating: 7, count: 5))
    #expect(turns.allSatisfy { $0.isCompleted })
  }

  @Test func `callbacks at a turn that was left behind run once, in order, with the result`() {
    loop.start().onSuccess { [seen] _ in seen.add(0) }
    let turns = loop.take(5)
    for (index, turn) in turns.enumerated() {
      turn.onSuccess { [seen] in seen.add($0 + index) }
      turn.onComplete { [seen] in seen.add(($0.value ?? 0) + 50 + index) }
      turn.onFailure { _ in Issue.record("a failure") }
    }
    loop.finish(100)
    let expected: [Int] = [0, 100, 150, 101, 151, 102, 152, 103, 153, 104, 154]
    #expect(seen.elements == expected)
    for turn in turns { turn.onSuccess { [seen] in seen.add($0) } }
    #expect(seen.elements == expected + Array(repeating: 100, count: 5))
  }

  @Test func `callbacks at a turn run once each, whenever they came`() {
    loop.start().onSuccess { [seen] _ in seen.add(-1) }
    for index in 0..<20 {
      let turn = loop.current
      if index % 2 == 0 { turn.onSuccess { [seen] _ in seen.add(2 * index) } }
      loop.turn()
      turn.onSuccess { [seen] _ in seen.add(2 * index + 1) }
    }
    loop.finish(1)
    let expected: [Int] = [-1] + (0..<40).filter { $0 % 4 != 2 }
    #expect(seen.elements.sorted() == expected)
  }

  @Test func `every combinator works on a turn that was left behind`() {
    _ = loop.start()
    let turn = loop.take(3)[1]
    let mapped = turn.map { $0 + 1 }
    let flat = turn.flatMap { Future(value: $0 + 2) }
    let recovered = turn.recover { _ in 0 }
    let again = turn.recoverWith { _ in Future(value: 0) }
    let zipped = turn.zip(turn).map { $0 + $1 }
    let all = [turn, turn].sequence()
    let first = [turn, turn.map { $0 }].firstCompleted()
    let filtered = turn.withFilter { $0 > 5 }
    let followed = Promise<Int>()
    followed.completeWith(turn)
    let limited = turn.timeout(.seconds(1000))
    let delayed = turn.delay(.zero)
    let around = Future(value: 0).flatMap { _ in turn }
    let stream = turn.flatMap { StreamPromise<Int>.single($0) }
    stream.onSuccess { [seen] in seen.add($0) }
    loop.finish(10)
    let whole = [mapped, flat, zipped]
    #expect(whole.map { $0.result?.value } == [11, 12, 20])
    let same = [recovered, again, filtered, followed.future, limited, around, first]
    #expect(same.allSatisfy { $0.result?.value == 10 })
    #expect(all.result?.value == [10, 10])
    #expect(seen.elements == [10])
    #expect((try? delayed.wait(timeout: .seconds(20))) == 10)
  }

  @Test(arguments: 0..<6) func `who gathers results finds that of a turn that nobody else asked`(
    kind: Int
  ) {
    _ = loop.start()
    let turn = loop.take(3)[1]
    let pending = Promise<Int>()
    let gathered: Future<Int> =
      switch kind {
      case 0: [turn, pending.future].firstCompleted()
      case 1: [turn, pending.future].firstSucceeded()
      case 2: [turn, Future(value: 1)].sequence().map { $0[0] }
      case 3: turn.zip(Future(value: 1)).map { $0.0 }
      case 4: [turn].allSettled().map { try $0[0].get() }
      default: [turn, Future(value: 1)].fold(0, +).map { $0 - 1 }
      }
    loop.finish(10)
    #expect(gathered.result?.value == 10)
  }

  @Test func `the failure of the loop is that of every turn`() {
    let end = loop.start()
    let turns = loop.take(4)
    turns[2].onFailure { [seen] error in seen.add(error as? TestError == TestError() ? 1 : 0) }
    let recovered = turns[1].recover { _ in 5 }
    loop.fail(TestError())
    #expect(seen.elements == [1])
    #expect(recovered.result?.value == 5)
    #expect((turns + [end]).allSatisfy { $0.result?.value == nil && $0.isCompleted })
  }

  @Test(arguments: [0, 1, 5, 9]) func `cancelling any turn cancels the loop`(index: Int) {
    let end = loop.start()
    end.onFailure { [seen] _ in seen.add(1) }
    let turns = loop.take(9) + [loop.current]
    turns[index].cancel()
    #expect(turns[index].result?.code == .cancelled)
    #expect(end.result?.code == .cancelled)
    #expect(turns.dropLast().allSatisfy { $0.result?.code == .cancelled })
    #expect(loop.stopped.elements == [9])
    #expect(seen.elements == [1])
    turns[index].cancel()
    #expect(loop.stopped.elements == [9])
  }

  @Test func `cancelling the loop is told to those who wait at its turns`() {
    let end = loop.start()
    let turns = loop.take(3)
    for turn in turns {
      turn.onComplete { [seen] in seen.add($0.code == .cancelled ? 1 : 0) }
    }
    end.cancel()
    #expect(seen.elements == [1, 1, 1])
    #expect(turns.allSatisfy { $0.result?.code == .cancelled })
  }

  @Test func `a callback that leaves a turn is not called, and the others are`() {
    loop.start().onSuccess { [seen] _ in seen.add(0) }
    let turns = loop.take(3)
    let subscriptions = turns.map { $0.onSuccess { [seen] _ in seen.add(1) } }
    let kept = turns[1].map { [seen] value in seen.add(value) }
    subscriptions.forEach { $0.cancel() }
    loop.finish(2)
    #expect(seen.elements == [0, 2])
    #expect(kept.isCompleted)
  }

  @Test func `awaiting a turn that was left behind returns the result of the loop`() async throws {
    let end = loop.start()
    let turn = loop.take(3)[0]
    let early = Task { try await turn.value }
    let other = Task { try await turn.value }
    await Task.yield()
    other.cancel()
    _ = await other.result
    #expect(!end.isCompleted)
    loop.finish(3)
    #expect(try await early.value == 3)
    #expect(try await turn.value == 3)
  }

  @Test func `waiting for a turn that was left behind returns the result of the loop`() throws {
    _ = loop.start()
    let turn = loop.take(3)[0]
    let values = Recorder<Int?>()
    race({ values.add(try? turn.wait(timeout: .seconds(20))) }) { [loop] in loop.finish(3) }
    #expect(values.elements == [3])
    #expect(try turn.wait() == 3)
  }

  @Test func `a loop of pending turns keeps a constant number of futures and callbacks`() {
    let count = Counted.Count()
    let loop = Loop(count)
    let end = loop.start()
    var largest = 0
    for _ in 0..<1000 {
      loop.turn()
      largest = max(largest, count.value)
    }
    #expect(largest <= 4)
    loop.finish(1)
    #expect(end.result?.value == 1)
    #expect(count.value == 0)
  }

  @Test func `a party that comes to each turn and leaves again does not lengthen the loop`() {
    let end = loop.start()
    end.onSuccess { [seen] in seen.add($0) }
    weak var early: Future<Int>?
    for index in 0..<100 {
      if index == 50 { early = loop.current }
      loop.current.onSuccess { _ in }.cancel()
      loop.turn()
    }
    #expect(early == nil)
    loop.finish(1)
    #expect(seen.elements == [1])
  }

  @Test func `a turn keeps nothing but its loop, and not longer than that lasts`() {
    let count = Counted.Count()
    let loop = Loop(count)
    _ = loop.start()
    let turns = loop.take(10)
    loop.finish(1)
    #expect(count.value == 0)
    #expect(turns.allSatisfy { $0.result?.value == 1 })
  }
}

/// A loop of flatMaps over operations that its owner completes, one turn after the other.
final class Loop: Sendable {
  private struct State: Sendable {
    var operation: Promise<Int?>?
    var current: Future<Int>?
  }

  private let state = Lock(State())
  private let count: Counted.Count
  /// The numbers of the operations that were stopped.
  let stopped = Recorder<Int>()

  init(_ count: Counted.Count = Counted.Count()) {
    self.count = count
  }

  /// The future of the turn that runs.
  var current: Future<Int> {
    state.withLock { $0.current } ?? Future(error: TestError("no turn"))
  }

  func start(_ index: Int = 0) -> Future<Int> {
    let object = Counted(count)
    let operation = Promise<Int?>(onCancel: { [stopped] in stopped.add(index) })
    let turn = operation.future.flatMap { result -> Future<Int> in
      object.touch()
      if let result { return Future(value: result) }
      return self.start(index + 1)
    }
    state.withLock { $0 = State(operation: operation, current: turn) }
    return turn
  }

  /// Completes so many turns and returns their futures.
  func take(_ turns: Int) -> [Future<Int>] {
    (0..<turns).map { _ in
      let future = current
      turn()
      return future
    }
  }

  func turn() { take()?.success(nil) }
  func finish(_ value: Int) { take()?.success(value) }
  func fail(_ error: any Error) { take()?.failure(error) }

  /// Lets go of the operation that is open, if there is one.
  func drop() { _ = take() }

  private func take() -> Promise<Int?>? {
    let (operation, current) = state.withLock { state in
      (state.operation.take(), state.current.take())
    }
    _ = current
    return operation
  }
}

extension StreamPromise where Value == Int {
  /// A stream of one element.
  static func single(_ value: Int) -> FutureStream<Int> {
    let promise = StreamPromise<Int>()
    promise.success(value)
    return promise.stream
  }
}
