/// How a future that another one follows leaves its place to that.
extension AnyFuture {
  /// Lets the future that follows this one stand for both, and returns it, if nobody else waits.
  ///
  /// A loop of flatMaps would hold one future for each of its turns otherwise.
  func move() -> AnyFuture? {
    guard latch.enter() else { return nil }
    guard link.isTransforming, let only = completion.only,
      let follower = only.takeUnretainedValue().asFollower
    else {
      latch.leave()
      return nil
    }
    completion = Completion()
    link = .moved(to: follower)
    latch.move()
    only.release()
    return follower
  }

  /// The future that stands for this one.
  var successor: AnyFuture? {
    guard latch.isMoved, latch.enterMoved() else { return nil }
    defer { latch.move() }
    return link.successor
  }

  /// Takes over the result of the future that stands for this one, if there is one.
  @inline(never)
  func hasSettled() -> Bool {
    guard let successor, successor.isCompleted else { return latch.isClosed }
    if latch.enterMoved() {
      // Never open in between: nobody may complete it otherwise, or find it pending.
      copyResult(of: successor)
      link = .none
      latch.close()
    }
    return latch.isClosed
  }

  /// Sees to it that the result is here before somebody reads it who was told that there is one.
  @usableFromInline
  func settle() {
    if latch.isMoved { _ = hasSettled() }
  }
}
