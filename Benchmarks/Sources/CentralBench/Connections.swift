import BlueFutures

/// From the call to services resolved and objects ready.
enum Connections {
  static func measure(_ arguments: Arguments) throws {
    let session = Session.system()
    let times = try (0..<arguments.count).map { _ in try connect(session) }.sorted()
    Figure.print("connect", times[times.count / 2] / .milliseconds(1))
  }

  /// By a new manager each time, so that no attribute is known before.
  private static func connect(_ session: Session) throws -> Duration {
    let manager = CentralManager(session: session)
    _ = try Tag.isReady(manager).wait(timeout: Tag.limit)
    let peripheral = try Missing.unless(
      manager.peripherals.first { $0.name == "SensorTag" }, "the device")
    let start = ContinuousClock.now
    // The moment is taken where a program would go on.
    let time = try Tag.connect(peripheral).map { ContinuousClock.now - start }
      .wait(timeout: Tag.limit)
    guard peripheral.services.allSatisfy({ !$0.characteristics.isEmpty }) else {
      throw Missing("the characteristics")
    }
    try peripheral.disconnect().wait(timeout: Tag.limit)
    return time
  }
}
