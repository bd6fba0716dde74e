import Futures
import Synchronization
import Testing

@Suite struct RaceTests {
  #if THREAD_SANITIZER
    static let rounds = 20_000
  #else
    static let rounds = 200_000
  #endif

  @Test func `completing and registering at once loses nothing and doubles nothing`() {
    let rounds = RaceTests.rounds
    let promises = (0..<rounds).map { _ in Promise<Int>() }
    let futures = promises.map(\.future)
    let calls = Tally()
    race({ for promise in promises { promise.success(1) } }) {
      for future in futures { future.onSuccess { calls.add($0) } }
    }
    #expect(calls.value == rounds)
  }

  @Test func `two threads complete and one of them wins`() {
    let rounds = RaceTests.rounds
    let promises = (0..<rounds).map { _ in Promise<Int>() }
    let wins = Tally()
    let calls = Tally()
    for promise in promises { promise.future.onComplete { _ in calls.add(1) } }
    race({ for promise in promises where promise.success(1) { wins.add(1) } }) {
      for promise in promises where promise.success(2) { wins.add(1) }
    }
    #expect(wins.value == rounds)
    #expect(calls.value == rounds)
  }

  @Test func `completing and cancelling at once leaves one result`() {
    let rounds = RaceTests.rounds / 4
    let stopped = Tally()
    let promises = (0..<rounds).map { _ in Promise<Int>(onCancel: { stopped.add(1) }) }
    let ends = promises.map { $0.future.map { $0 }.map { $0 } }
    let told = Tally()
    for end in ends { end.onComplete { _ in told.add(1) } }
    let won = Tally()
    race({ for promise in promises where promise.success(1) { won.add(1) } }) {
      for end in ends { end.cancel() }
    }
    #expect(told.value == rounds)
    #expect(won.value + stopped.value == rounds)
  }

  @Test func `a flatMap that is cancelled while its inner future arrives leaves nothing running`() {
    let rounds = RaceTests.rounds / 4
    let ended = Tally()
    let outers = (0..<rounds).map { _ in Promise<Int>() }
    let inners = (0..<rounds).map { _ in Promise<Int>(onCancel: { ended.add(1) }) }
    let ends = (0..<rounds).map { index in
      let inner = inners[index].future
      return outers[index].future.flatMap { _ in inner }
    }
    let entered = Tally()
    race({
      for outer in outers { outer.success(1) }
    }) {
      for end in ends { end.cancel() }
    }
    for (index, end) in ends.enumerated() {
      #expect(end.result?.code == .cancelled)
      if inners[index].isCompleted { entered.add(1) }
    }
    #expect(ended.value == entered.value)
  }

  @Test func `two producers reach every subscriber in one order each`() {
    let rounds = 20_000
    let promise = StreamPromise<Int>()
    let seen = Recorder<Int>()
    promise.stream.onSuccess { seen.add($0) }
    race({ for index in 0..<rounds { promise.success(index) } }) {
      for index in 0..<rounds { promise.success(rounds + index) }
    }
    let elements = seen.elements
    #expect(elements.filter { $0 < rounds } == Array(0..<rounds))
    #expect(elements.filter { $0 >= rounds } == Array(rounds..<(2 * rounds)))
  }

  @Test func `subscribing and leaving while elements arrive counts right`() {
    let promise = StreamPromise<Int>()
    let unused = Tally()
    let counted = StreamPromise<Int>(onUnused: { unused.add(1) })
    let stop = Atomic(false)
    race({
      while !stop.load(ordering: .relaxed) {
        promise.success(1)
        counted.success(1)
      }
    }) {
      for _ in 0..<20_000 {
        let first = promise.stream.map { $0 }.onSuccess { _ in }
        let second = counted.stream.onSuccess { _ in }
        first.cancel()
        second.cancel()
      }
      stop.store(true, ordering: .relaxed)
    }
    #expect(promise.subscriberCount == 0)
    #expect(unused.value == 20_000)
  }
}

final class Tally: Sendable {
  private let count = Atomic(0)

  func add(_ value: Int) { count.wrappingAdd(value, ordering: .sequentiallyConsistent) }
  var value: Int { count.load(ordering: .sequentiallyConsistent) }
}
