extension Future {
  /// Both values.
  ///
  /// Fails as soon as one of them fails, and then leaves the other.
  public func zip<Other: Sendable>(_ other: Future<Other>) -> Future<(Value, Other)> {
    let collector = Collector<(Value, Other)>(context: context)
    let halves = Halves<Value, Other>()
    collector.follow(self) { halves.set(left: $0) }
    collector.follow(other) { halves.set(right: $0) }
    return collector.future
  }
}

private final class Halves<Left: Sendable, Right: Sendable>: Sendable {
  private struct State: Sendable {
    var left: Left?
    var right: Right?
  }

  private let state = Lock(State())

  func set(left: Left? = nil, right: Right? = nil) -> (Left, Right)? {
    state.withLock { state in
      if let left { state.left = left }
      if let right { state.right = right }
      guard let left = state.left, let right = state.right else { return nil }
      return (left, right)
    }
  }
}
