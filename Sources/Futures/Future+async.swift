extension Future {
  /// Runs an async closure in a task of its own; cancelling the future cancels that task.
  ///
  /// Name the type, `Future<Int> { 42 }`, where the closure awaits nothing.
  ///
  /// Use it to hand async code to those who use futures. It fails with what the closure throws.
  /// Callbacks run in `context`, and the task with `priority`.
  ///
  /// ```
  /// Future { try await load() }     load  ──────1
  ///                                       ──────1
  /// ```
  public convenience init(
    context: ExecutionContext = .inline, priority: TaskPriority? = nil,
    _ body: @escaping @Sendable () async throws -> Value
  ) {
    let task = TaskHolder()
    self.init(context: context, onCancel: { task.cancel() })
    task.hold(
      Task(priority: priority) {
        do {
          self.complete(value: try await body())
        } catch {
          self.complete(error)
        }
        task.release()
      })
  }

  /// The value, for async callers.
  ///
  /// It resumes without a hop through the context, and throws the failure.
  ///
  /// ```
  /// try await f.value     f  ──────1
  ///                       await────1
  /// ```
  ///
  /// Cancelling the awaiting task ends the wait with `FuturesError.cancelled`, and the future is
  /// cancelled if nobody else wants it and its operation is one that stops then.
  @inlinable
  public var value: Value {
    get async throws {
      if !isCompleted { try await waitForCompletion() }
      return try get()
    }
  }
}

extension AnyFuture {
  @usableFromInline
  final func waitForCompletion() async throws {
    let waiter = Waiter(self)
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { waiter.begin($0) }
    } onCancel: {
      waiter.cancel()
    }
    settle()
  }
}

/// The task behind a future; it forgets it when it ends, because the task refers to the future.
final class TaskHolder: Sendable {
  private struct State {
    var task: Task<Void, Never>?
    var hasEnded = false
  }

  private let state = Lock(State())

  func hold(_ task: Task<Void, Never>) {
    state.withLock { if !$0.hasEnded { $0.task = task } }
  }

  func release() {
    _ = state.withLock { state in
      state.hasEnded = true
      return state.task.take()
    }
  }

  func cancel() {
    state.withLock { $0.task.take() }?.cancel()
  }
}

/// An awaiting task, registered at a future.
private final class Waiter: Job, @unchecked Sendable {
  typealias Continuation = UnsafeContinuation<Void, any Error>

  private enum State {
    case idle
    case waiting(Continuation)
    case done
  }

  private let source: AnyFuture
  private let state = Lock(State.idle)

  init(_ source: AnyFuture) {
    self.source = source
    super.init()
  }

  func begin(_ continuation: Continuation) {
    let isCancelled = state.withLock { state in
      guard case .idle = state else { return true }
      state = .waiting(continuation)
      return false
    }
    source.register(self)
    guard isCancelled else { return }
    // It came and went: a source that has no other party is given up.
    AnyFuture.giveUp(source.forget(self))
    continuation.resume(throwing: FuturesError.cancellation)
  }

  override func run() {
    takeContinuation()?.resume()
  }

  func cancel() {
    guard let continuation = takeContinuation() else { return }
    AnyFuture.giveUp(source.forget(self))
    continuation.resume(throwing: FuturesError.cancellation)
  }

  private func takeContinuation() -> Continuation? {
    state.withLock { state in
      guard case .waiting(let continuation) = state else {
        state = .done
        return nil
      }
      state = .done
      return continuation
    }
  }
}
