import Glibc

/// The one loop of a thread that runs what became due on it.
///
/// Work that becomes due while another piece runs waits its turn, so that a chain of any length
/// needs the stack of one link, and callbacks run in the order in which they became due.
///
/// A handle to memory of the thread rather than a class: it is asked for at each completion, and
/// counting references to it was a tenth of the time of a chain. Only its own thread may use it.
@usableFromInline
struct Trampoline {
  /// Jobs are owned by the queue that they are in.
  private struct State {
    var isRunning = false
    /// The head of the queue: in a chain, the one piece that is due.
    var next: Unmanaged<Job>?
    var queue = FIFO<Unmanaged<Job>>()
    /// Not counted: whoever runs the mailbox's work keeps it.
    unowned(unsafe) var place: Mailbox?
    var nesting = 0
  }

  private let state: UnsafeMutablePointer<State>

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { pointer in
      guard let pointer else { return }
      let state = pointer.assumingMemoryBound(to: State.self)
      state.deinitialize(count: 1)
      state.deallocate()
    }
    return key
  }()

  /// The calling thread's own loop.
  static var current: Trampoline {
    if let pointer = pthread_getspecific(key) {
      return Trampoline(state: pointer.assumingMemoryBound(to: State.self))
    }
    let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
    state.initialize(to: State())
    pthread_setspecific(key, state)
    return Trampoline(state: state)
  }

  /// True inside a callback.
  var isActive: Bool { state.pointee.isRunning }

  /// The mailbox whose work runs at the moment.
  var place: Mailbox? {
    get { state.pointee.place }
    nonmutating set { state.pointee.place = newValue }
  }

  /// How many gates of streams the running work is inside of by passing an element on.
  var nesting: Int {
    get { state.pointee.nesting }
    nonmutating set { state.pointee.nesting = newValue }
  }

  /// Adds work; `flush` starts it.
  func append(_ job: Unmanaged<Job>) {
    if state.pointee.next == nil {
      state.pointee.next = job
    } else {
      state.pointee.queue.append(job)
    }
  }

  /// Runs what is due, unless a loop of this thread is at it already.
  func flush() {
    if enter() { leave() }
  }

  /// Runs work now, or behind what is due already.
  func run(_ job: Unmanaged<Job>) {
    guard enter() else { return append(job) }
    Trampoline.perform(job)
    leave()
  }

  func run(_ job: Job) {
    run(.passRetained(job))
  }

  /// Begins the loop with work that the caller does itself; false inside a callback.
  func enter() -> Bool {
    guard !state.pointee.isRunning else { return false }
    state.pointee.isRunning = true
    return true
  }

  /// Runs what became due since `enter`, and ends the loop.
  @usableFromInline
  func leave() {
    while let job = state.pointee.next {
      state.pointee.next = state.pointee.queue.popFirst()
      Trampoline.perform(job)
    }
    state.pointee.isRunning = false
  }

  @inline(__always)
  private static func perform(_ job: Unmanaged<Job>) {
    job._withUnsafeGuaranteedRef { $0.run() }
    job.release()
  }
}
