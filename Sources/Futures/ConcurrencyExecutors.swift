import Dispatch

// Tasks may overtake each other; the mailbox sends one at a time, so order is kept.

/// An actor as an executor: work runs isolated to it.
final class ActorExecutor: ContextExecutor {
  private let actor: any Actor

  init(_ actor: any Actor) {
    self.actor = actor
  }

  func execute(_ work: @escaping @Sendable () -> Void) {
    Task { [actor] in await ActorExecutor.run(work, in: actor) }
  }

  private static func run(_ work: @Sendable () -> Void, in actor: isolated any Actor) {
    work()
  }

  /// Nobody can ask an actor; inside its own work it is known.
  var isCurrent: Bool { Trampoline.current.place?.executor === self }
}

/// The main actor as an executor.
final class MainActorExecutor: ContextExecutor {
  /// The main actor's place, unless the program has another main executor.
  private let mainQueue = QueueExecutor.mailbox(of: .main)

  func execute(_ work: @escaping @Sendable () -> Void) {
    Task { @MainActor in work() }
  }

  var isCurrent: Bool {
    Trampoline.current.place?.executor === self || mainQueue.executor.isCurrent
  }
}

/// A serial executor of Swift's concurrency.
final class SerialExecutorExecutor: ContextExecutor {
  /// An actor that runs where the executor does.
  private actor Tenant {
    private let executor: any SerialExecutor

    init(_ executor: any SerialExecutor) {
      self.executor = executor
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func run(_ work: @Sendable () -> Void) {
      work()
    }
  }

  private let executor: any SerialExecutor
  private let tenant: Tenant

  init(_ executor: any SerialExecutor) {
    self.executor = executor
    tenant = Tenant(executor)
  }

  func execute(_ work: @escaping @Sendable () -> Void) {
    Task { [tenant] in await tenant.run(work) }
  }

  var isCurrent: Bool {
    Trampoline.current.place?.executor === self || executor.isIsolatingCurrentContext() == true
  }
}

/// A task executor of Swift's concurrency, which may run other tasks at the same time.
final class TaskExecutorExecutor: ContextExecutor {
  private let executor: any TaskExecutor

  init(_ executor: any TaskExecutor) {
    self.executor = executor
  }

  func execute(_ work: @escaping @Sendable () -> Void) {
    Task(executorPreference: executor) { work() }
  }

  var isCurrent: Bool { Trampoline.current.place?.executor === self }
}
