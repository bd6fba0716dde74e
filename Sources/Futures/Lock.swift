#if THREAD_SANITIZER
  public import Glibc
#else
  public import Synchronization
#endif

/// A value that only one thread at a time can reach.
///
/// `Synchronization.Mutex` does the work. A build with `-D THREAD_SANITIZER` uses a
/// `pthread_mutex_t` instead, because the thread sanitizer on Linux does not see the futex calls
/// of a contended `Mutex` and reports races that are none.
///
/// Inlinable, since the other modules would otherwise look up the type of the mutex each time.
@usableFromInline
package struct Lock<Value>: ~Copyable, @unchecked Sendable {
  #if THREAD_SANITIZER
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
    @usableFromInline let storage: UnsafeMutablePointer<Value>

    @inlinable
    package init(_ initial: consuming sending Value) {
      mutex = .allocate(capacity: 1)
      mutex.initialize(to: pthread_mutex_t())
      pthread_mutex_init(mutex, nil)
      storage = .allocate(capacity: 1)
      storage.initialize(to: initial)
    }

    @inlinable
    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
      storage.deinitialize(count: 1)
      storage.deallocate()
    }

    /// Runs `body` with exclusive access to the value.
    ///
    /// Never call out of the package inside.
    @inlinable
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&storage.pointee)
    }
  #else
    @usableFromInline let mutex: Mutex<Value>

    @inlinable
    package init(_ initial: consuming sending Value) {
      mutex = Mutex(initial)
    }

    /// Runs `body` with exclusive access to the value.
    ///
    /// Never call out of the package inside.
    @inlinable
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      try mutex.withLock(body)
    }
  #endif
}
