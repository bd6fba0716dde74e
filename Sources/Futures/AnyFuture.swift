/// Who is told that a future has its result: a callback, an awaiting task, a derived future.
package protocol FutureObserver: Job {
  /// Where it runs.
  var site: ExecutionContext { get }
  /// Its place at the future; guarded by that future's lock.
  var registration: Int { get set }
}

/// A future whose value does not matter: one that can be cancelled, and asked whether it is done.
///
/// A future that a combinator derives is registered at its source itself. The two refer to each
/// other until one of them completes; a source always completes, at the latest with
/// `promiseDropped`. `@unchecked Sendable`, because subclasses are not checked otherwise: `Future`
/// adds no storage, and what changes is behind `state`, but for `registration`, which the lock of
/// the source guards.
public class AnyFuture: @unchecked Sendable {
  package typealias Body = @Sendable (Outcome) -> Step

  /// What a combinator makes of its source's outcome.
  package enum Step: Sendable {
    case done(Outcome)
    case follow(AnyFuture)
  }

  /// What stands behind a future and can be given up.
  private enum Link: Sendable {
    case none
    case operation(onCancel: @Sendable () -> Void)
    case waiting(for: AnyFuture, Body)
    /// The body runs; it finds out by itself if the future was given up meanwhile.
    case transforming
    case following(Relay)
  }

  private struct State: Sendable {
    var completion: Completion<any FutureObserver>
    var link: Link
  }

  /// Where callbacks run and what derived futures inherit.
  public final let context: ExecutionContext
  package final let site: ExecutionContext
  package final var registration = -1
  private final let state: Lock<State>

  package init(
    context: ExecutionContext, outcome: Outcome? = nil, onCancel: (@Sendable () -> Void)? = nil
  ) {
    self.context = context
    site = context
    state = Lock(
      State(
        completion: Completion(outcome: outcome),
        link: onCancel.map { .operation(onCancel: $0) } ?? .none))
  }

  /// A future derived from a source; `site` is where `body` runs, the source's context if `nil`.
  package init(from source: AnyFuture, _ site: ExecutionContext?, _ body: @escaping Body) {
    context = source.context
    self.site = site ?? source.context
    state = Lock(State(completion: Completion(), link: .waiting(for: source, body)))
    source.register(self)
  }

  package final var outcome: Outcome? {
    state.withLock { $0.completion.outcome }
  }

  /// True once there is a result.
  public final var isCompleted: Bool {
    state.withLock { $0.completion.outcome != nil }
  }

  /// Fails with `FuturesError.cancelled` and leaves its source.
  ///
  /// A source that was left by its last party is cancelled too, up to the operation, which stops
  /// if it is one that stops when nobody wants it. Does nothing if there is a result; never blocks.
  public final func cancel() {
    fail(FuturesError.cancellation)
  }

  // MARK: Completing

  @discardableResult
  package final func complete(_ outcome: Outcome) -> Bool {
    // The link is let go of after the lock.
    let decision = state.withLock { state -> (Completion<any FutureObserver>.Release, Link)? in
      guard let release = state.completion.complete(outcome) else { return nil }
      let link = state.link
      state.link = .none
      return (release, link)
    }
    guard let (release, _) = decision else { return false }
    release.timer?.cancel()
    announce(release.due)
    return true
  }

  private final func announce(_ due: Slots<any FutureObserver>) {
    guard !due.isEmpty else { return }
    if let only = due.only { return only.site.run(only) }
    let trampoline = Trampoline.current
    due.forEach { $0.site.submit($0, on: trampoline) }
    trampoline.flush()
  }

  /// Keeps a timer as long as there is no result.
  package final func keep(_ timer: any Cancellable) {
    let timer = HeldTimer(timer)
    if !state.withLock({ $0.completion.keep(timer) }) { timer.cancel() }
  }

  // MARK: Registering

  package final func register(_ observer: any FutureObserver) {
    let isDue = state.withLock { state in
      guard let registration = state.completion.register(observer) else { return true }
      observer.registration = registration
      return false
    }
    if isDue { observer.site.run(observer) }
  }

  /// Takes an observer away; returns this future if it should be given up now.
  package final func forget(_ observer: any FutureObserver) -> AnyFuture? {
    let isAbandoned = state.withLock { state in
      guard state.completion.remove(observer.registration) else { return false }
      // An operation that cannot be stopped goes on.
      if case .none = state.link { return false }
      return true
    }
    return isAbandoned ? self : nil
  }

  // MARK: Giving up

  /// Fails it and gives up what stood behind it alone, link after link.
  package final func fail(_ error: any Error) {
    AnyFuture.giveUp(abandon(error, onlyIfUnwanted: false))
  }

  package static func giveUp(_ first: AnyFuture?) {
    var next = first
    while let current = next {
      next = current.abandon(FuturesError.cancellation, onlyIfUnwanted: true)
    }
  }

  /// Fails it, if it is not complete, and returns the source to give up next.
  private final func abandon(_ error: any Error, onlyIfUnwanted: Bool) -> AnyFuture? {
    let decision = state.withLock { state -> (Completion<any FutureObserver>.Release, Link)? in
      if onlyIfUnwanted, !state.completion.isUnwanted { return nil }
      guard let release = state.completion.complete(.failure(error)) else { return nil }
      let link = state.link
      state.link = .none
      return (release, link)
    }
    guard let (release, link) = decision else { return nil }
    release.timer?.cancel()
    announce(release.due)
    switch link {
    case .none, .transforming: return nil
    case .operation(let onCancel):
      Trampoline.current.run(ClosureJob(onCancel))
      return nil
    case .waiting(let source, _): return source.forget(self)
    case .following(let relay): return relay.leave()
    }
  }
}

extension AnyFuture: Cancellable {}

// MARK: A derived future as an observer of its source

extension AnyFuture: FutureObserver {
  package final func run() {
    // There is no work if it was cancelled before its turn came.
    let work = state.withLock { state -> (source: AnyFuture, body: Body)? in
      guard case .waiting(let source, let body) = state.link else { return nil }
      state.link = .transforming
      return (source, body)
    }
    guard let work, let outcome = work.source.outcome else { return }
    switch work.body(outcome) {
    case .done(let outcome): complete(outcome)
    case .follow(let inner): follow(inner)
    }
  }

  private final func follow(_ inner: AnyFuture) {
    if let outcome = inner.outcome {
      complete(outcome)
      return
    }
    let relay = Relay(from: inner, to: self)
    inner.register(relay)
    let isWanted = state.withLock { state in
      guard state.completion.outcome == nil else { return false }
      state.link = .following(relay)
      return true
    }
    if !isWanted { AnyFuture.giveUp(relay.leave()) }
  }
}

/// Hands the outcome of a future on to the derived future that follows it.
private final class Relay: FutureObserver {
  private struct Ends: Sendable {
    let source: AnyFuture
    let target: AnyFuture
  }

  var site: ExecutionContext { .inline }
  /// Guarded by the source's lock.
  nonisolated(unsafe) var registration = -1
  private let ends: Lock<Ends?>

  init(from source: AnyFuture, to target: AnyFuture) {
    ends = Lock(Ends(source: source, target: target))
  }

  func run() {
    guard let ends = ends.withLock({ $0.take() }), let outcome = ends.source.outcome else { return }
    ends.target.complete(outcome)
  }

  func leave() -> AnyFuture? {
    ends.withLock { $0.take() }?.source.forget(self)
  }
}
