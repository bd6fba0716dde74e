import Glibc

/// A piece of work that became due: a registered callback whose future has its result, for example.
package protocol Job: AnyObject, Sendable {
  func run()
}

/// The one loop of a thread that runs what became due on it.
///
/// Work that becomes due while another piece runs waits its turn, so that a chain of any length
/// needs the stack of one link, and callbacks run in the order in which they became due.
package final class Trampoline {
  @exclusivity(unchecked) private var isRunning = false
  @exclusivity(unchecked) private var queue = FIFO<any Job>()

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { pointer in
      if let pointer { Unmanaged<Trampoline>.fromOpaque(pointer).release() }
    }
    return key
  }()

  /// The calling thread's own loop.
  package static var current: Trampoline {
    if let pointer = pthread_getspecific(key) {
      return Unmanaged<Trampoline>.fromOpaque(pointer).takeUnretainedValue()
    }
    let new = Trampoline()
    pthread_setspecific(key, Unmanaged.passRetained(new).toOpaque())
    return new
  }

  /// True inside a callback.
  package var isActive: Bool { isRunning }

  /// Adds work; `flush` starts it.
  package func append(_ job: any Job) {
    queue.append(job)
  }

  /// Runs what is due, unless a loop of this thread is at it already.
  package func flush() {
    guard !isRunning else { return }
    isRunning = true
    while let job = queue.popFirst() { job.run() }
    isRunning = false
  }

  /// Runs work now, or behind what is due already.
  package func run(_ job: any Job) {
    guard !isRunning else {
      queue.append(job)
      return
    }
    isRunning = true
    job.run()
    while let job = queue.popFirst() { job.run() }
    isRunning = false
  }
}

/// A closure as a piece of work.
package final class ClosureJob: Job {
  private let body: @Sendable () -> Void

  package init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  package func run() {
    body()
  }
}
