/// The state of a stream.
///
/// Generic over who is subscribed; it performs nothing.
struct StreamCore<Subscriber: Sendable>: Sendable {
  typealias Element = Outcome

  private enum Phase: Sendable {
    /// Nobody has come yet; what arrives is kept for the first.
    case collecting(FIFO<Element>)
    case delivering
    /// Over; what the first subscriber did not come for is kept for it.
    case finished(FIFO<Element>)
  }

  /// What a newcomer is given at once.
  struct Welcome: Sendable {
    let registration: Int32
    let kept: FIFO<Element>
    let isFinished: Bool
  }

  /// What the end sets free.
  struct Finale: Sendable {
    let subscribers: Slots<Subscriber>
    let watchers: Slots<Subscriber>
    let upstream: (any Cancellable)?
  }

  private let keepLimit: Int
  private let replaysCurrent: Bool
  private var phase = Phase.collecting(FIFO())
  private var current: Element?
  private var watchers = Slots<Subscriber>()
  private(set) var subscribers = Slots<Subscriber>()
  private(set) var upstream: (any Cancellable)?

  init(capacity: Int, replaysCurrent: Bool, upstream: (any Cancellable)?) {
    keepLimit = max(16, capacity)
    self.replaysCurrent = replaysCurrent
    self.upstream = upstream
  }

  var isFinished: Bool {
    if case .finished = phase { true } else { false }
  }

  /// Notes an element for those who come later; false if the stream is over.
  mutating func accept(_ element: Element) -> Bool {
    if replaysCurrent, !isFinished { current = element }
    switch phase {
    case .delivering:
      return true
    case .finished:
      return false
    case .collecting(var kept):
      guard !replaysCurrent else { return true }
      // The copy in the phase goes first, so that the queue is changed in place.
      phase = .delivering
      if kept.count >= keepLimit { _ = kept.popFirst() }
      kept.append(element)
      phase = .collecting(kept)
      return true
    }
  }

  mutating func subscribe(_ subscriber: Subscriber) -> Welcome {
    var kept = takeKept()
    if let current { kept.append(current) }
    guard !isFinished else { return Welcome(registration: -1, kept: kept, isFinished: true) }
    phase = .delivering
    let registration = subscribers.insert(subscriber)
    return Welcome(registration: registration, kept: kept, isFinished: false)
  }

  /// What everybody has seen is no longer given to newcomers.
  mutating func forgetCurrent() {
    guard case .collecting = phase else { return current = nil }
  }

  /// Gives back what was kept for the first subscriber, who no longer gets it.
  mutating func discardKept() -> FIFO<Element> {
    guard case .collecting(let kept) = phase else { return FIFO() }
    phase = .collecting(FIFO())
    return kept
  }

  /// `nil` if the stream is over.
  mutating func watch(_ watcher: Subscriber) -> Int32? {
    isFinished ? nil : watchers.insert(watcher)
  }

  /// Takes the oldest kept element, or looks at the current one.
  mutating func takeFirst() -> Element? {
    if let current { return current }
    switch phase {
    case .delivering:
      return nil
    case .collecting(var kept):
      phase = .delivering
      defer { phase = .collecting(kept) }
      return kept.popFirst()
    case .finished(var kept):
      defer { phase = .finished(kept) }
      return kept.popFirst()
    }
  }

  /// Takes a subscriber away; true if it was the last.
  mutating func remove(_ registration: Int32) -> Bool {
    subscribers.remove(registration) != nil && subscribers.isEmpty
  }

  mutating func removeWatcher(_ registration: Int32) {
    _ = watchers.remove(registration)
  }

  /// `nil` if it was over.
  mutating func finish() -> Finale? {
    guard !isFinished else { return nil }
    phase = .finished(takeKept())
    let finale = Finale(subscribers: subscribers, watchers: watchers, upstream: upstream.take())
    subscribers = Slots()
    watchers = Slots()
    return finale
  }

  private mutating func takeKept() -> FIFO<Element> {
    switch phase {
    case .delivering:
      return FIFO()
    case .collecting(let kept):
      return kept
    case .finished(let kept):
      phase = .finished(FIFO())
      return kept
    }
  }
}
