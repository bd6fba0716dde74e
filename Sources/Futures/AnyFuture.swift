/// Who is told that a future has its result: a callback, an awaiting task, a derived future.
package protocol FutureObserver: Job {
  /// Where it runs.
  var site: ExecutionContext { get }
  /// Its place at the future; guarded by that future's latch.
  var registration: Int { get set }
}

/// A future whose value does not matter: one that can be cancelled, and asked whether it is done.
///
/// A future that a combinator derives is registered at its source itself. The two refer to each
/// other until one of them completes; a source always completes, at the latest with
/// `promiseDropped`.
///
/// This is the fast core, and some of it is unchecked by the compiler. `@unchecked Sendable`,
/// because what changes is guarded by `latch` and stays as it is once that is closed, but for
/// `registration` and `site`, which belong to whom the future is registered at. The exclusivity of
/// accesses is unchecked since the latch gives it (the checks were an eighth of the time of a
/// chain). The value lies in three words of raw memory (see `Future`).
public class AnyFuture: @unchecked Sendable {
  /// Gives a derived future its result, from that of its source.
  @usableFromInline typealias Body = @Sendable (_ source: AnyFuture, _ derived: AnyFuture) -> Void

  /// What stands behind a future and can be given up.
  private enum Link: Sendable {
    case none
    case operation(onCancel: @Sendable () -> Void)
    case waiting(for: AnyFuture, Body)
    /// The body runs; it finds out by itself if the future was given up meanwhile.
    case transforming
    case following(AnyFuture)

    mutating func replace(by link: consuming Link) -> Link {
      let old = self
      self = link
      return old
    }
  }

  @usableFromInline enum Content: UInt8, Sendable {
    case nothing, value, failure
  }

  /// Where callbacks run and what derived futures inherit.
  public final let context: ExecutionContext
  @exclusivity(unchecked) package final var site: ExecutionContext
  @exclusivity(unchecked) package final var registration = -1
  private final let latch = Latch()
  @usableFromInline @exclusivity(unchecked) final var content = Content.nothing
  @usableFromInline @exclusivity(unchecked) final var payload: (UInt, UInt, UInt) = (0, 0, 0)
  @exclusivity(unchecked) private final var completion = Completion<any FutureObserver>()
  @exclusivity(unchecked) private final var link: Link

  @usableFromInline
  init(context: ExecutionContext) {
    self.context = context
    site = context
    link = .none
  }

  init(context: ExecutionContext, onCancel: (@Sendable () -> Void)?) {
    self.context = context
    site = context
    link = onCancel.map { .operation(onCancel: $0) } ?? .none
  }

  deinit {
    guard content == .failure else { return }
    withUnsafeMutablePointer(to: &payload) { payload in
      _ = UnsafeMutableRawPointer(payload).assumingMemoryBound(to: (any Error).self).move()
    }
  }

  /// True once there is a result.
  public final var isCompleted: Bool { latch.isClosed }

  /// Fails with `FuturesError.cancelled` and leaves its source.
  ///
  /// A source that was left by its last party is cancelled too, up to the operation, which stops
  /// if it is one that stops when nobody wants it. Does nothing if there is a result; never blocks.
  public final func cancel() {
    fail(FuturesError.cancellation)
  }

  // MARK: Completing

  /// Claims the right to complete it, which is to be used at once; false if it is complete.
  @usableFromInline
  final func beginCompleting() -> Bool { latch.enter() }

  /// Publishes the result that was stored since `beginCompleting`.
  @usableFromInline
  final func endCompleting() {
    let release = completion.complete()
    // Let go of after the latch.
    let link = self.link.replace(by: .none)
    latch.close()
    withExtendedLifetime(link) {}
    guard let release else { return }
    release.timer?.cancel()
    announce(release.due)
  }

  /// Stores a failure; only between `beginCompleting` and `endCompleting`.
  @usableFromInline
  final func store(_ error: any Error) {
    withUnsafeMutablePointer(to: &payload) { payload in
      _ = UnsafeMutableRawPointer(payload).initializeMemory(as: (any Error).self, to: error)
    }
    content = .failure
  }

