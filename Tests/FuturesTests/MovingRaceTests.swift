import Futures
import Synchronization
import Testing

/// Threads that hold on to the futures of a loop's turns while these leave their places.
@Suite struct MovingRaceTests {
  #if THREAD_SANITIZER || DEBUG
    static let rounds = 500
  #else
    static let rounds = 5000
  #endif

  /// A loop that one thread takes turn by turn while others meddle with it.
  private final class Race: Sendable {
    let count = Counted.Count()
    let loop: Loop
    let end: Future<Int>
    let told = Tally()
    let other = Tally()
    private let turn = Lock<Future<Int>?>(nil)
    private let isOver = Atomic(false)

    init() {
      loop = Loop(count)
      end = loop.start()
    }

    func run(turns: Int = 20) {
      for _ in 0..<turns {
        loop.turn()
        // Known to others when the loop follows it, which is its party then.
        let turn = loop.current
        self.turn.withLock { $0 = turn }
      }
      loop.finish(1)
      turn.withLock { $0 = nil }
      isOver.store(true, ordering: .releasing)
    }

    func meddle(_ body: (Future<Int>) -> Void) {
      while !isOver.load(ordering: .acquiring) {
        if let turn = turn.withLock({ $0 }) { body(turn) }
      }
    }
  }

  @Test func `callbacks registered at turns while they leave run once each with the result`() {
    race(rounds: MovingRaceTests.rounds) { _ in
      Race()
    } first: { race in
      race.run()
    } second: { race in
      race.meddle { turn in
        race.other.add(3)
        turn.onSuccess { race.told.add($0) }
        turn.map { $0 }.onSuccess { race.told.add($0) }
        turn.flatMap { Future(value: $0) }.onComplete { race.told.add($0.value ?? 0) }
      }
    } check: { race in
      #expect(race.end.result?.value == 1)
      #expect(race.told.value == race.other.value)
      #expect(race.count.value == 0)
    }
  }

  @Test func `parties that come to turns and leave them end no loop that has another`() {
    race(rounds: MovingRaceTests.rounds) { _ in
      let race = Race()
      race.end.onSuccess { race.told.add($0) }
      return race
    } first: { race in
      race.run()
    } second: { race in
      race.meddle { turn in
        let first = turn.onComplete { _ in }
        let second = turn.map { $0 }
        first.cancel()
        second.cancel()
      }
    } check: { race in
      #expect(race.end.result?.value == 1)
      #expect(race.told.value == 1)
      #expect(race.loop.stopped.elements.isEmpty)
    }
  }

  @Test func `a turn that is cancelled while it leaves cancels the loop, or comes too late`() {
    race(rounds: MovingRaceTests.rounds * 4) { _ in
      let race = Race()
      race.end.onComplete { _ in race.told.add(1) }
      race.loop.turn()
      return (race, race.loop.current, race.loop.current.map { $0 })
    } first: { race, _, _ in
      race.run(turns: 3)
    } second: { _, turn, _ in
      turn.cancel()
    } check: { race, turn, mapped in
      #expect(race.told.value == 1)
      #expect(turn.result?.value == race.end.result?.value)
      #expect(mapped.result?.value == race.end.result?.value)
      #expect(race.end.result?.value == 1 || race.end.result?.code == .cancelled)
      race.loop.drop()
      #expect(race.count.value == 0)
    }
  }

  @Test func `the loop is cancelled while its turns leave, and nothing goes on behind it`() {
    race(rounds: MovingRaceTests.rounds * 4) { _ in
      let race = Race()
      return (race, race.loop.take(2))
    } first: { race, _ in
      race.run(turns: 3)
    } second: { race, _ in
      race.end.cancel()
    } check: { race, turns in
      let value = race.end.result?.value
      #expect(value == 1 || race.end.result?.code == .cancelled)
      #expect(turns.allSatisfy { $0.isCompleted && $0.result?.value == value })
      race.loop.drop()
      #expect(race.count.value == 0)
    }
  }

  @Test func `two threads settle one turn while one of them cancels it`() {
    race(rounds: MovingRaceTests.rounds * 10) { _ in
      let loop = Loop()
      let end = loop.start()
      let turn = loop.take(2)[1]
      loop.finish(4)
      return (turn, end, Recorder<Int?>())
    } first: { turn, _, results in
      turn.cancel()
      results.add(turn.result?.value)
    } second: { turn, _, results in
      turn.onComplete { results.add($0.value) }
      results.add(turn.isCompleted ? 4 : nil)
    } check: { _, end, results in
      #expect(results.elements == [4, 4, 4])
      #expect(end.result?.value == 4)
    }
  }

  @Test func `a callback reads the result of a turn that another thread settles`() {
    race(rounds: MovingRaceTests.rounds * 10) { _ in
      let race = Race()
      let turn = race.loop.take(2)[1]
      for _ in 0..<3 { turn.onComplete { race.told.add($0.value ?? 100) } }
      return (race, turn)
    } first: { race, _ in
      race.loop.finish(1)
    } second: { race, turn in
      while turn.result == nil {}
      race.other.add(turn.result?.value ?? 100)
    } check: { race, _ in
      #expect(race.told.value == 3)
      #expect(race.other.value == 1)
    }
  }

  @Test func `tasks await turns that leave, and some of them are cancelled`() async {
    for _ in 0..<MovingRaceTests.rounds / 10 {
      let loop = Loop()
      let end = loop.start()
      end.onSuccess { _ in }
      var tasks: [Task<Int, any Error>] = []
      for index in 0..<20 {
        let turn = loop.current
        tasks.append(Task { try await turn.value })
        if index % 2 == 0 { tasks[index].cancel() }
        if index % 3 == 0 { await Task.yield() }
        loop.turn()
      }
      loop.finish(2)
      for (index, task) in tasks.enumerated() {
        let result = await task.result
        let isCancelled = index % 2 == 0 && result.code == .cancelled
        #expect(isCancelled || result.value == 2)
      }
      #expect(end.result?.value == 2)
      #expect(loop.stopped.elements.isEmpty)
    }
  }
}
