/// The state of a future: what it waits for, or what it became.
///
/// Generic over who is told. It performs nothing: each decision returns what its caller has to do
/// after the lock.
package struct Completion<Observer: Sendable>: Sendable {
  /// What the first outcome sets free.
  package struct Release: Sendable {
    package let due: Slots<Observer>
    package let timer: HeldTimer?
  }

  package private(set) var outcome: Outcome?
  private var observers = Slots<Observer>()
  private var timer: HeldTimer?

  package init(outcome: Outcome? = nil) {
    self.outcome = outcome
  }

  /// True while there is no outcome and no party that wants one.
  package var isUnwanted: Bool { outcome == nil && observers.isEmpty }

  /// The first outcome wins; `nil` for a later one.
  package mutating func complete(_ outcome: Outcome) -> Release? {
    guard self.outcome == nil else { return nil }
    self.outcome = outcome
    let release = Release(due: observers, timer: timer.take())
    observers = Slots()
    return release
  }

  /// The registration, or `nil` if the observer is due at once.
  package mutating func register(_ observer: Observer) -> Int? {
    guard outcome == nil else { return nil }
    return observers.insert(observer)
  }

  /// Takes an observer away; true if it was the last one that waited.
  package mutating func remove(_ registration: Int) -> Bool {
    guard outcome == nil, observers.remove(registration) != nil else { return false }
    return observers.isEmpty
  }

  /// Keeps a timer until there is an outcome; false if there is one already.
  package mutating func keep(_ timer: HeldTimer) -> Bool {
    guard outcome == nil else { return false }
    self.timer = timer
    return true
  }
}

/// A timer behind one word, because few futures have one.
package final class HeldTimer: Sendable {
  private let timer: any Cancellable

  package init(_ timer: any Cancellable) {
    self.timer = timer
  }

  package func cancel() {
    timer.cancel()
  }
}
