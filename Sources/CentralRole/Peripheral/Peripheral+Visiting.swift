import BlueZ
public import Futures
import GATT

/// Whole visits: connect, do something, disconnect.
extension Peripheral {
  /// Connects, runs the closure, and disconnects, whatever happens in between.
  ///
  /// For sensors that are asked once in a while. A link that is there already is used and stays, and
  /// so does one that the program asks for meanwhile. Visits that meet share a link, which goes with
  /// the last of them.
  /// Cancelling the task ends the attempt or the closure's work, and then the link. Fails as the last
  /// attempt to connect did, or as the closure does.
  /// - Parameters:
  ///   - timeout: the deadline of each attempt to link, 60 s by default.
  ///   - policy: how often and when a failed attempt is followed by another.
  ///   - body: what to do while connected; services are not discovered yet.
  /// - Returns: what the closure returns.
  /// - Throws: the failure of the last attempt to connect, or what the closure throws.
  public func withConnection<Output: Sendable>(
    timeout: Duration = .seconds(60), retrying policy: RetryPolicy = .visit,
    _ body: (Peripheral) async throws -> Output
  ) async throws -> Output {
    let mustLink = driver.beginVisit()
    let outcome: Result<Output, any Error>
    do {
      if mustLink { try await driver.link(timeout, policy).value }
      outcome = .success(try await body(self))
    } catch {
      outcome = .failure(error)
    }
    // Waited for although the task may be cancelled: the link must not outlive the call.
    if driver.endVisit() { await driver.unlink() }
    return try outcome.get()
  }

  /// What services and characteristics the peripheral has, as plain values: connects for it,
  /// discovers, and disconnects, or answers from what an earlier call found.
  ///
  /// A link that is there already is used and stays. Calls that meet share one visit.
  /// - Parameters:
  ///   - usingCache: whether an earlier answer will do; a new one replaces it.
  ///   - timeout: the deadline of each attempt to link, 60 s by default.
  ///   - policy: how often and when a failed attempt is followed by another.
  /// - Returns: the services by handle; fails as the last attempt did.
  public func exploreServices(
    usingCache: Bool = true, timeout: Duration = .seconds(60),
    retrying policy: RetryPolicy = .visit
  ) -> Future<[DiscoveredService]> {
    driver.explore(self, usingCache: usingCache, timeout, policy)
  }
}

extension RetryPolicy {
  /// Four attempts with pauses of about 1, 2 and 4 s: for peripherals that are asked once.
  public static var visit: RetryPolicy {
    .exponential(initial: .seconds(1), cap: .seconds(8), attempts: 4)
  }
}
