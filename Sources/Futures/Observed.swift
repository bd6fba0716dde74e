public import Observation

/// The newest result of a stream for code that observes: a view, or `withObservationTracking`.
///
/// It follows the stream for as long as it lives. Reading and changing are safe on every thread;
/// changes are told where the stream calls back, so let that be the main context for views.
public final class Observed<Value: Sendable>: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let newest = Lock<Result<Value, any Error>?>(nil)
  private let subscription = Lock<Subscription?>(nil)

  init(_ stream: FutureStream<Value>, context: ExecutionContext?) {
    let subscription = stream.onComplete(context: context) { [weak self] result in
      self?.change(to: result)
    }
    self.subscription.withLock { $0 = subscription }
  }

  deinit {
    subscription.withLock { $0.take() }?.cancel()
  }

  /// The newest result, a value or a failure; `nil` until there is one.
  public var result: Result<Value, any Error>? {
    registrar.access(self, keyPath: \.result)
    return newest.withLock { $0 }
  }

  /// The newest result if it is a value.
  public var value: Value? { try? result?.get() }

  private func change(to result: Result<Value, any Error>) {
    registrar.withMutation(of: self, keyPath: \.result) {
      newest.withLock { $0 = result }
    }
  }
}

extension FutureStream {
  /// The newest result, to be observed; keep it for as long as you look at it.
  public func observed(context: ExecutionContext? = nil) -> Observed<Value> {
    Observed(self, context: context)
  }
}
