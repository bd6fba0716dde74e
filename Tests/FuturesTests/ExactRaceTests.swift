import Futures
import Testing

/// Two threads that come to one future at the same moment, again and again.
@Suite struct ExactRaceTests {
  #if THREAD_SANITIZER
    static let rounds = 5000
  #elseif DEBUG
    static let rounds = 20_000
  #else
    static let rounds = 1_000_000
  #endif
  static let fewer = max(5000, rounds / 20)

  @Test func `of two completions exactly one wins, and who waited is told of that one`() {
    let lost = Tally()
    race(rounds: ExactRaceTests.rounds) { _ in
      let promise = Promise<Int>()
      let (told, wins) = (Tally(), Tally())
      promise.future.onSuccess { told.add($0) }
      return (promise, told, wins)
    } first: { promise, _, wins in
      if promise.success(1) { wins.add(1) }
    } second: { promise, _, wins in
      if promise.success(1000) { wins.add(1000) }
    } check: { promise, told, wins in
      let value = promise.future.result?.value
      guard value == 1 || value == 1000, told.value == value, wins.value == value else {
        return lost.add(1)
      }
    }
    #expect(lost.value == 0)
  }

  @Test func `a callback that is registered while the result arrives runs once`() {
    let lost = Tally()
    race(rounds: ExactRaceTests.rounds / 2) { _ in
      (Promise<Int>(), Tally())
    } first: { promise, _ in
      promise.success(1)
    } second: { promise, told in
      promise.future.onSuccess { told.add($0) }
      promise.future.map { $0 * 10 }.onSuccess { told.add($0) }
      promise.future.flatMap { Future(value: $0 * 100) }.onSuccess { told.add($0) }
    } check: { _, told in
      if told.value != 111 { lost.add(1) }
    }
    #expect(lost.value == 0)
  }

  @Test func `a subscription that is cancelled while the result arrives is called once or never`() {
    let bad = Tally()
    race(rounds: ExactRaceTests.fewer) { _ -> (Promise<Int>, Subscription, Future<Int>, Tally) in
      let promise = Promise<Int>()
      let told = Tally()
      let subscription = promise.future.onSuccess { told.add($0) }
      let kept = promise.future.map { $0 }
      return (promise, subscription, kept, told)
    } first: { promise, _, _, _ in
      promise.success(1)
    } second: { _, subscription, _, _ in
      subscription.cancel()
    } check: { _, _, kept, told in
      if told.value > 1 || kept.result?.value != 1 { bad.add(1) }
    }
    #expect(bad.value == 0)
  }

  @Test func `a cancelled flatMap and the completion of what it follows leave one result`() {
    let bad = Tally()
    race(rounds: ExactRaceTests.fewer) {
      _ -> (Promise<Counted>, Future<Counted>, Tally, Tally, Counted.Count) in
      let count = Counted.Count()
      let (told, stopped) = (Tally(), Tally())
      let inner = Promise<Counted>(onCancel: { stopped.add(1) })
      let derived = Future(value: 1).flatMap { _ in inner.future }.map { $0 }
      derived.onComplete { _ in told.add(1) }
      return (inner, derived, told, stopped, count)
    } first: { inner, _, _, _, count in
      inner.success(Counted(count))
    } second: { _, derived, _, _, _ in
      derived.cancel()
    } check: { inner, derived, told, stopped, _ in
      let isStopped = inner.future.result?.code == .cancelled
      if isStopped != (stopped.value == 1) || told.value != 1 { bad.add(1) }
      // Stopped without being cancelled, or without a result.
      if !derived.isCompleted || (isStopped && derived.result?.code != .cancelled) { bad.add(1) }
    }
    #expect(bad.value == 0)
  }

