import Dispatch
import Futures
import Synchronization

/// Two threads that complete each other's promises.
///
/// What counts is the best tenth of a block, when nobody else took one of the processors.
enum PingPong {
  static var rows: [Row] {
    [
      Row(
        rally("round trip between two threads", Ours.self),
        to: rally("round trip with the promise of one atomic", MinimalPromise.self),
        target: .ratio(1.6),
        beside: [rally("round trip with the promise of a Mutex", MutexPromise.self)])
    ]
  }

  private struct Ours: OneShot {
    private let promise = Promise<Int>()

    func whenGiven(_ body: @escaping @Sendable (Int) -> Void) {
      promise.future.onSuccess(body)
    }

    func give(_ value: Int) {
      promise.success(value)
    }
  }

  private static let opponent = DispatchQueue(label: "opponent")

  /// A round trip: one thread serves a promise that the other completes, and the other way round.
  private static func rally<P: OneShot>(_ name: String, _ type: P.Type) -> Workload {
    Workload(name, bestOf: 10) { count in
      let ping = Serve<P>()
      let pong = Serve<P>()
      opponent.async {
        for i in 0..<count {
          ping.answer(i)
          pong.play(i)
        }
      }
      for i in 0..<count {
        ping.play(i)
        pong.answer(i)
      }
      return ping.tally.total == pong.tally.total ? ping.tally.total : -1
    }
  }

  /// One direction: a promise goes over, its value comes back.
  private final class Serve<P: OneShot>: Sendable {
    let tally = Tally()
    private let servedTurns = Atomic(0)
    private let returnedTurns = Atomic(0)
    /// Belongs to the player until `servedTurns` grows, then to the opponent.
    nonisolated(unsafe) private var promise: P?

    func play(_ turn: Int) {
      let promise = P()
      promise.whenGiven { value in
        self.tally.add(value)
        self.returnedTurns.store(turn + 1, ordering: .releasing)
      }
      self.promise = promise
      servedTurns.store(turn + 1, ordering: .releasing)
      spin { returnedTurns.load(ordering: .acquiring) > turn }
    }

    func answer(_ turn: Int) {
      spin { servedTurns.load(ordering: .acquiring) > turn }
      promise.take()?.give(turn)
    }
  }
}
