public import BlueZ
public import Futures

/// The central's side of Bluetooth Low Energy: finds peripherals and hands them out.
///
/// A manager works with one adapter of one session; there may be several managers. All methods
/// may be called from any thread, return at once, and do their work on the session's bus loop
/// in the order of their calls. Keep the manager as long as its streams are wanted: when it goes,
/// its scans end and all streams of it and of its peripherals finish; links stay up.
public final class CentralManager: Sendable {
  let driver: CentralDriver

  /// Makes a manager and begins to follow the adapter's state.
  /// - Parameters:
  ///   - session: the conversation with the daemon, which managers may share.
  ///   - adapter: the kernel's name (`hci1`) or the address of the adapter to use; with `nil`
  ///     the first one that is switched on.
  public init(session: Session, adapter: String? = nil) {
    driver = CentralDriver(session: session, selector: adapter.map { .named($0) } ?? .any)
    driver.begin()
  }

  deinit {
    driver.abandon()
  }

  /// The state at this moment.
  public var state: ManagerState { driver.shared.withLock { $0.state } }

  /// The adapter that the manager works with, if there is one now.
  public var adapter: Adapter? { driver.adapter }

  /// The manager's states, the present one first, then each change.
  ///
  /// Several subscribers may listen; each gets the present state first. While the daemon cannot
  /// be reached at all the stream delivers a failure, ``CentralError/busUnavailable`` or
  /// ``CentralError/daemonUnavailable``, and goes on when it can.
  public func whenStateChanges() -> FutureStream<ManagerState> {
    driver.states.stream.branch()
  }

  /// The peripherals that the daemon knows at this moment, heard in a scan or remembered.
  public var peripherals: [Peripheral] {
    driver.shared.withLock { Array($0.known.values) }.sorted { $0.path < $1.path }
      .map(\.facade)
  }
}
