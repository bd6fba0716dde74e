import BlueZ
import DBus
public import FoundationEssentials
public import Futures

/// What is known of a peripheral's links, and how to be rid of it.
extension Peripheral {
  /// What is known of the link at this moment.
  public var connectionState: ConnectionState {
    driver.shared.withLock { $0.machine.userState }
  }

  /// The states of the link, the present one first, then each change.
  ///
  /// Several subscribers may listen; the stream delivers no failures, the stream of `connect` tells
  /// the reasons.
  public func whenConnectionStateChanges() -> FutureStream<ConnectionState> {
    driver.states.stream.branch()
  }

  /// Every end of a link of this peripheral, from now on, with its reason: one event for each link.
  public func disconnectionEvents() -> FutureStream<Disconnection> {
    driver.disconnections.stream.branch()
  }

  /// How often and how long the peripheral has been connected.
  public var statistics: ConnectionStatistics { driver.shared.withLock { $0.statistics } }

  /// How long the present link has been there; zero without one.
  public var connectedTime: Duration {
    let now = driver.session.loop.now
    return driver.shared.withLock { $0.statistics.connectedTime(at: now) }
  }

  /// When this program first knew of the peripheral.
  public var discoveredAt: Date { driver.discoveredAt }

  /// Forgets the peripheral in this program: ends the link or the attempt, finishes its streams,
  /// and takes it from the manager's list until it is heard again.
  ///
  /// The stream of `connect` delivers ``CentralError/forcedDisconnect`` first. Keys and cached
  /// attributes stay with the daemon; ``removeDevice()`` removes them. Completes within 10 s.
  @discardableResult public func terminate() -> Future<Void> { driver.terminate() }

  /// Makes the daemon forget the peripheral, with its bond and its cached attributes, for every
  /// program of this machine; a link ends with ``CentralError/disconnected``.
  ///
  /// Succeeds also when the daemon does not know it. Fails with ``CentralError/adapterFailed``,
  /// after at most 10 s. Scan to find it again.
  @discardableResult public func removeDevice() -> Future<Void> { driver.removeDevice() }
}
