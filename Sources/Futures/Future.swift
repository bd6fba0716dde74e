/// Who is told that a future has its result: a callback, an awaiting task, a derived future.
package protocol FutureObserver: Job {
  /// Where it runs.
  var site: ExecutionContext { get }
  /// Its place at the future; guarded by that future's lock.
  var registration: Int { get set }
}

/// Something whose work can be given up when nobody wants it, one link of a chain at a time.
package protocol Abandonable: AnyObject, Sendable {
  /// Fails it, if it is not complete, and returns the source to give up next.
  func abandon(_ error: any Error, onlyIfUnwanted: Bool) -> (any Abandonable)?
}

/// Gives up what nobody wants any more, link after link.
package func giveUp(_ first: (any Abandonable)?) {
  var next = first
  while let current = next {
    next = current.abandon(FuturesError.cancellation, onlyIfUnwanted: true)
  }
}

/// A value, or a failure, that is there now or later.
///
/// Register callbacks, derive futures from it with the combinators, or await its `value`. Nobody
/// has to keep a future for its callbacks to run: what completes it keeps it, and it keeps them.
/// Callbacks run once each, in the order of registration, in the future's `context`.
///
/// The class is subclassed here only, by the futures that combinators derive: that saves an object
/// a link. `@unchecked` because of that: it stores constants, and what changes is behind `state`.
public class Future<Value: Sendable>: @unchecked Sendable {
  /// Where callbacks run and what derived futures inherit.
  public final let context: ExecutionContext
  package final let state: Lock<Completion<Value, any FutureObserver>>

  package init(
    context: ExecutionContext, result: Result<Value, any Error>? = nil,
    onCancel: (@Sendable () -> Void)? = nil
  ) {
    self.context = context
    state = Lock(Completion(result: result, onCancel: onCancel))
  }

  /// A future that has its value.
  public convenience init(value: Value, context: ExecutionContext = .inline) {
    self.init(context: context, result: .success(value))
  }

  /// A future that has failed.
  public convenience init(error: any Error, context: ExecutionContext = .inline) {
    self.init(context: context, result: .failure(error))
  }

  /// The result, if there is one.
  public final var result: Result<Value, any Error>? {
    state.withLock { $0.result }
  }

  /// True once there is a result.
  public final var isCompleted: Bool {
    state.withLock { $0.result != nil }
  }

  /// Fails with `FuturesError.cancelled` and leaves its source.
  ///
  /// A source that was left by its last party is cancelled too, up to the operation, which stops
  /// if it is one that stops when nobody wants it. Does nothing if there is a result; never blocks.
  public final func cancel() {
    fail(FuturesError.cancellation)
  }

  // MARK: What derived futures change

  /// True if it exists only to transform a source, so that nobody's work is lost with it.
  package var isDerived: Bool { false }

  /// Leaves the source; returns it if nobody is left there.
  package func leaveSource() -> (any Abandonable)? { nil }

  // MARK: Completing

  @discardableResult
  package final func complete(_ result: Result<Value, any Error>) -> Bool {
    guard let outcome = state.withLock({ $0.complete(result) }) else { return false }
    outcome.timer?.cancel()
    Future.announce(outcome.due)
    return true
  }

  private static func announce(_ due: Slots<any FutureObserver>) {
    guard !due.isEmpty else { return }
    let trampoline = Trampoline.current
    if due.count == 1 {
      due.forEach { $0.site.run($0) }
    } else {
      due.forEach { $0.site.submit($0, on: trampoline) }
      trampoline.flush()
    }
  }

  // MARK: Registering

  package final func register(_ observer: any FutureObserver) {
    let isDue = state.withLock { state in
      guard let registration = state.register(observer) else { return true }
      observer.registration = registration
      return false
    }
    if isDue { observer.site.run(observer) }
  }

  /// Takes an observer away; returns this future if it should be given up now.
  package final func forget(_ observer: any FutureObserver) -> (any Abandonable)? {
    let isLast = state.withLock { state in
      state.remove(observer.registration) && (isDerived || state.hasHandler)
    }
    return isLast ? self : nil
  }
}

extension Future: Cancellable, Abandonable {
  package final func abandon(
    _ error: any Error, onlyIfUnwanted: Bool
  ) -> (any Abandonable)? {
    let outcome = state.withLock { state in
      onlyIfUnwanted && !state.isUnwanted ? nil : state.complete(.failure(error))
    }
    guard let outcome else { return nil }
    outcome.timer?.cancel()
    Future.announce(outcome.due)
    if let onCancel = outcome.onCancel { Trampoline.current.run(ClosureJob(onCancel)) }
    return leaveSource()
  }

  /// Fails it and gives up what stood behind it alone.
  package final func fail(_ error: any Error) {
    giveUp(abandon(error, onlyIfUnwanted: false))
  }
}
