import Dispatch
import Futures
import Testing

/// The code of the article on the futures' combinators.
@Suite struct FutureExampleTests {
  let question = Promise<Int>()
  var answer: Future<Int> { question.future }
  let shown = Recorder<String>()
  let clock = ManualContext()
  struct Glitch: Error {}

  private func show(_ text: some Sendable) { shown.add("\(text)") }

  @Test func map() {
    // snippet: map
    let text = answer.map { "\($0) g" }
    // snippet: end
    question.success(2)
    #expect(text.result?.value == "2 g")
  }

  @Test func flatMap() throws {
    let look: @Sendable (Int) -> Future<String> = { Future(value: "name of \($0)") }
    // snippet: flatMap
    let name = answer.flatMap { look($0) }
    // snippet: end
    question.success(2)
    #expect(try name.wait() == "name of 2")
  }

  @Test func recover() {
    let cached: @Sendable () -> Future<Int> = { Future(value: 7) }
    // snippet: recover
    let orZero = answer.recover { _ in 0 }  // or answer ?? 0
    let orCached = answer.recoverWith { _ in cached() }  // or answer ?? cached()
    let explained = answer.mapError { Unavailable(cause: $0) }
    // snippet: end
    struct Unavailable: Error { let cause: any Error }
    question.failure(Glitch())
    #expect(orZero.result?.value == 0)
    #expect(orCached.result?.value == 7)
    #expect(explained.result?.error is Unavailable)
  }

  @Test func withFilter() {
    // snippet: withFilter
    let positive = answer.withFilter { $0 > 0 }  // or fails with noSuchElement
    // snippet: end
    question.success(-1)
    #expect(positive.result?.code == .noSuchElement)
  }

  @Test func andThen() {
    // snippet: andThen
    answer.andThen { show("log \($0)") }.onSuccess { show($0) }
    // snippet: end
    question.success(1)
    #expect(shown.elements == ["log 1", "1"])
  }

  @Test func zip() {
    let name = Promise<String>()
    let names = name.future
    // snippet: zip
    let both = answer.zip(names).map { number, name in "\(name): \(number)" }
    // snippet: end
    question.success(1)
    name.success("a")
    #expect(both.result?.value == "a: 1")
  }

  @Test func sequence() throws {
    let read: @Sendable (Int) -> Future<Int> = { Future(value: $0 * 10) }
    // snippet: sequence
    let all = [read(1), read(2)].sequence()  // [10, 20], or the first failure
    let settled = [read(1), read(2)].allSettled()  // a result for each
    let sum = [read(1), read(2)].fold(0) { $0 + $1 }
    let paced = (1...100).traverse(limit: 4) { read($0) }  // four at a time
    // snippet: end
    #expect(try all.wait() == [10, 20])
    #expect(try settled.wait().count == 2)
    #expect(try sum.wait() == 30)
    #expect(try paced.wait().count == 100)
  }

  @Test func race() {
    let fast = Promise<Int>()
    let (slow, quick) = (answer, fast.future)
    // snippet: race
    let first = [slow, quick].firstCompleted()  // value or failure
    let best = [slow, quick].firstSucceeded()  // the first value
    // snippet: end
    fast.success(1)
    #expect(first.result?.value == 1)
    #expect(best.result?.value == 1)
  }

  @Test func time() {
    let question = Promise<Int>(context: .manual(clock))
    let answer = question.future
    // snippet: time
    let soon = answer.timeout(.seconds(5))
    let later = answer.delay(.seconds(1))
    // snippet: end
    question.success(1)
    clock.run()
    #expect(soon.result?.value == 1)
    #expect(later.result == nil)
    clock.advance(by: .seconds(1))
    #expect(later.result?.value == 1)
  }

  @Test func retry() {
    let tries = Recorder<Int>()
    let connect: @Sendable () -> Future<Int> = {
      tries.add(1)
      return tries.elements.count < 3 ? Future(error: Glitch()) : Future(value: 3)
    }
    let context = ExecutionContext.manual(clock)
    // snippet: retry
    let policy = RetryPolicy.exponential(initial: .milliseconds(100), attempts: 5)
      .within(.seconds(30))
      .onlyIf { $0 is Glitch }
    let connected = Future.retry(policy, context: context) { connect() }
    // snippet: end
    clock.advance(by: .seconds(30))
    #expect(connected.result?.value == 3)
  }

  @Test func adapt() throws {
    func load(_ completion: @escaping @Sendable (String?, (any Error)?) -> Void) {
      completion("page", nil)
    }
    // snippet: adapt
    let page: Future<String> = future { completion in load(completion) }
    let parsed = Future.catching { try number(in: "42") }
    // snippet: end
    func number(in text: String) throws -> Int {
      guard let number = Int(text) else { throw Glitch() }
      return number
    }
    #expect(try page.wait() == "page")
    #expect(try parsed.wait() == 42)
  }

  @Test func subscriptions() {
    // snippet: subscription
    let subscription = answer.onComplete { show($0) }
    subscription.cancel()  // the closure is let go of, and is not called
    // snippet: end
    question.success(1)
    #expect(shown.elements.isEmpty)
  }

  @Test func waiting() throws {
    let answer = future(context: .queue(DispatchQueue(label: "work"))) { 42 }
    // snippet: wait
    let number = try answer.wait(timeout: .seconds(10))  // scripts and tests
    // snippet: end
    #expect(number == 42)
  }
}
