import Futures
import Testing

/// Faults that users of the module found, each with what it takes to see them.
@Suite struct FoundByUsersTests {
  @Test func `an element that was taken is delivered, also when the stream finishes meanwhile`() {
    for _ in 0..<2000 {
      let promise = StreamPromise<Int>()
      let counts = Recorder<Int>()
      promise.stream.onSuccess { _ in counts.add(1) }
      let accepted = Recorder<Int>()
      race({ promise.finish() }, { while promise.success(1) { accepted.add(1) } })
      #expect(counts.elements.count >= accepted.elements.count)
    }
  }

  @Test func `a manual context takes any duration`() {
    let context = ManualContext()
    let late = Future(value: 1, context: .manual(context)).delay(.seconds(Int64.max))
    for _ in 0..<5 { context.advance(by: .seconds(Int64.max)) }
    let later = Future(value: 2, context: .manual(context)).delay(.seconds(Int64.max))
    context.advance(by: .seconds(Int64.max))
    #expect(late.result?.value == 1)
    #expect(later.result?.value == 2)
  }

  @Test func `a manual context that two threads step is current on neither afterwards`() {
    for _ in 0..<200 {
      let context = ManualContext()
      for _ in 0..<50 { context.execute {} }
      let current = Recorder<Bool>()
      race(
        {
          context.run()
          current.add(context.isCurrent)
        },
        {
          context.run()
          current.add(context.isCurrent)
        })
      #expect(!context.isCurrent)
      #expect(!current.elements.contains(true))
    }
  }

  @Test func `contexts of many living executors take time in proportion`() {
    func run(_ number: Int) -> Duration {
      processorTime {
        let contexts = (0..<number).map { _ in ManualContext() }
        let kept = contexts.map { ExecutionContext.manual($0) }
        #expect(kept.count == number)
      }
    }
    let short = (0..<3).map { _ in run(500) }.min() ?? .zero
    let long = (0..<3).map { _ in run(5000) }.min() ?? .zero
    #expect(long < short * 50)
  }

  @Test func `a future of a closure is a task even if the closure awaits nothing`() async throws {
    let future = Future<Int> { 42 }
    #expect(try await future.value == 42)
  }
}