  @Test func `an outer result that arrives while its flatMap is cancelled leaves nothing running`()
  {
    let bad = Tally()
    race(rounds: ExactRaceTests.fewer) { _ -> ([Promise<Int>], Future<Int>, Tally, Tally) in
      let stopped = Tally()
      let entered = Tally()
      let outer = Promise<Int>()
      let inner = Promise<Int>(onCancel: { stopped.add(1) })
      let derived = outer.future.flatMap { _ -> Future<Int> in
        entered.add(1)
        return inner.future
      }
      return ([outer, inner], derived, entered, stopped)
    } first: { promises, _, _, _ in
      promises[0].success(1)
    } second: { _, derived, _, _ in
      derived.cancel()
    } check: { _, derived, entered, stopped in
      if derived.result?.code != .cancelled || entered.value != stopped.value { bad.add(1) }
    }
    #expect(bad.value == 0)
  }

  @Test func `the last two parties that leave at once stop the operation once`() {
    let bad = Tally()
    race(rounds: ExactRaceTests.fewer) { _ -> (Promise<Int>, Future<Int>, Subscription, Tally) in
      let stopped = Tally()
      let promise = Promise<Int>(onCancel: { stopped.add(1) })
      let derived = promise.future.map { $0 }
      let subscription = promise.future.onSuccess { _ in }
      return (promise, derived, subscription, stopped)
    } first: { _, derived, _, _ in
      derived.cancel()
    } second: { _, _, subscription, _ in
      subscription.cancel()
    } check: { promise, derived, _, stopped in
      if stopped.value != 1 || promise.future.result?.code != .cancelled { bad.add(1) }
      if derived.result?.code != .cancelled { bad.add(1) }
    }
    #expect(bad.value == 0)
  }

  @Test func `a party that comes while the last one leaves finds the operation or its end`() {
    let bad = Tally()
    race(rounds: ExactRaceTests.fewer) { _ -> (Promise<Int>, Subscription, Tally, Tally) in
      let stopped = Tally()
      let promise = Promise<Int>(onCancel: { stopped.add(1) })
      let subscription = promise.future.onSuccess { _ in }
      return (promise, subscription, stopped, Tally())
    } first: { _, subscription, _, _ in
      subscription.cancel()
    } second: { promise, _, _, told in
      promise.future.onComplete { told.add($0.code == .cancelled ? 1 : 100) }
    } check: { promise, _, stopped, told in
      // Either the newcomer came first and the operation goes on, or it is told of the end.
      promise.success(1)
      let goesOn = stopped.value == 0 && told.value == 100
      let hasEnded = stopped.value == 1 && told.value == 1
      if !goesOn && !hasEnded { bad.add(1) }
    }
    #expect(bad.value == 0)
  }

  @Test func `the parts of a zip, a sequence and a race of futures complete at once`() {
    let bad = Tally()
    race(rounds: ExactRaceTests.fewer) { _ -> (Promise<Int>, Promise<Int>, Tally) in
      let (left, right) = (Promise<Int>(), Promise<Int>())
      let both = left.future.zip(right.future)
      let all = [left.future, right.future].sequence()
      let first = [left.future, right.future].firstCompleted()
      let told = Tally()
      both.onSuccess { told.add($0 + $1) }
      all.onSuccess { told.add($0.count * 10) }
      first.onSuccess { _ in told.add(100) }
      return (left, right, told)
    } first: { left, _, _ in
      left.success(1)
    } second: { _, right, _ in
      right.success(2)
    } check: { _, _, told in
      if told.value != 123 { bad.add(1) }
    }
    #expect(bad.value == 0)
  }

  @Test func `a dropped promise and a cancellation leave one result`() {
    let bad = Tally()
    race(rounds: ExactRaceTests.fewer) { _ -> (Holder<Promise<Int>>, Future<Int>, Tally) in
      let told = Tally()
      let holder = Holder<Promise<Int>>()
      let promise = Promise<Int>(onCancel: { told.add(10) })
      holder.value = promise
      let derived = promise.future.map { $0 }
      derived.onFailure { _ in told.add(1) }
      return (holder, derived, told)
    } first: { holder, _, _ in
      holder.value = nil
    } second: { _, derived, _ in
      derived.cancel()
    } check: { _, derived, told in
      let code = derived.result?.code
      if code == .cancelled ? told.value % 10 != 1 : told.value != 1 { bad.add(1) }
      if code != .cancelled && code != .promiseDropped { bad.add(1) }
    }
    #expect(bad.value == 0)
  }
}
