import Synchronization

/// A closure registered at a future.
///
/// Whoever takes its turn first, the result or a cancellation, has `work` to itself:
/// `isTaken` decides. That is why accesses need no check, and why it is `@unchecked Sendable`.
@usableFromInline
final class Callback: Job, Party, @unchecked Sendable {
  /// Moved and never copied: each copy would count references.
  private struct Work: ~Copyable {
    let source: AnyFuture
    let reaction: Reaction

    consuming func run() {
      source.settle()
      reaction.react(to: source)
    }
  }

  private let context: ExecutionContext
  @exclusivity(unchecked) private var work: Work?
  private let isTaken = Atomic(false)

  init(at source: AnyFuture, _ site: ExecutionContext, _ reaction: consuming Reaction) {
    context = site
    work = Work(source: source, reaction: consume reaction)
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
    work.run()
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
    _ context: ExecutionContext?, _ reaction: consuming Reaction
  ) -> Subscription {
    let callback = Callback(at: self, context ?? self.context, consume reaction)
    register(callback)
    return Subscription(callback)
  }
}

extension Future {
  /// Reacts at once if that is possible, and when there is a result if not.
  @inlinable @inline(__always)
  func observe<Form: Reacting>(
    _ context: ExecutionContext?, _ form: consuming Form
  ) -> Subscription where Form.Value == Value {
    let reaction = Reaction(consume form)
    guard let trampoline = enter(context) else { return register(context, reaction) }
    reaction.react(to: self)
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
    context: ExecutionContext? = nil,
    _ body: consuming @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> Subscription {
    observe(context, ResultReaction(consume body))
  }

  /// Calls back with the value, if it becomes one.
  ///
  /// ```
  /// f.onSuccess(g)     f  ────1       ────error
  ///                       ────g(1)    ────
  /// ```
  @inlinable @discardableResult
  public func onSuccess(
    context: ExecutionContext? = nil, _ body: consuming @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    observe(context, ValueReaction(consume body))
  }

  /// Calls back with the error, if it fails.
  ///
  /// ```
  /// f.onFailure(g)     f  ────1    ────error
  ///                       ────     ────g(error)
  /// ```
  @inlinable @discardableResult
  public func onFailure(
    context: ExecutionContext? = nil, _ body: consuming @escaping @Sendable (any Error) -> Void
  ) -> Subscription {
    observe(context, ErrorReaction<Value>(consume body))
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

  /// Calls back where the completion happens, without a hop.
  @inlinable @discardableResult
  package func onCompleteInline(
    _ body: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> Subscription {
    onComplete(context: .inline, body)
  }
}
