import Futures

/// Does something again and again until it is cancelled.
final class Repetition: Cancellable {
  private struct Shared {
    var timer: (any Cancellable)?
    var isOver = false
  }

  private let interval: Duration
  // A loop that nobody turns any more need not stay for it.
  private weak let executor: (any ContextExecutor)?
  private let action: @Sendable () -> Void
  private let shared = Lock(Shared())

  /// An interval of less than a millisecond would let no time go by, and is one.
  init(
    every interval: Duration, on executor: any ContextExecutor,
    _ action: @escaping @Sendable () -> Void
  ) {
    self.interval = max(interval, Duration.milliseconds(1))
    self.executor = executor
    self.action = action
    arm()
  }

  func cancel() {
    shared.withLock { shared in
      shared.isOver = true
      return shared.timer
    }?.cancel()
  }

  private func arm() {
    guard
      let timer = executor?.schedule(
        after: interval,
        { [self] in
          guard !shared.withLock({ $0.isOver }) else { return }
          action()
          arm()
        })
    else { return }
    let isOver = shared.withLock { shared in
      shared.timer = timer
      return shared.isOver
    }
    if isOver { timer.cancel() }
  }
}
