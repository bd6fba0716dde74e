public import FoundationEssentials

/// How often and how long a peripheral has been connected, since this program first knew of it.
public struct ConnectionStatistics: Sendable, Hashable {
  /// The links that were made, with their services resolved.
  public private(set) var connectionCount = 0
  /// The links that ended, for whatever reason.
  public private(set) var disconnectionCount = 0
  /// The attempts that failed.
  public private(set) var failureCount = 0
  /// The attempts that reached a deadline; they are among ``failureCount`` too.
  public private(set) var timeoutCount = 0
  /// When the present link was made, or the last one.
  public private(set) var connectedAt: Date?
  /// When the last link ended; `nil` while connected and before the first link.
  public private(set) var disconnectedAt: Date?
  /// The length of the links that have ended, all together.
  public private(set) var totalConnectedTime: Duration = .zero
  private var linkedSince: Duration?

  /// The length of the present link at a time of the loop; zero without one.
  func connectedTime(at now: Duration) -> Duration { linkedSince.map { now - $0 } ?? .zero }

  mutating func connected(at now: Duration, _ date: Date) {
    connectionCount += 1
    connectedAt = date
    disconnectedAt = nil
    linkedSince = now
  }

  mutating func attemptFailed(isTimeout: Bool) {
    failureCount += 1
    if isTimeout { timeoutCount += 1 }
  }

  /// Returns how long the link lasted; `nil` when there was none.
  mutating func ended(at now: Duration, _ date: Date) -> Duration? {
    guard let since = linkedSince else { return nil }
    linkedSince = nil
    disconnectionCount += 1
    disconnectedAt = date
    totalConnectedTime += now - since
    return now - since
  }
}
