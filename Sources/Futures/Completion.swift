/// The state of a future: what it waits for, or what it became.
///
/// Generic over who is told.
///
/// It performs nothing: each decision returns what its caller has to do after the lock.
package struct Completion<Value: Sendable, Observer: Sendable>: Sendable {
  /// What the first result sets free.
  package struct Outcome: Sendable {
    package let due: Slots<Observer>
    package let onCancel: (@Sendable () -> Void)?
    package let timer: (any Cancellable)?
  }

  package private(set) var result: Result<Value, any Error>?
  private var observers = Slots<Observer>()
  private var onCancel: (@Sendable () -> Void)?
  private var timer: (any Cancellable)?

  package init(result: Result<Value, any Error>? = nil, onCancel: (@Sendable () -> Void)? = nil) {
    self.result = result
    self.onCancel = onCancel
  }

  /// True if cancelling it stops something.
  package var hasHandler: Bool { onCancel != nil }

  /// True while there is no result and no party that wants one.
  package var isUnwanted: Bool { result == nil && observers.isEmpty }

  /// The first result wins; `nil` for a later one.
  package mutating func complete(_ result: Result<Value, any Error>) -> Outcome? {
    guard self.result == nil else { return nil }
    self.result = result
    let outcome = Outcome(due: observers, onCancel: onCancel.take(), timer: timer.take())
    observers = Slots()
    return outcome
  }

  /// The registration, or `nil` if the observer is due at once.
  package mutating func register(_ observer: Observer) -> Int? {
    guard result == nil else { return nil }
    return observers.insert(observer)
  }

  /// Takes an observer away; true if it was the last one that waited.
  package mutating func remove(_ registration: Int) -> Bool {
    guard result == nil, observers.remove(registration) != nil else { return false }
    return observers.isEmpty
  }

  /// Keeps a timer until there is a result; false if there is one already.
  package mutating func keep(_ timer: any Cancellable) -> Bool {
    guard result == nil else { return false }
    self.timer = timer
    return true
  }
}
