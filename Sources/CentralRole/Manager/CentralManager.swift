public import BlueZ
public import Futures
public import GATT

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

  /// Whether at least one scan of this manager is wanted at this moment.
  public var isScanning: Bool { driver.shared.withLock { !$0.scans.isEmpty } }

  /// The manager's states, the present one first, then each change.
  ///
  /// Several subscribers may listen; each gets the present state first. While the daemon cannot
  /// be reached at all the stream delivers a failure, ``CentralError/busUnavailable`` or
  /// ``CentralError/daemonUnavailable``, and goes on when it can.
  public func whenStateChanges() -> FutureStream<ManagerState> {
    // A stream of the caller's own, so that cancelling it ends it for nobody else.
    driver.states.stream.withFilter { _ in true }
  }

  /// Scans for peripherals that advertise at least one of the services, or for all.
  ///
  /// Each peripheral is delivered once, when it is heard: peripherals that the daemon remembers
  /// and nobody hears are not. The scan lasts until ``stopScanning()``, its deadline, or until
  /// the last subscriber leaves; it is made again after the daemon or the adapter came back. A
  /// second call with the same services gives the stream of the running scan.
  ///
  /// Fails with ``CentralError/poweredOff`` while the state is not `poweredOn`, with
  /// ``CentralError/scanFailed`` if the daemon refuses, and with ``CentralError/scanTimeout``
  /// at the deadline; the stream finishes with the failure.
  /// - Parameters:
  ///   - services: the services of interest; `nil` or an empty list for any.
  ///   - capacity: how many peripherals are kept for a subscriber that is slow; the call that begins the
  ///     scan sets it.
  ///   - timeout: the deadline, measured from this call; none by default.
  /// - Returns: the peripherals as they are heard.
  public func startScanning(
    forServiceUUIDs services: [BluetoothUUID]? = nil, capacity: Int = 16,
    timeout: Duration? = nil
  ) -> FutureStream<Peripheral> {
    driver.startScanning(
      Scan.Filter(services: Set(services ?? [])), capacity: capacity, timeout: timeout)
  }

  /// Ends every scan of this manager; their streams finish.
  public func stopScanning() {
    driver.stopScanning()
  }

  /// The peripherals that the daemon knows at this moment, heard in a scan or remembered.
  public var peripherals: [Peripheral] {
    driver.shared.withLock { Array($0.known.values) }.sorted { $0.path < $1.path }
      .map(\.facade)
  }
}
