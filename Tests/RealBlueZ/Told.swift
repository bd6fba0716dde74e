import BlueFutures
import Futures

/// What a stream has told so far, and futures of what it will have told.
///
/// It subscribes for as long as the stream lasts; the lines of a log can be put in by hand.
final class Told<Value: Sendable>: Sendable {
  struct Facts: Sendable {
    var values: [Value] = []
    var failures: [CentralError.Code?] = []
    var isFinished = false
  }

  private struct Shared {
    var facts = Facts()
    var waiters: [(condition: @Sendable (Facts) -> Bool, promise: Promise<Facts>)] = []
  }

  private let shared = Lock(Shared())

  init() {}

  convenience init(_ stream: FutureStream<Value>) {
    self.init()
    stream.onComplete { result in
      self.change { facts in
        switch result {
        case .success(let value): facts.values.append(value)
        case .failure(let error): facts.failures.append((error as? CentralError)?.code)
        }
      }
    }
    stream.onFinish { self.change { $0.isFinished = true } }
  }

  func add(_ value: Value) { change { $0.values.append(value) } }

  var facts: Facts { shared.withLock { $0.facts } }

  /// Completes when what was told fulfils the condition.
  func future(_ condition: @escaping @Sendable (Facts) -> Bool) -> Future<Facts> {
    let promise = Promise<Facts>()
    let facts = shared.withLock { shared -> Facts? in
      if condition(shared.facts) { return shared.facts }
      shared.waiters.append((condition, promise))
      return nil
    }
    if let facts { promise.success(facts) }
    return promise.future
  }

  private func change(_ body: (inout Facts) -> Void) {
    let (facts, due) = shared.withLock { shared in
      body(&shared.facts)
      let facts = shared.facts
      let due = shared.waiters.filter { $0.condition(facts) }.map(\.promise)
      shared.waiters.removeAll { $0.condition(facts) }
      return (facts, due)
    }
    for promise in due { promise.success(facts) }
  }
}
