/// How a derived future gets its result.
extension AnyFuture {
  /// Waits for its source; `body` runs in `context`, the source's if `nil`.
  @usableFromInline
  func wait(
    for source: AnyFuture, at context: ExecutionContext?, _ body: consuming @escaping Body
  ) {
    guard let context, context != self.context else {
      link = .waiting(for: source, by: nil, consume body)
      return source.register(self)
    }
    waitElsewhere(for: source, at: context, consume body)
  }

  /// Waits for its source in a context that is not its own.
  private func waitElsewhere(
    for source: AnyFuture, at context: ExecutionContext, _ body: consuming @escaping Body
  ) {
    guard context.mailbox != nil else {
      link = .waiting(for: source, by: nil, consume body)
      runsInline = true
      return source.register(self)
    }
    let detour = Detour(to: self, by: context)
    link = .waiting(for: source, by: detour, consume body)
    source.register(detour)
  }

  /// Completes as another future does, which has the same type.
  @usableFromInline
  func follow(_ inner: AnyFuture) {
    guard !inner.isCompleted else { return adopt(inner) }
    var follower = self
    while let next = follower.move() { follower = next }
    follower.begin(following: inner)
  }

  private func begin(following inner: AnyFuture) {
    place = -1
    runsInline = true
    guard latch.enter() else {
      // It was cancelled meanwhile: a future that nobody else wants is given up.
      inner.register(self)
      return AnyFuture.giveUp(inner.forget(self))
    }
    _ = link.go(on: .following(inner))
    latch.leave()
    inner.register(self)
    // Cancelled before it was registered: whoever comes second takes it away.
    if isCompleted { AnyFuture.giveUp(inner.forget(self)) }
  }
}
