import Synchronization

/// The least that a future can be: an instance with one word that changes atomically.
final class Cell: Sendable {
  let state = Atomic(0)

  /// Out of line, or the optimiser would put the instance on the stack.
  @inline(never)
  static func make() -> Cell { Cell() }
}

extension Workload {
  /// One final class instance, one compare-and-swap, released.
  static let floor = Workload("instance + compare-and-swap") { count in
    var sum = 0
    for i in 0..<count {
      let (_, original) = Cell.make().state.compareExchange(
        expected: 0, desired: 1, ordering: .acquiringAndReleasing)
      sum &+= original &+ i
    }
    return sum
  }

  /// A promise of another making: made, registered at, completed.
  static func oneShot<P: OneShot>(_ name: String, _ type: P.Type) -> Workload {
    Workload(name) { count in
      let tally = Tally()
      for i in 0..<count {
        let promise = make(type)
        promise.whenGiven { tally.add($0) }
        promise.give(i)
      }
      return tally.total
    }
  }
}

/// Out of line, or the optimiser would put small ones on the stack.
@inline(never)
private func make<P: OneShot>(_ type: P.Type) -> P { P() }

/// A promise with one callback.
protocol OneShot: Sendable {
  init()
  func whenGiven(_ body: @escaping @Sendable (Int) -> Void)
  func give(_ value: Int)
}

/// The least that a promise can be: one callback, one value, no error, no context, no cancelling.
final class MinimalPromise: OneShot {
  private enum State { static let empty = 0, registered = 1, given = 2 }

  private let state = Atomic(State.empty)
  /// Both are written before the state says so, and read after.
  nonisolated(unsafe) private var callback: (@Sendable (Int) -> Void)?
  nonisolated(unsafe) private var value = 0

  func whenGiven(_ body: @escaping @Sendable (Int) -> Void) {
    callback = body
    let (isRegistered, _) = state.compareExchange(
      expected: State.empty, desired: State.registered, ordering: .acquiringAndReleasing)
    if !isRegistered { body(value) }
  }

  func give(_ value: Int) {
    self.value = value
    let before = state.exchange(State.given, ordering: .acquiringAndReleasing)
    if before == State.registered { callback?(value) }
  }
}

/// A promise as one writes it in five minutes: any number of callbacks behind a mutex.
final class MutexPromise: OneShot {
  private struct State {
    var value: Int?
    var callbacks: [@Sendable (Int) -> Void] = []
  }

  private let state = Mutex(State())

  func whenGiven(_ body: @escaping @Sendable (Int) -> Void) {
    let value = state.withLock { state in
      if state.value == nil { state.callbacks.append(body) }
      return state.value
    }
    if let value { body(value) }
  }

  func give(_ value: Int) {
    let due = state.withLock { state in
      state.value = value
      defer { state.callbacks = [] }
      return state.callbacks
    }
    for body in due { body(value) }
  }
}
