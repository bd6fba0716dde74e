/// What a combinator makes of its source's result.
enum Step<Value: Sendable>: Sendable {
  case done(Result<Value, any Error>)
  case follow(Future<Value>)
}

/// A future that transforms a source's result and is registered there itself.
///
/// Source and derived future refer to each other until one of them completes; a source always
/// completes, at the latest with `promiseDropped`. `@unchecked` as its superclass: the variables
/// are guarded by the lock of `state`, but for `registration`, which the source's lock guards.
final class Derived<Input: Sendable, Value: Sendable>: Future<Value>, FutureObserver,
  @unchecked Sendable
{
  typealias Body = @Sendable (Result<Input, any Error>) -> Step<Value>

  let site: ExecutionContext
  var registration = -1
  private var source: Future<Input>?
  private var body: Body?
  private var followed: Relay<Value>?

  /// The superclass's own way, which waits for nothing; use `of`.
  override init(
    context: ExecutionContext, result: Result<Value, any Error>? = nil,
    onCancel: (@Sendable () -> Void)? = nil
  ) {
    site = context
    super.init(context: context, result: result, onCancel: onCancel)
  }

  private init(_ source: Future<Input>, site: ExecutionContext, body: @escaping Body) {
    self.site = site
    self.source = source
    self.body = body
    super.init(context: source.context)
  }

  /// Derives a future; `site` is where `body` runs, the source's context if it is `nil`.
  static func of(
    _ source: Future<Input>, _ site: ExecutionContext?, _ body: @escaping Body
  ) -> Derived {
    let derived = Derived(source, site: site ?? source.context, body: body)
    source.register(derived)
    return derived
  }

  override var isDerived: Bool { true }

  func run() {
    guard let work = takeWork(), let result = work.source.result else { return }
    switch work.body(result) {
    case .done(let result): complete(result)
    case .follow(let inner): follow(inner)
    }
  }

  /// `nil` if it was cancelled before its turn came.
  private func takeWork() -> (source: Future<Input>, body: Body)? {
    state.withLock { _ in
      guard let source = source.take(), let body = body.take() else { return nil }
      return (source, body)
    }
  }

  private func follow(_ inner: Future<Value>) {
    if let result = inner.result {
      complete(result)
      return
    }
    let relay = Relay(from: inner, to: self)
    inner.register(relay)
    let isWanted = state.withLock { state in
      guard state.result == nil else { return false }
      followed = relay
      return true
    }
    if !isWanted { giveUp(relay.leave()) }
  }

  override func leaveSource() -> (any Abandonable)? {
    let work = takeWork()
    if let work { return work.source.forget(self) }
    return state.withLock { _ in followed.take() }?.leave()
  }

  /// Completes with what a followed future became.
  fileprivate func finish(_ result: Result<Value, any Error>) {
    _ = state.withLock { _ in followed.take() }
    complete(result)
  }
}

/// Hands the result of a future on to the derived future that follows it.
private final class Relay<Value: Sendable>: FutureObserver {
  private struct Ends: Sendable {
    let source: Future<Value>
    let finish: @Sendable (Result<Value, any Error>) -> Void
  }

  var site: ExecutionContext { .inline }
  private let ends: Lock<Ends?>
  /// Guarded by the source's lock.
  nonisolated(unsafe) var registration = -1

  init<Input>(from source: Future<Value>, to target: Derived<Input, Value>) {
    ends = Lock(Ends(source: source, finish: { target.finish($0) }))
  }

  func run() {
    guard let ends = ends.withLock({ $0.take() }), let result = ends.source.result else { return }
    ends.finish(result)
  }

  func leave() -> (any Abandonable)? {
    guard let ends = ends.withLock({ $0.take() }) else { return nil }
    return ends.source.forget(self)
  }
}
