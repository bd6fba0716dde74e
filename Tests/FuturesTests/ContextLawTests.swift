import Dispatch
import Futures
import Synchronization
import Testing

/// A serial executor with a thread of its own behind it.
private final class LoopExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "loop")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

/// A task executor that runs its jobs at the same time.
private final class PoolExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "pool", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

private actor Counter {
  private(set) var count = 0

  func increment() { count += 1 }
}

/// What holds in each context that runs by itself.
@Suite struct ContextLawTests {
  private static let contexts: [(name: String, context: ExecutionContext)] = [
    ("a serial queue", .queue(DispatchQueue(label: "serial"))),
    ("a concurrent queue", .queue(DispatchQueue(label: "all", attributes: .concurrent))),
    ("a global queue", .queue(.global())),
    ("the main queue", .main),
    ("the main actor", .mainActor),
    ("an actor", .actor(Counter())),
    ("a serial executor", .executor(LoopExecutor())),
    ("a task executor", .taskExecutor(PoolExecutor())),
  ]

  @Test(arguments: contexts.indices)
  func `callbacks run in the order of their registration, one after the other`(
    index: Int
  )
    async throws
  {
    let context = Self.contexts[index].context
    let promise = Promise<Int>(context: context)
    let seen = Recorder<Int>()
    let running = Atomic(0)
    let done = Promise<Void>()
    for number in 0..<3000 {
      promise.future.onSuccess { _ in
        let others = running.wrappingAdd(1, ordering: .sequentiallyConsistent).oldValue
        if others != 0 { Issue.record("two at once") }
        seen.add(number)
        running.wrappingSubtract(1, ordering: .sequentiallyConsistent)
        if number == 2999 { done.success() }
      }
    }
    promise.success(1)
    try await done.future.value
    #expect(seen.elements == Array(0..<3000), "\(Self.contexts[index].name)")
  }

  @Test(arguments: contexts.indices)
  func `executed work keeps its order and knows where it is`(index: Int) async throws {
    let context = Self.contexts[index].context
    let seen = Recorder<Int>()
    let places = Recorder<Bool>()
    let done = Promise<Void>()
    for number in 0..<3000 { context.execute { seen.add(number) } }
    context.execute {
      places.add(context.isCurrent)
      done.success()
    }
    try await done.future.value
    #expect(seen.elements == Array(0..<3000), "\(Self.contexts[index].name)")
    #expect(places.elements == [true])
  }

  @Test(arguments: contexts.indices)
  func `chains, timers and waiting work there`(index: Int) async throws {
    let context = Self.contexts[index].context
    let chain = Future(value: 1, context: context).map { $0 + 1 }.delay(.milliseconds(1))
      .map { value in (value, context.isCurrent) }
    let (value, isCurrent) = try await chain.value
    #expect(value == 2 && isCurrent)
    let never = Promise<Int>(context: context)
    await #expect(throws: FuturesError.self) {
      try await never.future.timeout(.milliseconds(1)).value
    }
    let refused = Promise<Bool>()
    context.execute {
      do {
        _ = try never.future.wait(timeout: .seconds(60))
      } catch {
        refused.success((error as? FuturesError)?.code == .wouldDeadlock)
      }
    }
    #expect(try await refused.future.value)
  }

  @Test func `the same place is the same context`() {
    let (actor, loop, pool) = (Counter(), LoopExecutor(), PoolExecutor())
    #expect(ExecutionContext.actor(actor) == .actor(actor))
    #expect(ExecutionContext.actor(actor) != .actor(Counter()))
    #expect(ExecutionContext.executor(loop) == .executor(loop))
    #expect(ExecutionContext.taskExecutor(pool) == .taskExecutor(pool))
    #expect(ExecutionContext.mainActor == .mainActor)
    #expect(ExecutionContext.queue(.global()) == .queue(.global()))
    #expect(ExecutionContext.queue(.global()) != .queue(.global(qos: .utility)))
  }

  @Test func `callbacks of an actor are isolated to it`() async throws {
    let counter = Counter()
    let promise = Promise<Int>(context: .actor(counter))
    let count = promise.future.map { _ in
      counter.assumeIsolated { counter in
        counter.increment()
        return counter.count
      }
    }
    promise.success(1)
    #expect(try await count.value == 1)
    #expect(await counter.count == 1)
  }

  @Test func `callbacks of the main actor are isolated to it`() async throws {
    let promise = Promise<Int>(context: .mainActor)
    let seen = promise.future.map { value in MainActor.assumeIsolated { value + 1 } }
    promise.success(1)
    #expect(try await seen.value == 2)
  }

  @Test @MainActor func `on the main actor its context is current, and waiting is refused`() {
    #expect(ExecutionContext.mainActor.isCurrent)
    let never = Promise<Int>(context: .mainActor)
    #expect(throws: FuturesError.self) { try never.future.wait(timeout: .seconds(60)) }
    #expect(never.future.result == nil)
  }

  @Test func `a block on any queue is not inside the context of a global queue`() {
    let global = ExecutionContext.queue(.global())
    #expect(!DispatchQueue(label: "other").sync { global.isCurrent })
  }

  @Test func `a context keeps its actor, and lets it go`() async throws {
    weak var kept: Counter?
    func use() async throws {
      let counter = Counter()
      kept = counter
      let promise = Promise<Int>(context: .actor(counter))
      promise.success(1)
      _ = try await promise.future.map { $0 }.value
    }
    try await use()
    // The last hop may still be on its way out of the actor.
    for _ in 0..<10_000 where kept != nil { await Task.yield() }
    #expect(kept == nil)
  }
}
