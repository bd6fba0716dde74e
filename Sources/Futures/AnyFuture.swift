/// A future whose value does not matter: one that can be cancelled, and asked whether it is done.
///
/// A future that a combinator derives is registered at its source itself. The two refer to each
/// other until one of them completes; a source always completes, at the latest with
/// `promiseDropped`.
///
/// This is the fast core, and some of it is unchecked by the compiler. `@unchecked Sendable`,
/// because what changes is guarded by `latch` and stays as it is once that is closed, but for
/// `place` and `runsInline`, which belong to the future at which this one is registered. The
/// exclusivity of accesses is unchecked since the latch gives it (the checks were an eighth of the
/// time of a chain). The value lies in raw memory (see `Future`). Those who wait are owned
/// references that are handed on to the loop that runs them (see `Job`); none is left when a future
/// goes, because who waits keeps it.
public class AnyFuture: Job, @unchecked Sendable {
  /// Gives a derived future its result, from that of its source.
  @usableFromInline typealias Body = @Sendable (_ source: AnyFuture, _ derived: AnyFuture) -> Void

  @usableFromInline enum Content: UInt8, Sendable {
    case nothing, value, failure
  }

  // The single octets first, then the words: so the whole takes 120 octets, the most that the fast
  // lists of malloc take.

  /// Whether `context` is `inline`, which is asked more often than the context is needed.
  @usableFromInline final let isInline: Bool
  final let latch = Latch()
  @usableFromInline @exclusivity(unchecked) final var content = Content.nothing
  /// Where callbacks run and what derived futures inherit.
  public final let context: ExecutionContext
  @exclusivity(unchecked) final var completion = Completion<Unmanaged<Job>>()
  @exclusivity(unchecked) final var link = FutureLink.none
  /// Whether the value needs to be destroyed.
  @usableFromInline @exclusivity(unchecked) final var ownsValue = false
  @usableFromInline @exclusivity(unchecked) final var payload: (UInt, UInt, UInt) = (0, 0, 0)

  @usableFromInline
  init(context: ExecutionContext) {
    self.context = context
    isInline = context.mailbox == nil
    super.init(runsInline: isInline)
  }

  @usableFromInline
  init() {
    context = .inline
    isInline = true
    super.init()
  }

  deinit {
    guard content == .failure else { return }
    withUnsafeMutablePointer(to: &payload) { payload in
      _ = UnsafeMutableRawPointer(payload).assumingMemoryBound(to: (any Error).self).move()
    }
  }

