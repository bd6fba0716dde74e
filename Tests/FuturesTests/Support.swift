import Futures
import Glibc
import Synchronization

/// Collects what callbacks are given, in order.
final class Recorder<Element: Sendable>: Sendable {
  private let state = Lock<[Element]>([])

  func add(_ element: Element) {
    state.withLock { $0.append(element) }
  }

  var elements: [Element] { state.withLock { $0 } }
}

/// Counts its living instances.
final class Counted: Sendable {
  final class Count: Sendable {
    private let alive = Atomic(0)

    func change(_ by: Int) { alive.wrappingAdd(by, ordering: .sequentiallyConsistent) }
    var value: Int { alive.load(ordering: .sequentiallyConsistent) }
  }

  private let count: Count

  init(_ count: Count) {
    self.count = count
    count.change(1)
  }

  func touch() {}

  deinit { count.change(-1) }
}

struct TestError: Error, Equatable {
  let name: String
  init(_ name: String = "test") { self.name = name }
}

/// Runs a body on a thread of its own with a stack of 512 KiB, and waits for it.
func onSmallStack(_ body: @escaping @Sendable () -> Void) {
  onThreads(1) { _ in body() }
}

/// Runs a body on so many threads of their own, each with a stack of 512 KiB, and waits for them.
///
/// The pools of Dispatch and of the tasks may have no second thread to give.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  for thread in (0..<count).map({ index in startThread { body(index) } }) {
    pthread_join(thread, nil)
  }
}

/// Starts a thread with a stack of 512 KiB, which is to be joined.
func startThread(_ body: @escaping @Sendable () -> Void) -> pthread_t {
  final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
  let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
  defer { attributes.deallocate() }
  pthread_attr_init(attributes)
  pthread_attr_setstacksize(attributes, 512 * 1024)
  defer { pthread_attr_destroy(attributes) }
  var thread = pthread_t()
  let failure = pthread_create(
    &thread, attributes,
    { pointer in
      guard let pointer else { return nil }
      Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run()
      return nil
    }, Unmanaged.passRetained(Body(body)).toOpaque())
  precondition(failure == 0, "no thread")
  return thread
}

/// Runs two bodies on two threads at once and waits for both.
func race(_ first: @escaping @Sendable () -> Void, _ second: @escaping @Sendable () -> Void) {
  onThreads(2) { $0 == 0 ? first() : second() }
}

extension Result where Failure == any Error {
  /// The code of a failure of this library.
  var code: FuturesError.Code? {
    guard case .failure(let error) = self else { return nil }
    return (error as? FuturesError)?.code
  }

  var value: Success? { try? get() }
}

/// How long a body keeps the processor busy on this thread, whatever else the machine does.
func processorTime(_ body: () -> Void) -> Duration {
  func now() -> Duration {
    // As two words, since the members of `timespec` belong to another module in a release build.
    withUnsafeTemporaryAllocation(of: Int.self, capacity: 2) { words in
      words.withMemoryRebound(to: timespec.self) { time in
        if let time = time.baseAddress { _ = clock_gettime(CLOCK_THREAD_CPUTIME_ID, time) }
      }
      return .seconds(words[0]) + .nanoseconds(words[1])
    }
  }
  let start = now()
  body()
  return now() - start
}
