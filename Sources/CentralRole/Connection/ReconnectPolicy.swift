/// Whether and when the library makes a lost link again.
///
/// A policy counts the tries that follow one another; a link that held for a minute is a success,
/// and the count begins anew. ``CentralError/forcedDisconnect`` and failures that another try cannot
/// mend, such as ``CentralError/wrongBearer``, end the tries.
public struct ReconnectPolicy: Sendable, Hashable {
  let first: Duration
  let factor: Double
  let longest: Duration
  let limit: Int

  /// The program decides, for instance by ``Peripheral/reconnect(withDelay:)``.
  public static let never = ReconnectPolicy(
    first: .zero, factor: 1, longest: .zero, limit: 0)

  /// At once, so many times in a row.
  ///
  /// A peripheral that drops each link at once is asked in quick succession; prefer
  /// ``growing(from:to:factor:limit:)`` without a limit.
  public static func immediately(limit: Int = .max) -> ReconnectPolicy {
    ReconnectPolicy(first: .zero, factor: 1, longest: .zero, limit: max(0, limit))
  }

  /// After a delay that grows with each try that fails.
  /// - Parameters:
  ///   - first: the delay before the first try, up to a day.
  ///   - longest: no delay is longer.
  ///   - factor: by how much a delay is longer than the one before, 1...10.
  ///   - limit: so many tries in a row.
  /// - Returns: the policy.
  public static func growing(
    from first: Duration = .seconds(1), to longest: Duration = .seconds(60), factor: Double = 2,
    limit: Int = .max
  ) -> ReconnectPolicy {
    ReconnectPolicy(
      first: min(max(first, .zero), .seconds(86_400)),
      factor: factor.isFinite ? min(max(factor, 1), 10) : 1,
      longest: min(max(longest, .zero), .seconds(86_400)), limit: max(0, limit))
  }

  /// How long to wait before a try, counted from 0; `nil` when there is to be none.
  func delay(beforeTry number: Int) -> Duration? {
    guard number < limit else { return nil }
    var delay = min(first, longest == .zero ? first : longest)
    for _ in 0..<min(number, 64) where delay < longest {
      delay = min(longest, delay * factor)
    }
    return delay
  }
}

/// Counts the tries of a policy.
package struct ReconnectCounter: Sendable {
  /// A link that held so long was a success.
  package static let success: Duration = .seconds(60)

  private var tries = 0
  private var connectedAt: Duration?

  package init() {}

  package mutating func connected(at now: Duration) { connectedAt = now }

  /// A link or an attempt ended; returns when to try again, if at all.
  package mutating func ended(at now: Duration, _ policy: ReconnectPolicy) -> Duration? {
    if let connectedAt, now - connectedAt >= Self.success { tries = 0 }
    connectedAt = nil
    guard let delay = policy.delay(beforeTry: tries) else { return nil }
    tries += 1
    return delay
  }

  /// The program took the matter into its own hands.
  package mutating func reset() { self = ReconnectCounter() }
}
