import Glibc

/// The threads that a bus thread wakes as soon as it has handled what came together.
///
/// Messages come several at a time. Waking the thread of the callbacks for each of them, which falls
/// asleep again before the next, takes as long as all that is done with a message; so it is woken
/// once, behind the last. Only what handles readiness postpones: that never blocks.
final class PostponedBells {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  private var owed: [LoopCore] = []

  /// True if the bell is rung later, by this thread.
  static func postpone(_ core: LoopCore) -> Bool {
    guard let pointer = pthread_getspecific(key) else { return false }
    Unmanaged<PostponedBells>.fromOpaque(pointer).takeUnretainedValue().owed.append(core)
    return true
  }

  /// Rings after the closure the bells that were to be rung in it.
  func during(_ body: () -> Void) {
    pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
    body()
    pthread_setspecific(Self.key, nil)
    for core in owed { core.ring() }
    owed.removeAll(keepingCapacity: true)
  }
}
