import Synchronization

/// A closure registered at a future.
///
/// Whoever takes its turn first, the result or a cancellation, has `work` to itself:
/// `isTaken` decides. That is why accesses need no check, and why it is `@unchecked Sendable`.
@usableFromInline
final class Callback: Job, Party, @unchecked Sendable {
  @usableFromInline typealias Body = @Sendable (AnyFuture) -> Void

  /// Moved and never copied: each copy would count references.
  private struct Work: ~Copyable {
    let source: AnyFuture
    let body: Body
  }

  private let context: ExecutionContext
  @exclusivity(unchecked) private var work: Work?
  private let isTaken = Atomic(false)

  init(at source: AnyFuture, _ site: ExecutionContext, _ body: consuming @escaping Body) {
    context = site
    work = Work(source: source, body: consume body)
    super.init(runsInline: site.mailbox == nil)
  }

  // An inlined one would count a reference to the callback itself, for nothing.
  @inline(never) deinit {}

  private func take() -> Bool {
    !isTaken.exchange(true, ordering: .acquiringAndReleasing)
  }

  override var site: ExecutionContext { context }

  override func run() {
    guard take(), let work = work.take() else { return }
    work.source.settle()
    work.body(work.source)
  }

  override func abandon() {
    if take() { work = nil }
  }

  @usableFromInline
  func leave() {
    guard take(), let work = work.take() else { return }
    AnyFuture.giveUp(work.source.forget(self))
  }

  @usableFromInline var droppedCount: Int { 0 }
}

extension AnyFuture {
  @usableFromInline
  final func register(
    _ context: ExecutionContext?, _ body: consuming @escaping Callback.Body
  ) -> Subscription {
    let callback = Callback(at: self, context ?? self.context, body)
    register(callback)
    return Subscription(callback)
  }
}

extension Future {
  /// Runs `now` at once if that is possible, and `later`, which does the same, when there is a
  /// result if not.
  @inlinable @inline(__always)
  func observe(
    _ context: ExecutionContext?, now: () -> Void,
    later: @autoclosure () -> Callback.Body
  ) -> Subscription {
    guard let trampoline = enter(context) else {
      return register(context, later())
    }
    now()
    trampoline.leave()
    return Subscription()
  }

  /// Calls back with the result, whichever it is.
  ///
  /// ```
  /// f.onComplete(g)     f  ────1       ────error
  ///                        ────g(1)    ────g(error)
  /// ```
  @inlinable @discardableResult
  public func onComplete(
    context: ExecutionContext? = nil, _ body: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> Subscription {
    observe(context, now: { body(storedResult) }, later: { body($0.of(Value.self).storedResult) })
  }

  /// Calls back with the value, if it becomes one.
  ///
  /// ```
  /// f.onSuccess(g)     f  ────1       ────error
  ///                       ────g(1)    ────
  /// ```
  @inlinable @discardableResult
  public func onSuccess(
    context: ExecutionContext? = nil, _ body: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    observe(context, now: { ifValue(body) }, later: { $0.of(Value.self).ifValue(body) })
  }

  /// Calls back with the error, if it fails.
  ///
  /// ```
  /// f.onFailure(g)     f  ────1    ────error
  ///                       ────     ────g(error)
  /// ```
  @inlinable @discardableResult
  public func onFailure(
    context: ExecutionContext? = nil, _ body: @escaping @Sendable (any Error) -> Void
  ) -> Subscription {
    observe(context, now: { ifError(body) }, later: { $0.of(Value.self).ifError(body) })
  }

  /// Calls back with the value, if it becomes one: `onSuccess` under the name of sequences.
  ///
  /// ```
  /// f.forEach(g)     f  ────1       ────error
  ///                     ────g(1)    ────
  /// ```
  @inlinable @discardableResult
  public func forEach(
    context: ExecutionContext? = nil, _ body: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    onSuccess(context: context, body)
  }

  @inlinable @inline(__always)
  func ifValue(_ body: (Value) -> Void) {
    if content == .value { body(storedValue) }
  }

  @inlinable @inline(__always)
  func ifError(_ body: (any Error) -> Void) {
    if content == .failure { body(storedError) }
  }

  /// Calls back where the completion happens, without a hop.
  @inlinable @discardableResult
  package func onCompleteInline(
    _ body: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> Subscription {
    onComplete(context: .inline, body)
  }
}
