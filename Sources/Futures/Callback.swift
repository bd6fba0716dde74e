/// A closure registered at a future.
final class Callback: FutureObserver, Party {
  typealias Body = @Sendable (Outcome) -> Void

  private struct Work: Sendable {
    let source: AnyFuture
    let body: Body
  }

  let site: ExecutionContext
  /// Guarded by the source's lock.
  nonisolated(unsafe) var registration = -1
  private let work: Lock<Work?>

  init(at source: AnyFuture, _ site: ExecutionContext, _ body: @escaping Body) {
    self.site = site
    work = Lock(Work(source: source, body: body))
  }

  func run() {
    guard let work = work.withLock({ $0.take() }), let outcome = work.source.outcome else { return }
    work.body(outcome)
  }

  func leave() {
    guard let work = work.withLock({ $0.take() }) else { return }
    AnyFuture.giveUp(work.source.forget(self))
  }

  var droppedCount: Int { 0 }
}

extension AnyFuture {
  final func call(_ context: ExecutionContext?, _ body: @escaping Callback.Body) -> Subscription {
    let callback = Callback(at: self, context ?? self.context, body)
    register(callback)
    return Subscription(callback)
  }
}

extension Future {
  /// Calls back with the result, whichever it is.
  @discardableResult
  public func onComplete(
    context: ExecutionContext? = nil, _ body: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> Subscription {
    call(context) { body($0.result()) }
  }

  /// Calls back with the value, if it becomes one.
  @discardableResult
  public func onSuccess(
    context: ExecutionContext? = nil, _ body: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    call(context) { if case .value(let value) = $0 { body(unboxed(value)) } }
  }

  /// Calls back with the error, if it fails.
  @discardableResult
  public func onFailure(
    context: ExecutionContext? = nil, _ body: @escaping @Sendable (any Error) -> Void
  ) -> Subscription {
    call(context) { if case .failure(let error) = $0 { body(error) } }
  }

  /// Calls back with the value, if it becomes one: `onSuccess` under the name of sequences.
  @discardableResult
  public func forEach(
    context: ExecutionContext? = nil, _ body: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    onSuccess(context: context, body)
  }

  /// Calls back where the completion happens, without a hop.
  @discardableResult
  package func onCompleteInline(
    _ body: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> Subscription {
    onComplete(context: .inline, body)
  }
}
