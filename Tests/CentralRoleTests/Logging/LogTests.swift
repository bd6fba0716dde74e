import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Futures
import GATT
import Testing

@testable import CentralRole

@Suite struct LogTests {
  private static let address = "C4:BE:84:00:00:01"

  /// A peripheral with an attribute that has a name and one that has none.
  private struct Room {
    let bluez = SimulatedBlueZ()
    let tag: SimulatedPeripheral
    let session: Session
    let manager: CentralManager
    let log = LineLog()
    let level: SimulatedCharacteristic

    init(_ logLevel: LogLevel = .info) {
      level = SimulatedCharacteristic(
        uuid: 0x2A37, properties: [.read, .write, .notify], value: Data([87]))
      let other = SimulatedCharacteristic(
        uuid: 0xFFE1, properties: [.read, .writeWithoutResponse], value: Data([1, 2, 3]))
      tag = SimulatedPeripheral(
        name: "Tag", address: SimulatedBlueZ.peripheralAddress(1), advertisedServices: [0xFFE0],
        services: [SimulatedService(uuid: 0xFFE0, characteristics: [level, other])])
      bluez.addAdapter().add(tag)
      let log = log
      session = bluez.session(logLevel: logLevel) { log.add("\($0): \($1)") }
      manager = CentralManager(session: session)
      bluez.advance(by: .seconds(1))
    }

    func characteristics() throws -> [Characteristic] {
      let peripheral = try bluez.wait(for: manager.startScanning().first(), within: .seconds(5))
      manager.stopScanning()
      bluez.run()
      log.clear()
      peripheral.connect().forEach { _ in }
      bluez.advance(by: .seconds(1))
      _ = peripheral.discoverAllServices()
      let service = try #require(peripheral.services.first)
      _ = service.discoverAllCharacteristics()
      return service.characteristics
    }
  }

  @Test func `each action is one line with the address and the attribute's name`() throws {
    let room = Room()
    let found = try room.characteristics()
    let (rate, other) = (found[0], found[1])
    _ = try room.bluez.wait(for: rate.read())
    _ = try room.bluez.wait(for: other.read())
    try room.bluez.wait(for: rate.write(data: Data([1])))
    try room.bluez.wait(for: other.write(data: Data([1, 2]), type: .withoutResponse))
    try room.bluez.wait(for: rate.startNotifying())
    try room.bluez.wait(for: rate.stopNotifying())
    try room.bluez.wait(for: rate.service.peripheral.setTrusted(true))
    try room.bluez.wait(for: rate.service.peripheral.disconnect(), within: .seconds(5))
    #expect(
      room.log.lines
        == [
          "connects", "connected, epoch 1", "read Heart Rate Measurement (2A37), 1 octet",
          "read FFE1, 3 octets", "wrote Heart Rate Measurement (2A37), 1 octet with response",
          "wrote FFE1, 2 octets without response",
          "subscribed to Heart Rate Measurement (2A37)",
          "not subscribed to Heart Rate Measurement (2A37) any more", "Trusted is set to true",
          "disconnects", "disconnected from \(Self.address), as this program asked",
        ].map { "info: \(Self.address): \($0)" })
  }

  @Test func `a scan is told when it begins, ends and fails`() throws {
    let room = Room()
    room.log.clear()
    let all = StreamLog(room.manager.startScanning())
    room.bluez.advance(by: .seconds(1))
    room.manager.stopScanning()
    room.bluez.run()
    let some = StreamLog(
      room.manager.startScanning(forServiceUUIDs: [0x180F], timeout: .seconds(2)))
    room.bluez.advance(by: .seconds(3))
    #expect(all.values.count == 1)
    #expect(
      room.log.lines == [
        "info: the scan begins", "info: the scan ends, 1 found",
        "info: the scan for 180F begins", "error: \(some.failures[0])",
        "info: the scan for 180F ends, 0 found",
      ])
  }

  @Test func `a failure is an error, and tells all that is known`() throws {
    let room = Room()
    let rate = try room.characteristics()[0]
    room.log.clear()
    room.level.failNextRead(with: .insufficientAuthorization)
    let read = rate.read()
    room.bluez.advance(by: .seconds(1))
    room.bluez.faults.on(.readValue, [.answerNever])
    let late = rate.read(timeout: .seconds(3))
    room.bluez.advance(by: .seconds(4))
    room.tag.dropLink()
    room.bluez.advance(by: .seconds(1))
    let errors = [read.failure, late.failure].compactMap { $0 }
    #expect(
      room.log.lines == [
        "error: \(Self.address): read of Heart Rate Measurement (2A37) failed: \(errors[0])",
        "error: \(Self.address): read of Heart Rate Measurement (2A37) failed: "
          + "the read of 2A37 had no answer in 3.0 seconds",
        "error: \(Self.address): disconnected from \(Self.address): the link was lost; "
          + "reconnect() connects again",
      ])
  }

  @Test func `calls to the daemon are told when that is wanted`() throws {
    let room = Room(.debug)
    let rate = try room.characteristics()[0]
    room.log.clear()
    _ = try room.bluez.wait(for: rate.read())
    #expect(
      room.log.lines == [
        "debug: call ReadValue on \(rate.node.path)",
        "info: \(Self.address): read Heart Rate Measurement (2A37), 1 octet",
      ])
  }

  @Test func `the simple form has the lines without their level`() throws {
    let bluez = SimulatedBlueZ()
    bluez.addAdapter()
    let log = LineLog()
    let session = bluez.session(log: { log.add($0) })
    let manager = CentralManager(session: session)
    bluez.advance(by: .seconds(1))
    #expect(manager.state == .poweredOn)
    #expect(log.lines.last == "the manager: Bluetooth is ready")
    #expect(!log.lines.contains { $0.hasPrefix("call ") })
  }

  @Test func `a line that nobody wants is not put together`() {
    let loop = ManualLoop()
    let count = Lock(0)
    let line = { () -> String in
      count.withLock { $0 += 1 }
      return "line"
    }
    let address = BusAddress.loopback(LoopbackBus(loop: loop))
    let silent = Session(address, loop: loop, context: ExecutionContext(loop))
    for level in LogLevel.allCases { silent.log(level, line()) }
    #expect(count.withLock { $0 } == 0)
    let log = LineLog()
    let warned = Session(
      address, loop: loop, context: ExecutionContext(loop),
      log: SessionLog(.warning) { log.add("\($0) \($1)") })
    for level in LogLevel.allCases { warned.log(level, line()) }
    warned.log(line())
    #expect(log.lines == ["warning line", "error line"])
    #expect(count.withLock { $0 } == 2)
  }
}
