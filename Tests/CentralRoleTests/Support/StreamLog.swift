import CentralRole
import Futures

/// What a stream has told a subscriber so far.
final class StreamLog<Value: Sendable>: Sendable {
  private struct Shared {
    var results: [Result<Value, any Error>] = []
    var isFinished = false
  }

  private let shared = Lock(Shared())
  private let subscription = Lock<Subscription?>(nil)

  init(_ stream: FutureStream<Value>) {
    let subscribed = stream.onComplete { [shared = WeakBox(self)] in shared.object?.add($0) }
    subscription.withLock { $0 = subscribed }
    stream.onFinish { [shared = WeakBox(self)] in shared.object?.finish() }
  }

  private struct WeakBox: Sendable {
    weak let object: StreamLog?
    init(_ object: StreamLog) { self.object = object }
  }

  private func add(_ result: Result<Value, any Error>) {
    shared.withLock { $0.results.append(result) }
  }

  private func finish() { shared.withLock { $0.isFinished = true } }

  func leave() { subscription.withLock { $0 }?.cancel() }

  var isFinished: Bool { shared.withLock { $0.isFinished } }
  var values: [Value] { shared.withLock { $0.results }.compactMap { try? $0.get() } }
  var count: Int { shared.withLock { $0.results.count } }

  /// The complete texts of the failures.
  var failures: [String] {
    shared.withLock { $0.results }.compactMap {
      if case .failure(let error) = $0 { "\(error)" } else { nil }
    }
  }

  var codes: [CentralError.Code] {
    shared.withLock { $0.results }.compactMap {
      if case .failure(let error) = $0 { (error as? CentralError)?.code } else { nil }
    }
  }
}

extension Future {
  /// The code of the failure, if the future has failed.
  var failure: CentralError? {
    guard case .failure(let error)? = result else { return nil }
    return error as? CentralError
  }

  var success: Value? { try? result?.get() }
}
