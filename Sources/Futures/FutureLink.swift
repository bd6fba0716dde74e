/// What stands behind a pending future and can be given up.
///
/// It is moved and never copied: each copy would count references.
enum FutureLink: ~Copyable, Sendable {
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

  /// Becomes another one, with the same timer, and returns what it was.
  mutating func go(on new: consuming FutureLink) -> FutureLink {
    if let timer {
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

  /// Stops its timer, and returns what else it is.
  consuming func untimed() -> FutureLink {
    guard let timer else { return self }
    timer.cancel()
    return timer.link.end()
  }

  private var timer: FutureTimer? {
    switch self {
    case .timed(let timer): timer
    default: nil
    }
  }

  var isNone: Bool {
    switch self {
    case .none: true
    default: false
    }
  }

  var isTransforming: Bool {
    switch self {
    case .transforming: true
    default: false
    }
  }

  var isFollowing: Bool {
    switch self {
    case .following: true
    default: false
    }
  }

  var successor: AnyFuture? {
    switch self {
    case .moved(let successor): successor
    default: nil
    }
  }
}
