/// What stands behind a pending future and can be given up.
enum FutureLink: Sendable {
  case none
  case operation(onCancel: @Sendable () -> Void)
  /// A derived future that waits for its source, in another context by a detour.
  case waiting(for: AnyFuture, by: Detour?, AnyFuture.Body)
  /// The body of a derived future runs; it finds out by itself if that was given up meanwhile.
  case transforming
  /// A derived future that completes as another one does.
  case following(AnyFuture)
  /// The future that follows this one follows what this one would, and stands for both.
  case moved(to: AnyFuture)
  /// One of the others, and a timer that ends with the future.
  case timed(FutureTimer)

  /// What it is without its timer.
  var untimed: FutureLink {
    if case .timed(let timer) = self { timer.link } else { self }
  }

  /// Becomes another one, with the same timer, and returns what it was.
  mutating func go(on new: consuming FutureLink) -> FutureLink {
    // Swapped rather than copied, which would count references.
    if case .timed(let timer) = self {
      swap(&timer.link, &new)
    } else {
      swap(&self, &new)
    }
    return new
  }

  /// Becomes nothing, and returns what it was.
  mutating func end() -> FutureLink {
    var old = FutureLink.none
    swap(&self, &old)
    return old
  }

  func stopTimer() {
    if case .timed(let timer) = self { timer.cancel() }
  }
}
