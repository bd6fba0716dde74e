/// A piece of work that becomes due: what futures and callbacks are for the loop that runs them.
///
/// You never make one. A class and not a protocol, so that the loop and the futures can hand a job
/// on in one word, as a reference that one of them owns: counting references at each hand-over was
/// a third of the time of a chain. `@unchecked Sendable`, because subclasses are not checked
/// otherwise; what it has itself belongs to the future or the loop that has the job.
public class Job: @unchecked Sendable {
  /// Its place at the future at which it is registered, or -1; guarded by that future's latch.
  @exclusivity(unchecked) final var place: Int = -1
  /// Whether it runs where it becomes due, and not in `site`.
  @exclusivity(unchecked) final var runsInline: Bool

  @usableFromInline
  init(runsInline: Bool = true) {
    self.runsInline = runsInline
  }

  /// Where it runs, unless it runs inline.
  var site: ExecutionContext { .inline }

  package func run() {}

  /// Its context has gone, so it will not run.
  func abandon() {}

  /// This job, if it is a future that will complete as the one does at which it is registered.
  var asFollower: AnyFuture? { nil }
}

/// A closure as a piece of work.
final class ClosureJob: Job, @unchecked Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
    super.init()
  }

  override func run() {
    body()
  }
}