  /// True once there is a result.
  public final var isCompleted: Bool {
    latch.isClosed { hasSettled() }
  }

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
    let due = completion.complete()
    let link = self.link.end()
    latch.close()
    _ = link.untimed()
    announce(due)
  }

  /// Publishes the result of a future that nobody knows yet.
  @usableFromInline
  final func publish() {
    latch.close()
  }

  /// Stores a failure; only between `beginCompleting` and `endCompleting`.
  @usableFromInline
  final func store(_ error: any Error) {
    content = .failure
    withUnsafeMutablePointer(to: &payload) { payload in
      _ = UnsafeMutableRawPointer(payload).initializeMemory(as: (any Error).self, to: error)
    }
  }

  /// The failure; only if `content` says so.
  @usableFromInline
  final var storedError: any Error {
    withUnsafePointer(to: payload) { payload in
      UnsafeRawPointer(payload).assumingMemoryBound(to: (any Error).self).pointee
    }
  }

  @usableFromInline @discardableResult
  final func complete(_ error: any Error) -> Bool {
    guard latch.enter() else { return false }
    store(error)
    endCompleting()
    return true
  }

  private final func announce(_ due: Completion<Unmanaged<Job>>.Due) {
    guard !due.isEmpty else { return }
    let trampoline = Trampoline.current
    if let only = due.only, only._withUnsafeGuaranteedRef({ $0.runsInline }) {
      return trampoline.run(only)
    }
    if let first = due.first { AnyFuture.submit(first, on: trampoline) }
    due.forEachOther { AnyFuture.submit($0, on: trampoline) }
    trampoline.flush()
  }

  private static func submit(_ job: Unmanaged<Job>, on trampoline: Trampoline) {
    if job._withUnsafeGuaranteedRef({ $0.runsInline }) {
      trampoline.append(job)
    } else {
      job._withUnsafeGuaranteedRef { $0.site }.submit(job, on: trampoline)
    }
  }

  /// Has what is behind it stop when nobody wants it any more; only for a new future.
  final func stop(_ onCancel: @escaping @Sendable () -> Void) {
    link = .operation(onCancel: onCancel)
  }

  // MARK: Registering

  /// The thread's loop if a callback may run at once inside it, which is to be left afterwards.
  @usableFromInline
  final func enter(_ context: ExecutionContext?) -> Trampoline? {
    guard isCompleted, context.map({ $0 == .inline }) ?? isInline else { return nil }
    let trampoline = Trampoline.current
    return trampoline.enter() ? trampoline : nil
  }

  final func register(_ observer: Job) {
    let owned = Unmanaged.passRetained(observer)
    guard latch.enter() else {
      if !isCompleted {
        owned.release()
        return (successor ?? self).register(observer)
      }
      let trampoline = Trampoline.current
      AnyFuture.submit(owned, on: trampoline)
      return trampoline.flush()
    }
    observer.place = completion.register(owned)
    latch.leave()
  }

  /// Takes an observer away; returns this future if it should be given up now.
  final func forget(_ observer: Job) -> AnyFuture? {
    guard latch.enter() else { return successor?.forget(observer) }
    let (removed, isUnwanted) = completion.remove(observer.place)
    observer.place = -1
    // An operation that cannot be stopped goes on.
    let goesOn = link.isNone
    latch.leave()
    removed?.release()
    return isUnwanted && !goesOn ? self : nil
  }

  // MARK: Giving up

  /// Fails it and gives up what stood behind it alone, link after link.
  final func fail(_ error: any Error) {
    AnyFuture.giveUp(abandon(error, onlyIfUnwanted: false))
  }

  static func giveUp(_ first: AnyFuture?) {
    var next = first
    while let current = next {
      next = current.abandon(FuturesError.cancellation, onlyIfUnwanted: true)
    }
  }

  /// Fails it, if it is not complete, and returns the source to give up next.
  private final func abandon(_ error: any Error, onlyIfUnwanted: Bool) -> AnyFuture? {
    guard latch.enter() else { return successor?.abandon(error, onlyIfUnwanted: onlyIfUnwanted) }
    guard !onlyIfUnwanted || completion.isUnwanted else {
      latch.leave()
      return nil
    }
    store(error)
    let due = completion.complete()
    let link = self.link.end()
    latch.close()
    let rest = link.untimed()
    announce(due)
    switch consume rest {
    case .operation(let onCancel):
      Trampoline.current.run(ClosureJob(onCancel))
      return nil
    case .waiting(let source, let registered, _): return source.forget(registered ?? self)
    case .following(let source): return source.forget(self)
    default: return nil
    }
  }

  /// Completes with the result of another future of the same type.
  @usableFromInline
  func adopt(_ other: AnyFuture) {}

  /// Stores what another future of the same type, which is complete, has become.
  func copyResult(of other: AnyFuture) {}

  // MARK: A derived future as a job

  override final var site: ExecutionContext { context }

  /// Fails, since its body will not run.
  override final func abandon() {
    cancel()
  }

  /// Goes on with the result of what it waits for.
  override package final func run() {
    // There is no work if it was cancelled before its turn came.
    guard latch.enter() else { return }
    let link = self.link.go(on: .transforming)
    latch.leave()
    switch consume link {
    case .waiting(let source, _, let body):
      source.settle()
      body(source, self)
    case .following(let inner):
      inner.settle()
      adopt(inner)
    default: break
    }
  }

  override final var asFollower: AnyFuture? {
    guard latch.enter() else { return nil }
    defer { latch.leave() }
    return link.isFollowing ? self : nil
  }
}

extension AnyFuture: Cancellable {}
