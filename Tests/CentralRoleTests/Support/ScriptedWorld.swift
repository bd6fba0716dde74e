import BlueZ
import DBus
import FoundationEssentials
import Futures
import GATT
import Testing

@testable import CentralRole

/// A manager in front of a scripted daemon, stepped by hand.
struct ScriptedWorld {
  let loop = ManualLoop()
  let bus: LoopbackBus
  let daemon: ScriptedDaemon
  let session: Session
  let manager: CentralManager

  init(
    logLevel: LogLevel = .error, log: @escaping @Sendable (LogLevel, String) -> Void = { _, _ in }
  ) {
    bus = LoopbackBus(loop: loop)
    daemon = ScriptedDaemon(loop: loop, bus: bus)
    daemon.start()
    loop.run()
    session = Session(
      .loopback(bus), loop: loop, context: ExecutionContext(loop),
      log: SessionLog(logLevel, log))
    manager = CentralManager(session: session)
    loop.run()
  }

  func run() { loop.run() }
  func advance(_ duration: Duration) { loop.advance(by: duration) }

  func peripheral() throws -> Peripheral { try #require(manager.peripherals.first) }

  /// The peripheral with a link and all its attributes discovered.
  func connected() throws -> Peripheral {
    let peripheral = try peripheral()
    peripheral.connect().forEach { _ in }
    loop.run()
    try #require(peripheral.isConnected)
    try discover(peripheral)
    return peripheral
  }

  func discover(_ peripheral: Peripheral) throws {
    _ = peripheral.discoverAllServices()
    for service in peripheral.services { _ = service.discoverAllCharacteristics() }
    loop.run()
    daemon.forgetCalls()
  }

  func characteristic(
    _ path: ObjectPath, of peripheral: Peripheral
  ) throws -> Characteristic {
    try #require(
      peripheral.services.flatMap(\.characteristics).first { $0.node.path == path })
  }
}
