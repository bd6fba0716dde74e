/// Brings a derived future to another context than its own, in which its body runs.
final class Detour: Job, @unchecked Sendable {
  private let context: ExecutionContext
  private let target: AnyFuture

  init(to target: AnyFuture, by context: ExecutionContext) {
    self.context = context
    self.target = target
    super.init(runsInline: false)
  }

  override var site: ExecutionContext { context }

  override func run() {
    target.run()
  }

  override func abandon() {
    target.abandon()
  }
}