  @usableFromInline @discardableResult
  final func complete(_ error: any Error) -> Bool {
    guard latch.enter() else { return false }
    store(error)
    endCompleting()
    return true
  }

  /// The failure; only if `content` says so.
  @usableFromInline
  final var storedError: any Error {
    withUnsafePointer(to: payload) { payload in
      UnsafeRawPointer(payload).assumingMemoryBound(to: (any Error).self).pointee
    }
  }

  private final func announce(_ due: Slots<any FutureObserver>) {
    guard !due.isEmpty else { return }
    if let only = due.only { return only.site.run(only) }
    let trampoline = Trampoline.current
    due.forEach { $0.site.submit($0, on: trampoline) }
    trampoline.flush()
  }

  /// Keeps a timer as long as there is no result.
  final func keep(_ timer: any Cancellable) {
    let timer = HeldTimer(timer)
    guard latch.enter() else { return timer.cancel() }
    _ = completion.keep(timer)
    latch.leave()
  }

  // MARK: Registering

  /// True if a callback may run at once on this thread, inside its loop, which is left afterwards.
  @usableFromInline
  final func enter(_ context: ExecutionContext?) -> Trampoline? {
    guard latch.isClosed, (context ?? self.context).mailbox == nil else { return nil }
    let trampoline = Trampoline.current
    return trampoline.enter() ? trampoline : nil
  }

  package final func register(_ observer: any FutureObserver) {
    guard latch.enter() else { return observer.site.run(observer) }
    observer.registration = completion.register(observer) ?? -1
    latch.leave()
  }

  /// Takes an observer away; returns this future if it should be given up now.
  package final func forget(_ observer: any FutureObserver) -> AnyFuture? {
    guard latch.enter() else { return nil }
    defer { latch.leave() }
    guard completion.remove(observer.registration) else { return nil }
    // An operation that cannot be stopped goes on.
    if case .none = link { return nil }
    return self
  }

  // MARK: Giving up

  /// Fails it and gives up what stood behind it alone, link after link.
  final func fail(_ error: any Error) {
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
    guard latch.enter() else { return nil }
    guard !onlyIfUnwanted || completion.isUnwanted, let release = completion.complete() else {
      latch.leave()
      return nil
    }
    store(error)
    let link = self.link.replace(by: .none)
    latch.close()
    release.timer?.cancel()
    announce(release.due)
    switch link {
    case .none, .transforming: return nil
    case .operation(let onCancel):
      Trampoline.current.run(ClosureJob(onCancel))
      return nil
    case .waiting(let source, _), .following(let source): return source.forget(self)
    }
  }

  // MARK: Deriving

  /// Waits for its source; `body` runs in `context`, the source's if `nil`.
  @usableFromInline
  final func wait(
    for source: AnyFuture, at context: ExecutionContext?, _ body: @escaping Body
  ) {
    site = context ?? source.context
    link = .waiting(for: source, body)
    source.register(self)
  }

  /// Completes as another future does, which has the same type.
  @usableFromInline
  final func follow(_ inner: AnyFuture) {
    guard !inner.isCompleted else { return adopt(inner) }
    registration = -1
    site = .inline
    guard latch.enter() else {
      // It was cancelled meanwhile: a future that nobody else wants is given up.
      inner.register(self)
      return AnyFuture.giveUp(inner.forget(self))
    }
    link = .following(inner)
    latch.leave()
    inner.register(self)
    // Cancelled before it was registered: whoever comes second takes it away.
    if isCompleted { AnyFuture.giveUp(inner.forget(self)) }
  }

  /// Completes with the result of another future of the same type.
  @usableFromInline
  func adopt(_ other: AnyFuture) {}
}

extension AnyFuture: Cancellable {}

extension AnyFuture: FutureObserver {
  /// Goes on with the result of what it waits for.
  package final func run() {
    // There is no work if it was cancelled before its turn came.
    guard latch.enter() else { return }
    let link = self.link.replace(by: .transforming)
    latch.leave()
    switch link {
    case .waiting(let source, let body): body(source, self)
    case .following(let inner): adopt(inner)
    case .none, .operation, .transforming: break
    }
  }
}
