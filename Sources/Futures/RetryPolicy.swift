/// When an operation that failed is tried again.
///
/// ```
/// .constant(.seconds(1), attempts: 3)           try ─1s─ try ─1s─ try
/// .exponential(initial: .seconds(1), cap: .seconds(4), jitter: 0, attempts: 5)
///                                               try ─1s─ try ─2s─ try ─4s─ try ─4s─ try
/// ```
public struct RetryPolicy: Sendable {
  /// How often the operation is tried in all; at least once.
  public var attempts: Int
  /// The pause before the second attempt.
  public var initial: Duration
  /// How much longer each pause is than the one before.
  public var factor: Double
  /// No pause is longer than this.
  public var cap: Duration
  /// The part of a pause that chance may take away, from 0 to 1, so that many who failed together
  /// do not try again together.
  public var jitter: Double
  /// No attempt begins later than this after the first; `nil` if that does not matter.
  public var limit: Duration?
  /// Which errors are worth another attempt.
  ///
  /// A cancelled attempt is never repeated, whatever this says.
  public var accepts: @Sendable (any Error) -> Bool
  /// A number of at least 0 and less than 1, for the jitter; tests give one that is the same each
  /// time.
  public var chance: @Sendable () -> Double

  /// The same pause before each further attempt.
  public static func constant(_ pause: Duration, attempts: Int) -> RetryPolicy {
    exponential(initial: pause, factor: 1, cap: pause, jitter: 0, attempts: attempts)
  }

  /// Pauses that grow up to a cap.
  public static func exponential(
    initial: Duration, factor: Double = 2, cap: Duration = .seconds(60), jitter: Double = 0.5,
    attempts: Int
  ) -> RetryPolicy {
    RetryPolicy(
      attempts: attempts, initial: initial, factor: factor, cap: cap, jitter: jitter, limit: nil,
      accepts: { _ in true }, chance: { Double.random(in: 0..<1) })
  }

  /// As often as it takes, with the same pause; bound it with `within(_:)`, or cancel it.
  ///
  /// Let the pause be more than nothing: an operation that fails at once is tried again at once
  /// without one, and the thread does nothing else.
  public static func forever(pause: Duration) -> RetryPolicy {
    constant(pause, attempts: .max)
  }

  /// This policy, but no attempt begins later than `limit` after the first.
  ///
  /// A pause that would end later is not waited for: the last failure comes at once. An attempt
  /// that runs is not cut short; give it a `timeout` for that.
  public func within(_ limit: Duration) -> RetryPolicy {
    var policy = self
    policy.limit = min(limit, self.limit ?? limit)
    return policy
  }

  /// This policy, but errors that the closure does not accept end it.
  public func onlyIf(_ accepts: @escaping @Sendable (any Error) -> Bool) -> RetryPolicy {
    var policy = self
    policy.accepts = { [before = self.accepts] error in before(error) && accepts(error) }
    return policy
  }

  /// This policy, with numbers for the jitter that you choose: at least 0 and less than 1.
  public func drawing(_ chance: @escaping @Sendable () -> Double) -> RetryPolicy {
    var policy = self
    policy.chance = chance
    return policy
  }

  /// The pause after so many failed attempts, which is at least one.
  func pause(after failures: Int) -> Duration {
    guard initial > .zero, cap > .zero else { return .zero }
    let grown = initial.seconds * power(factor, failures - 1)
    // What is no number has grown out of all bounds.
    let pause = grown.isNaN ? cap.seconds : min(grown, cap.seconds)
    let part = jitter > 0 ? min(jitter, 1) * min(max(chance(), 0), 1) : 0
    return .nanoseconds(Int64(max(pause * (1 - part), 0) * 1e9 + 0.5))
  }

  private func power(_ base: Double, _ exponent: Int) -> Double {
    var (result, square, rest) = (1.0, base, exponent)
    while rest > 0 {
      if rest & 1 == 1 { result *= square }
      square *= square
      rest >>= 1
    }
    return result
  }
}

extension Duration {
  /// In seconds; no more than can be told in nanoseconds.
  fileprivate var seconds: Double {
    min(self / .seconds(1), 2_000_000_000)
  }
}
