/// The registrations of one future at several sources, which it leaves together.
final class Membership: Cancellable {
  private let subscriptions = Lock<[Subscription]?>([])

  /// Adds one, or leaves it at once if it is over already.
  func add(_ subscription: Subscription) {
    let isOver = subscriptions.withLock { subscriptions in
      subscriptions?.append(subscription)
      return subscriptions == nil
    }
    if isOver { subscription.cancel() }
  }

  func cancel() {
    for subscription in subscriptions.withLock({ $0.take() }) ?? [] { subscription.cancel() }
  }
}

/// Collects one value from each of several sources into a future.
struct Collector<Output: Sendable>: Sendable {
  private let membership: Membership
  let future: Future<Output>

  init(context: ExecutionContext) {
    let membership = Membership()
    self.membership = membership
    future = Future(context: context, onCancel: { membership.cancel() })
  }

  /// Follows a source; `receive` returns the output once it is there.
  func follow<Value: Sendable>(
    _ source: Future<Value>, _ receive: @escaping @Sendable (Value) -> Output?
  ) {
    guard !future.isCompleted else { return }
    let subscription = source.onCompleteInline { [self] (result: Result<Value, any Error>) in
      switch result {
      case .success(let value):
        if let output = receive(value) { finish(.success(output)) }
      case .failure(let error):
        finish(.failure(error))
      }
    }
    membership.add(subscription)
  }

  func finish(_ result: Result<Output, any Error>) {
    if future.complete(result) { membership.cancel() }
  }
}
