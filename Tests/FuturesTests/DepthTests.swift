import Futures
import Testing

/// All on a thread with a stack of 512 KiB.
@Suite struct DepthTests {
  // A tenth already needs more than 512 KiB if each link takes six octets of stack.
  #if DEBUG
    static let links = 100_000
  #else
    static let links = 1_000_000
  #endif

  @Test func `a pending chain of very many links completes`() {
    let seen = Recorder<Int>()
    onSmallStack {
      let promise = Promise<Int>()
      var future = promise.future
      for _ in 0..<DepthTests.links { future = future.map { $0 + 1 } }
      future.onSuccess { seen.add($0) }
      promise.success(0)
    }
    #expect(seen.elements == [DepthTests.links])
  }

  @Test func `a dropped promise fails a chain of very many links`() {
    let seen = Recorder<FuturesError.Code?>()
    onSmallStack {
      var future = Promise<Int>().future
      do {
        let promise = Promise<Int>()
        future = promise.future
        for _ in 0..<DepthTests.links { future = future.map { $0 + 1 } }
      }
      seen.add(future.result?.code)
    }
    #expect(seen.elements == [.promiseDropped])
  }

  @Test func `a recursive flatMap loop of very many turns completes`() {
    let seen = Recorder<Int>()
    onSmallStack {
      loop(0).onSuccess { seen.add($0) }
    }
    #expect(seen.elements == [DepthTests.links])
  }

  @Test func `a flatMap loop in a context completes`() {
    let context = ManualContext()
    let seen = Recorder<Int>()
    onSmallStack {
      loop(0, .manual(context)).onSuccess { seen.add($0) }
      context.run()
    }
    #expect(seen.elements == [DepthTests.links])
  }

  @Test func `promises that complete one another very deep`() {
    let seen = Recorder<Int>()
    onSmallStack {
      let promises = (0..<DepthTests.links).map { _ in Promise<Int>() }
      for index in 1..<promises.count {
        let next = promises[index]
        promises[index - 1].future.onSuccess { next.success($0 + 1) }
      }
      promises[promises.count - 1].future.onSuccess { seen.add($0) }
      promises[0].success(1)
    }
    #expect(seen.elements == [DepthTests.links])
  }

  @Test func `a chain of a hundred thousand streams delivers and is left`() {
    let seen = Recorder<Int>()
    let log = Recorder<String>()
    onSmallStack {
      let promise = StreamPromise<Int>(onUnused: { log.add("unused") })
      var stream = promise.stream
      for _ in 0..<100_000 { stream = stream.map { $0 + 1 } }
      let subscription = stream.onSuccess { seen.add($0) }
      promise.success(0)
      promise.success(1)
      subscription.cancel()
    }
    #expect(seen.elements == [100_000, 100_001])
    #expect(log.elements == ["unused"])
  }
}

private func loop(_ turn: Int, _ context: ExecutionContext = .inline) -> Future<Int> {
  let done = Future(value: turn, context: context)
  return done.flatMap { turn in
    turn == DepthTests.links ? Future(value: turn) : loop(turn + 1, context)
  }
}
