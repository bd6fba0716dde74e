/// Who is told that a future has its result: a callback, an awaiting task, a derived future.
package protocol FutureObserver: Job {
  /// Where it runs.
  var site: ExecutionContext { get }
  /// Its place at the future, or -1; guarded by that future's latch.
  var place: Int { get set }
}

/// Registers a derived future whose body runs in another context than its own.
final class Detour: FutureObserver {
  let site: ExecutionContext
  private let target: AnyFuture

  init(to target: AnyFuture, by site: ExecutionContext) {
    self.site = site
    self.target = target
  }

  var place: Int {
    get { target.place }
    set { target.place = newValue }
  }

  func run() {
    target.run()
  }
}
