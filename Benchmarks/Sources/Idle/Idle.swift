import BlueFutures

/// Connects to the measuring daemon's device and then does nothing, to be watched: Idle SECONDS.
///
/// A plain program without Swift concurrency or Dispatch, whose runtime wakes up by itself.
@main
enum Idle {
  static func main() throws {
    let seconds = CommandLine.arguments.dropFirst().first.flatMap { Double($0) } ?? 60
    let manager = CentralManager(session: .system())
    let service = TISensorTag.AccelerometerService.uuid
    let peripheral = try manager.whenStateChanges()
      .withFilter { $0 == .poweredOn }
      .flatMap { _ in manager.startScanning(forServiceUUIDs: [service]) }
      .first().wait(timeout: .seconds(10))
    manager.stopScanning()
    try peripheral.connect().first().wait(timeout: .seconds(10))
    do {
      // Nothing completes this: the time is what is waited for.
      let never = Promise<Void>()
      try never.future.wait(timeout: .seconds(seconds))
    } catch FuturesError.timeout {
      try peripheral.disconnect().wait(timeout: .seconds(10))
    }
  }
}
