/// A value, or a failure, that is there now or later.
///
/// Register callbacks, derive futures from it with the combinators, or await its `value`. Nobody
/// has to keep a future for its callbacks to run: what completes it keeps it, and it keeps them.
/// Callbacks run once each, in the order of registration, in the future's `context`.
public final class Future<Value: Sendable>: AnyFuture, @unchecked Sendable {
  /// A future that has its value.
  public convenience init(value: Value, context: ExecutionContext = .inline) {
    self.init(context: context, outcome: .success(value))
  }

  /// A future that has failed.
  public convenience init(error: any Error, context: ExecutionContext = .inline) {
    self.init(context: context, outcome: .failure(error))
  }

  /// The result, if there is one.
  public var result: Result<Value, any Error>? {
    outcome?.result()
  }
}
