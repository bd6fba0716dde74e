/// Results over time: values and failures, and at last, perhaps, an end.
///
/// A failure is an element and not the end. Streams are multicast: each subscriber gets every
/// element that comes after it, in order, in its context, through a buffer of its own that drops
/// the oldest elements when it is full. What comes before the first subscriber is kept for it, at
/// least 16 elements; where that looks at values only, failures go on being kept for the first that
/// looks at those, and the reverse. An operation lasts as long as its stream has subscribers: when the last one
/// leaves, the operation stops, and a derived stream leaves its source and finishes.
///
/// `@unchecked Sendable` as its superclass.
public final class FutureStream<Value: Sendable>: AnyFutureStream, @unchecked Sendable {
  /// How many elements a subscriber's buffer holds unless it says otherwise.
  public static var defaultCapacity: Int { 1024 }

  @exclusivity(unchecked)
  @usableFromInline var history: StreamHistory<Value>
  /// What the history notes; apart from it, so that an element that is not costs one look.
  @exclusivity(unchecked)
  @usableFromInline var noted = StreamElements.all
  @usableFromInline let replaysCurrent: Bool
  /// True if it is behind the gate of its source, so that who has an element for it is inside.
  @usableFromInline let sharesGate: Bool

  init(
    context: ExecutionContext, capacity: Int, overflow: StreamOverflow = .dropOldest,
    gate: Gate? = nil,
    origin: StreamOrigin = StreamOrigin(), replaysCurrent: Bool = false, isDerived: Bool,
    upstream: (any Leavable)? = nil
  ) {
    history = StreamHistory(capacity: capacity, replaysCurrent: replaysCurrent)
    self.replaysCurrent = replaysCurrent
    sharesGate = gate != nil
    super.init(
      context: context, capacity: capacity, overflow: overflow, gate: gate ?? Gate(),
      origin: origin, isDerived: isDerived, upstream: upstream)
  }

  // MARK: Inside the gate

  /// Tells every subscriber.
  ///
  /// The list stays as it is meanwhile, because whatever changes it comes through the gate.
  @inlinable
  func deliver(_ event: StreamEvent<Value>) {
    if case .finished = event { return conclude() }
    if !noted.isDisjoint(with: event.elements) { history.note(event) }
    var next = subscribers.head
    while let member = next {
      next = member._withUnsafeGuaranteedRef { subscriber in
        unsafeDowncast(subscriber, to: Receiver<Value>.self).receive(event)
        return subscriber.next
      }
    }
  }

  override func finishHistory() -> Bool {
    guard !history.isFinished else { return false }
    history.finish()
    noted = []
    return true
  }

  override var isConcluded: Bool { history.isFinished }

  /// Takes a newcomer in and gives it what is there for it.
  @usableFromInline
  func admit(_ receiver: Receiver<Value>) {
    guard receiver.isOpen else { return }
    var kept = history.welcome(for: receiver.elements)
    noted = history.noted
    if !history.isFinished { subscribers.append(receiver) }
    while let event = kept.popFirst() { receiver.receive(event, isKept: true) }
    if history.isFinished { receiver.end() }
  }

  /// Gives what is there for the first that comes, or takes it in.
  func admitForOne(_ receiver: Receiver<Value>) {
    guard receiver.isOpen else { return }
    guard let event = history.takeFirst() else { return admit(receiver) }
    receiver.receive(event)
  }

  func forgetCurrent() {
    perform { self.history.forgetCurrent() }
  }

  func forgetFailure() {
    perform { self.history.forgetFailure() }
  }

  func discardKept() {
    perform { self.history.discardKept() }
  }

  // MARK: From everywhere

  /// An element from outside; false if the stream has ended.
  ///
  /// Inside a callback it waits for its turn behind the work that runs.
  @inlinable
  @discardableResult
  func emit(_ event: StreamEvent<Value>) -> Bool {
    guard !isFinished else { return false }
    guard gate.enter() else {
      gate.later { self.deliver(event) }
      // An end that was handed in before it is known by now.
      return !isFinished
    }
    let isOpen = !hasEnded
    deliver(event)
    gate.leave()
    return isOpen
  }

  /// An event that a source has for a derived stream, from within the source's callback.
  @inlinable
  package func pass(_ event: StreamEvent<Value>) {
    if sharesGate {
      guard gate.depth < Gate.depthLimit else { return gate.later { self.deliver(event) } }
      gate.depth += 1
      deliver(event)
      gate.depth -= 1
    } else if gate.enterNested() {
      deliver(event)
      gate.leaveNested()
    } else {
      gate.later { self.deliver(event) }
    }
  }

  /// Calls back with each event.
  ///
  /// `whenAdmitted` runs in the moment from which on events come.
  @inlinable
  @discardableResult
  func subscribe(
    _ context: ExecutionContext?, capacity: Int? = nil, seat: Seat = Seat(),
    for elements: StreamElements = .all, whenAdmitted: (@Sendable () -> Void)? = nil,
    _ handler: @escaping Receiver<Value>.Handler
  ) -> Seat {
    let receiver = Receiver<Value>(
      of: self, at: context ?? self.context, capacity: capacity ?? self.capacity, seat,
      for: elements, handler)
    let isWanted = join(receiver)
    perform {
      whenAdmitted?()
      if isWanted { self.admit(receiver) }
    }
    return seat
  }
}
