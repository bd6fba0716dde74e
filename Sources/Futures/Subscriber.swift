public import Synchronization

/// A party that is registered at a stream, whatever the type of its values.
///
/// `@unchecked Sendable`: its place in the list is guarded by the gate of its stream, which the
/// compiler can not see, and is read for each element, hence unchecked for exclusivity too. The
/// links are not counted, as the list holds each member once by itself.
@usableFromInline
class Subscriber: Job, @unchecked Sendable {
  @usableFromInline final let context: ExecutionContext
  @usableFromInline final let seat: Seat
  @exclusivity(unchecked)
  @usableFromInline final var next: Unmanaged<Subscriber>?
  @exclusivity(unchecked)
  final var previous: Unmanaged<Subscriber>?
  @exclusivity(unchecked)
  final var isListed = false
  private let gate: Gate
  @usableFromInline let open = Atomic(true)

  @usableFromInline
  init(of stream: AnyFutureStream, at site: ExecutionContext, _ seat: Seat) {
    context = site
    self.seat = seat
    gate = stream.gate
    super.init(runsInline: site.mailbox == nil)
  }

  /// False once it has left or was told of the end: it is not called any more.
  @inlinable final var isOpen: Bool { open.load(ordering: .relaxed) }

  /// True the first time.
  final func close() -> Bool {
    open.exchange(false, ordering: .acquiringAndReleasing)
  }

  /// It was told of the end.
  @usableFromInline
  final func ended() {
    if close() { seat.vacate() }
  }

  /// Asks for a turn in its context; from inside the gate.
  @usableFromInline
  final func askForTurn() {
    let job = Unmanaged<Job>.passRetained(self)
    guard let mailbox = context.mailbox else { return Trampoline.current.append(job) }
    mailbox.submit(job, on: Trampoline.current, isDirect: gate.isDirect)
  }

  override final var site: ExecutionContext { context }

  override final func abandon() {
    guard close() else { return }
    discard()
    seat.vacate()
  }

  /// The end, behind what is buffered; in the gate.
  func end() {}

  /// Lets go of what is buffered.
  func discard() {}

  var droppedCount: Int { 0 }
}

/// A party that is told of the end only, and keeps no operation going.
final class EndWatcher: Subscriber, @unchecked Sendable {
  private let body: @Sendable () -> Void

  init(
    of stream: AnyFutureStream, at site: ExecutionContext, _ seat: Seat,
    _ body: @escaping @Sendable () -> Void
  ) {
    self.body = body
    super.init(of: stream, at: site, seat)
  }

  override func end() {
    if context.isHere { run() } else { askForTurn() }
  }

  override func run() {
    guard isOpen else { return }
    body()
    ended()
  }
}
