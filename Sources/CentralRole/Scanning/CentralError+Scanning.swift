import BlueZ

/// The texts of scans that fail.
extension CentralError {
  /// A scan that was to last so long, for some peripherals or for all.
  static func scanTimeout(_ filter: ScanFilter, _ limit: Duration) -> CentralError {
    let sought = filter.description
    return CentralError(
      .scanTimeout,
      "the scan \(sought.isEmpty ? "" : "for \(sought) ")ended at its deadline of \(limit): "
        + "check that the peripheral advertises and is near")
  }

  /// The daemon did not start discovery.
  static func scanRefused(_ cause: BlueZError?) -> CentralError {
    switch cause?.code {
    case .inProgress, .busy: return adapterBusy(cause, nil)
    case .notReady:
      return CentralError(
        .poweredOff,
        "cannot scan: the adapter is switched off; scan when whenStateChanges() tells poweredOn",
        cause: cause)
    default: return CentralError(.scanFailed, "the daemon refused to scan", cause: cause)
    }
  }

  /// The daemon was busy until the deadline of a scan, or for all of the attempts.
  static func adapterBusy(_ cause: BlueZError?, _ limit: Duration?) -> CentralError {
    let patience =
      limit.map { "until the deadline of \($0)" } ?? "in \(DiscoveryMachine.attempts) attempts"
    return CentralError(
      .adapterBusy,
      "the adapter did not begin to scan \(patience), because another start or end of a scan is "
        + "pending: scan again, and if that lasts, switch the adapter off and on", cause: cause)
  }

  /// The daemon has no advertisement monitors.
  static func noMonitors(_ adapter: String) -> CentralError {
    CentralError(
      .scanNotSupported,
      "\(adapter) cannot scan passively, because the daemon offers no advertisement monitors: "
        + "start BlueZ 5.66 or later with `bluetoothd --experimental` on a kernel from 5.10 on, "
        + "or scan actively")
  }

  /// The daemon did not take a monitor, or gave it back.
  static func monitorRefused(_ cause: BlueZError?) -> CentralError {
    CentralError(
      .scanFailed,
      "the daemon did not take the advertisement monitor of a passive scan: "
        + "scan actively, or with fewer patterns", cause: cause)
  }
}
