/// A lock beside typed state that it guards.
///
/// It is not generic: what is generic over the values of a stream is compiled where their type is
/// known, which cannot look into `Lock`.
@usableFromInline
final class StreamLock: Sendable {
  private let lock = Lock(())

  @usableFromInline
  init() {}

  @usableFromInline
  func withLock(_ body: () -> Void) {
    lock.withLock { _ in body() }
  }
}
