/// Something that becomes due at a time of the shared clock.
///
/// `@unchecked Sendable`: the links and the place in the wheel belong to whoever has the clock's
/// lock, which the compiler can not see, and are unchecked for exclusivity too. The links are not
/// counted, as the wheel holds each alarm once by itself.
class Alarm: Job, Cancellable, @unchecked Sendable {
  @exclusivity(unchecked) final var next: Unmanaged<Alarm>?
  @exclusivity(unchecked) final var previous: Unmanaged<Alarm>?
  /// In nanoseconds of the clock.
  @exclusivity(unchecked) final var deadline: Int64 = 0
  /// Its slot in the wheel, or -1 if it is in none.
  @exclusivity(unchecked) final var slot: Int16 = -1

  func cancel() {
    SharedTimer.shared.remove(self)
  }
}

/// A closure that runs in a context at a time.
///
/// `@unchecked Sendable` as every job; what changes has a lock.
final class ClosureAlarm: Alarm, @unchecked Sendable {
  private let context: ExecutionContext
  private let work: Lock<(@Sendable () -> Void)?>

  init(in context: ExecutionContext, _ work: @escaping @Sendable () -> Void) {
    self.context = context
    self.work = Lock(work)
    super.init(runsInline: context.isInline)
  }

  override var site: ExecutionContext { context }

  override func run() {
    work.withLock { $0.take() }?()
  }

  override func cancel() {
    // Let go of outside of the lock: captures may have destructors that call back.
    let forgotten = work.withLock { $0.take() }
    if forgotten != nil { super.cancel() }
  }
}
