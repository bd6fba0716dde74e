/// Which operation a stream belongs to: derived streams have the origin of their source.
///
/// The origin of a stream that a future leads to is known when the future has its result.
@usableFromInline
final class StreamOrigin: Sendable {
  private enum State: Sendable {
    case known(StreamOrigin)
    case pending([@Sendable (StreamOrigin) -> Bool])
    case root
  }

  private let state: Lock<State>

  @usableFromInline
  init(isPending: Bool = false) {
    state = Lock(isPending ? .pending([]) : .root)
  }

  /// Calls back with the root, at once if it is known.
  ///
  /// Returns what `body` did: whether a stream took the place of an older one of that root.
  func whenKnown(_ body: @escaping @Sendable (StreamOrigin) -> Bool) -> Bool {
    let known = state.withLock { state -> StreamOrigin? in
      switch state {
      case .root:
        return self
      case .known(let root):
        return root
      case .pending(let waiting):
        state = .pending(waiting + [body])
        return nil
      }
    }
    return known.map(body) ?? false
  }

  /// Makes this the same origin as another.
  @usableFromInline
  @discardableResult
  func resolve(to other: StreamOrigin) -> Bool {
    guard other !== self else { return become(.root, self) }
    return other.whenKnown { root in self.become(.known(root), root) }
  }

  private func become(_ new: State, _ root: StreamOrigin) -> Bool {
    let waiting = state.withLock { state -> [@Sendable (StreamOrigin) -> Bool] in
      guard case .pending(let waiting) = state else { return [] }
      state = new
      return waiting
    }
    return waiting.reduce(false) { hasReplaced, body in body(root) || hasReplaced }
  }
}
