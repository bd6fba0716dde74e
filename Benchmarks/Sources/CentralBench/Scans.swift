import BlueFutures

/// A busy scan: many devices whose signal strength and data change.
enum Scans {
  /// The count is of advertisements; the variant says how many subscribers the scan has.
  static func measure(_ arguments: Arguments) throws {
    let manager = CentralManager(session: .system())
    _ = try Tag.isReady(manager).wait(timeout: Tag.limit)
    let done = Promise<Void>()
    let watch = Stopwatch()
    let scan = manager.startScanning(capacity: 2048)
    let subscriptions = (0..<(Int(arguments.variant) ?? 1)).map { _ in
      scan.onSuccess { peripheral in
        // The device that comes after all advertisements.
        if peripheral.name == "Last" { done.success() }
      }
    }
    try done.future.wait(timeout: .seconds(60))
    watch.print("scan", arguments.count)
    for subscription in subscriptions { subscription.cancel() }
  }
}
