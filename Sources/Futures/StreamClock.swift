/// The one timer of an operator that looks at time.
///
/// Setting it again replaces what it was set to; a tick that was under way then is not told.
@usableFromInline
final class StreamClock: Leavable {
  private struct State {
    var generation = 0
    var timer: (any Cancellable)?
    var isOver = false
  }

  private let context: ExecutionContext
  private let tick: @Sendable () -> Void
  private let state = Lock(State())

  @usableFromInline
  init(_ context: ExecutionContext, tick: @escaping @Sendable () -> Void) {
    self.context = context
    self.tick = tick
  }

  /// Ticks once after a time, and not as it was set to before.
  @usableFromInline
  func set(_ delay: Duration) {
    let (generation, old) = state.withLock { state in
      state.generation += 1
      return (state.generation, state.timer.take())
    }
    old?.cancel()
    let timer = context.schedule(after: delay) { [self] in
      let isDue = state.withLock { $0.generation == generation && !$0.isOver }
      if isDue { tick() }
    }
    let isKept = state.withLock { state in
      guard state.generation == generation, !state.isOver else { return false }
      state.timer = timer
      return true
    }
    if !isKept { timer.cancel() }
  }

  @usableFromInline
  func leave(quietly: Bool) {
    let timer = state.withLock { state in
      state.isOver = true
      return state.timer.take()
    }
    timer?.cancel()
  }
}
