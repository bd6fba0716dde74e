/// A closure registered at a future.
final class Callback<Value: Sendable>: FutureObserver, Party {
  typealias Body = @Sendable (Result<Value, any Error>) -> Void

  private struct Work: Sendable {
    let source: Future<Value>
    let body: Body
  }

  let site: ExecutionContext
  private let work: Lock<Work?>
  /// Guarded by the source's lock.
  nonisolated(unsafe) var registration = -1

  init(at source: Future<Value>, _ site: ExecutionContext, _ body: @escaping Body) {
    self.site = site
    work = Lock(Work(source: source, body: body))
  }

  func run() {
    guard let work = work.withLock({ $0.take() }), let result = work.source.result else { return }
    work.body(result)
  }

  func leave() {
    guard let work = work.withLock({ $0.take() }) else { return }
    giveUp(work.source.forget(self))
  }

  var droppedCount: Int { 0 }
}

extension Future {
  /// Calls back with the result, whichever it is.
  @discardableResult
  public final func onComplete(
    context: ExecutionContext? = nil, _ body: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> Subscription {
    let callback = Callback(at: self, context ?? self.context, body)
    register(callback)
    return Subscription(callback)
  }

  /// Calls back with the value, if it becomes one.
  @discardableResult
  public final func onSuccess(
    context: ExecutionContext? = nil, _ body: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    onComplete(context: context) { if case .success(let value) = $0 { body(value) } }
  }

  /// Calls back with the error, if it fails.
  @discardableResult
  public final func onFailure(
    context: ExecutionContext? = nil, _ body: @escaping @Sendable (any Error) -> Void
  ) -> Subscription {
    onComplete(context: context) { if case .failure(let error) = $0 { body(error) } }
  }

  /// Calls back with the value, if it becomes one: `onSuccess` under the name of sequences.
  @discardableResult
  public final func forEach(
    context: ExecutionContext? = nil, _ body: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    onSuccess(context: context, body)
  }

  /// Calls back where the completion happens, without a hop.
  @discardableResult
  package final func onCompleteInline(
    _ body: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> Subscription {
    onComplete(context: .inline, body)
  }
}
