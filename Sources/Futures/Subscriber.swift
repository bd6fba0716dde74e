import Synchronization

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
  private let open = Atomic(true)

  @usableFromInline
  init(at site: ExecutionContext, _ seat: Seat) {
    context = site
    self.seat = seat
    super.init(runsInline: site.mailbox == nil)
  }

  /// False once it has left or was told of the end: it is not called any more.
  @usableFromInline final var isOpen: Bool { open.load(ordering: .relaxed) }

  /// True the first time.
  final func close() -> Bool {
    open.exchange(false, ordering: .acquiringAndReleasing)
  }

  /// It was told of the end.
  @usableFromInline
  final func ended() {
    if close() { seat.vacate() }
  }

  @usableFromInline
  final func askForTurn() {
    context.run(self)
  }

  override final var site: ExecutionContext { context }

  /// The end, behind what is buffered; in the gate.
  func end() {}

  /// Lets go of what is buffered.
  func discard() {}

  var droppedCount: Int { 0 }
}

/// A party that is told of the end only, and keeps no operation going.
final class EndWatcher: Subscriber, @unchecked Sendable {
  private let body: @Sendable () -> Void

  init(at site: ExecutionContext, _ seat: Seat, _ body: @escaping @Sendable () -> Void) {
    self.body = body
    super.init(at: site, seat)
  }

  override func end() {
    if context.isHere { run() } else { context.run(self) }
  }

  override func run() {
    guard isOpen else { return }
    body()
    ended()
  }
}
