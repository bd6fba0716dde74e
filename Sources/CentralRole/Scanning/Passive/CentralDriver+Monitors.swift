import BlueZ
import DBus
import Futures

/// Passive scans: each has a monitor of its own at the daemon.
extension CentralDriver {
  func startMonitor(for scan: Scan) {
    let monitor = MonitorDriver(scan, central: self)
    shared.withLock { $0.monitors[scan.id] = monitor }
    let isOffered = offersMonitors
    monitor.feed { $0.begin(isOffered: isOffered) }
  }

  func stopMonitor(of scan: Scan) {
    let monitor = shared.withLock { $0.monitors.removeValue(forKey: scan.id) }
    monitor?.feed { $0.end() }
  }

  /// The adapter, its power or its interfaces may have changed.
  func monitorsMayHaveChanged() {
    let (monitors, isReady) = shared.withLock { shared in
      (shared.monitors, shared.isReady && shared.isAdapterOn)
    }
    guard !monitors.isEmpty else { return }
    let isOffered = offersMonitors
    for (_, monitor) in monitors.sorted(by: { $0.key < $1.key }) {
      monitor.feed { $0.changed(isOffered: isOffered, isReady: isReady) }
    }
  }

  func monitor(_ scan: Scan, isActive: Bool) {
    shared.withLock { $0.listening.monitor(scan, isActive: isActive) }
  }

  private var offersMonitors: Bool {
    guard let path = shared.withLock({ $0.adapterPath }) else { return false }
    return session.withStore { $0.properties(.monitorManager, of: path) != nil }
  }

  /// The adapter's name for people.
  var adapterName: String {
    shared.withLock { $0.adapterPath }?.lastElement ?? "the adapter"
  }
}
