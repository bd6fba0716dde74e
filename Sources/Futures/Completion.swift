/// Who waits for a future, and what becomes of them: the part of its state that has no value.
///
/// Generic over who is told. It performs nothing: each decision returns what its caller has to do
/// after the lock.
package struct Completion<Observer: Sendable>: Sendable {
  /// What the first completion sets free.
  package struct Release: Sendable {
    package let due: Slots<Observer>
    package let timer: HeldTimer?
  }

  package private(set) var isComplete = false
  private var observers = Slots<Observer>()
  private var timer: HeldTimer?

  package init() {}

  /// True while it is not complete and no party waits.
  package var isUnwanted: Bool { !isComplete && observers.isEmpty }

  /// The first completion wins; `nil` for a later one.
  package mutating func complete() -> Release? {
    guard !isComplete else { return nil }
    isComplete = true
    return Release(due: observers.takeAll(), timer: timer.take())
  }

  /// The registration, or `nil` if the observer is due at once.
  package mutating func register(_ observer: Observer) -> Int? {
    guard !isComplete else { return nil }
    return observers.insert(observer)
  }

  /// Takes an observer away; true if it was the last one that waited.
  package mutating func remove(_ registration: Int) -> Bool {
    guard !isComplete, observers.remove(registration) != nil else { return false }
    return observers.isEmpty
  }

  /// Keeps a timer until it is complete; false if it is already.
  package mutating func keep(_ timer: HeldTimer) -> Bool {
    guard !isComplete else { return false }
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
