public import Synchronization

/// A party that is registered at a stream, whatever the type of its values.
///
/// `@unchecked Sendable`: its place in the list is guarded by the gate of its stream, which the
/// compiler can not see, and is read for each element, hence unchecked for exclusivity too. The
/// links are not counted, as the list holds each member once by itself.
@usableFromInline
class Subscriber: Job, @unchecked Sendable {
  @usableFromInline final let site: ExecutionContext
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
    self.site = site
    self.seat = seat
    gate = stream.gate
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
    guard let mailbox = site.mailbox else { return Trampoline.current.append(self) }
    mailbox.submit(self, on: Trampoline.current, isDirect: gate.isDirect)
  }

  /// A turn in its context.
  func run() {}

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
    if site.isHere { run() } else { askForTurn() }
  }

  override func run() {
    guard isOpen else { return }
    body()
    ended()
  }
}
