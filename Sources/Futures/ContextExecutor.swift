/// What an execution context is made of: a place where work runs, one piece after the other.
///
/// Implement it to have callbacks run in a loop of your own.
public protocol ContextExecutor: AnyObject, Sendable {
  /// Runs work later, in the order of the calls and never two pieces at once.
  func execute(_ work: @escaping @Sendable () -> Void)

  /// Runs work after a delay; cancelling what is returned lets go of it at once.
  func schedule(
    after delay: Duration, _ work: @escaping @Sendable () -> Void
  ) -> any Cancellable

  /// True if the caller runs inside this executor.
  var isCurrent: Bool { get }
}
