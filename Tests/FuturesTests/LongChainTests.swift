import Futures
import Testing

/// Chains of every kind, very long, on a thread with a stack of 512 KiB.
@Suite struct LongChainTests {
  static let links = DepthTests.links

  private func completing(
    _ build: @escaping @Sendable (Future<Int>) -> Future<Int>,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let seen = Recorder<Int?>()
    let stopped = Tally()
    onSmallStack {
      // It completes, it is cancelled, and its promise is dropped.
      let first = Promise<Int>()
      build(first.future).onComplete { seen.add($0.value) }
      first.success(1)
      let second = Promise<Int>(onCancel: { stopped.add(1) })
      let end = build(second.future)
      end.cancel()
      seen.add(end.result?.code == .cancelled ? 2 : nil)
      func abandon() -> Future<Int> { build(Promise<Int>().future) }
      seen.add(abandon().result?.code == .promiseDropped ? 3 : nil)
      // A completed one needs no chain.
      seen.add(build(Future(value: 4)).result?.value)
    }
    #expect(seen.elements == [1, 2, 3, 4], sourceLocation: location)
    #expect(stopped.value == 1, sourceLocation: location)
  }

  @Test func `very many maps`() {
    completing { start in
      (0..<LongChainTests.links).reduce(start) { future, _ in future.map { $0 } }
    }
  }

  @Test func `very many flatMaps`() {
    completing { start in
      (0..<LongChainTests.links).reduce(start) { future, _ in
        future.flatMap { Future(value: $0) }
      }
    }
  }

  @Test func `flatMaps to a future that is there already`() {
    completing { start in
      let inner = start.map { $0 }
      return (0..<LongChainTests.links / 10).reduce(inner) { future, _ in
        future.flatMap { _ in inner }
      }
    }
  }

  @Test func `very many recoveries`() {
    completing { start in
      (0..<LongChainTests.links).reduce(start) { future, index in
        index % 2 == 0 ? future.recover { throw $0 } : future.recoverWith { throw $0 }
      }
    }
  }

  @Test func `very many timeouts`() {
    completing { start in
      (0..<LongChainTests.links / 100).reduce(start) { future, _ in
        future.timeout(.seconds(1000))
      }
    }
  }

  @Test func `very many zips`() {
    completing { start in
      (0..<LongChainTests.links / 100).reduce(start) { future, _ in
        future.zip(Future(value: 1)).map { $0.0 }
      }
    }
  }

  @Test func `a mixture of everything, with detours`() {
    let seen = Recorder<Int>()
    let left = ManualContext()
    let right = ManualContext()
    onSmallStack {
      let promise = Promise<Int>(context: .manual(left))
      var future = promise.future
      for _ in 0..<LongChainTests.links / 100 {
        future = future.map(context: .manual(right)) { $0 + 1 }
          .flatMap { Future(value: $0) }.recover(context: .inline) { throw $0 }
      }
      future.onSuccess { seen.add($0) }
      promise.success(0)
      while left.run() + right.run() > 0 {}
    }
    #expect(seen.elements == [LongChainTests.links / 100])
  }

  @Test func `failures travel along a chain of very many links that look at them`() {
    let seen = Recorder<Int>()
    onSmallStack {
      let promise = Promise<Int>()
      let end = (0..<LongChainTests.links).reduce(promise.future) { future, _ in
        future.mapError { $0 }
      }
      end.onFailure { _ in seen.add(1) }
      promise.failure(TestError())
    }
    #expect(seen.elements == [1])
  }

  @Test func `a loop over operations that complete later keeps nothing and needs no stack`() {
    let result = Recorder<Int?>()
    let count = Counted.Count()
    let most = Recorder<Int>()
    onSmallStack {
      let loop = Loop(count)
      let end = loop.start()
      for turn in 0..<LongChainTests.links / 2 {
        loop.turn()
        if turn % 1000 == 0 { most.add(count.value) }
      }
      loop.finish(1)
      result.add(end.result?.value)
    }
    #expect(result.elements == [1])
    #expect(most.elements.max() ?? 0 <= 4)
    #expect(count.value == 0)
  }

  @Test func `a million elements through a chain of streams`() {
    let count = Tally()
    onSmallStack {
      let promise = StreamPromise<Int>()
      promise.stream.map { $0 + 1 }.withFilter { $0 % 2 == 0 }.onSuccess { _ in count.add(1) }
      for value in 0..<LongChainTests.links { promise.success(value) }
    }
    #expect(count.value == LongChainTests.links / 2)
  }

  @Test func `an element emits the next, a very long time`() {
    let last = Holder<Int>()
    onSmallStack {
      let promise = StreamPromise<Int>()
      promise.stream.onSuccess { value in
        if value < LongChainTests.links { promise.success(value + 1) } else { promise.finish() }
        last.value = value
      }
      promise.success(0)
    }
    #expect(last.value == LongChainTests.links)
  }

  @Test(arguments: ["leave", "cancel", "finish", "drop"])
  func `chains of very many streams end`(way: String) {
    let seen = Recorder<String>()
    let streams = min(100_000, LongChainTests.links / 4)
    onSmallStack {
      var promise: StreamPromise<Int>? = StreamPromise(onUnused: { seen.add("unused") })
      var stream = promise?.stream ?? StreamPromise<Int>().stream
      for _ in 0..<streams { stream = stream.map { $0 + 1 } }
      stream.onFinish { seen.add("end") }
      let subscription = stream.onSuccess { seen.add("\($0)") }
      promise?.success(0)
      switch way {
      case "leave": subscription.cancel()
      case "cancel": stream.cancel()
      case "finish": promise?.finish()
      default: promise = nil
      }
    }
    let rest = way == "leave" || way == "cancel" ? ["end", "unused"] : ["end"]
    #expect(seen.elements == ["\(streams)"] + rest)
  }

  @Test(arguments: ["map", "flatMap", "cancel", "drop", "streams"])
  func `ten times the length takes ten times the time`(kind: String) {
    func run(_ links: Int) {
      if kind == "streams" {
        let promise = StreamPromise<Int>()
        var stream = promise.stream
        for _ in 0..<links / 4 { stream = stream.map { $0 } }
        let subscription = stream.onSuccess { _ in }
        promise.success(1)
        return subscription.cancel()
      }
      let promise = Promise<Int>()
      var future = promise.future
      for _ in 0..<links {
        future = kind == "flatMap" ? future.flatMap { Future(value: $0) } : future.map { $0 }
      }
      switch kind {
      case "cancel": future.cancel()
      case "drop": return
      default: promise.success(1)
      }
    }
    func best(_ links: Int) -> Duration {
      (0..<5).map { _ in processorTime { run(links) } }.min() ?? .zero
    }
    run(1000)
    let short = best(2000)
    let long = best(20_000)
    // Other work of the machine may disturb; what is quadratic takes a hundred times as long.
    #expect(long < short * 50)
  }
}
