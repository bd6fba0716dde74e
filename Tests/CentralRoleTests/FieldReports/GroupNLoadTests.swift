import BlueZ
import DBus
import FoundationEssentials
import Futures
import GATT
import Testing

@testable import CentralRole

/// Public reports of what goes wrong with several peripherals at once, by their number.
@Suite struct GroupNLoadTests {
  let world = ScriptedWorld()

  /// Adds devices that can be connected, beside the one that the daemon knows.
  private func add(_ count: Int) throws -> [Peripheral] {
    for number in 2..<(2 + count) {
      var properties = Objects.deviceProperties
      properties["Address"] = .string("C4:BE:84:00:00:0\(number)")
      world.daemon.add(try Self.path(number), .device, properties)
      world.daemon.add(
        try Self.path(number, "/service0010"), .service,
        Objects.serviceProperties(Objects.serviceUUID))
    }
    world.run()
    return world.manager.peripherals
  }

  private static func path(_ number: Int, _ below: String = "") throws -> ObjectPath {
    try #require(ObjectPath("/org/bluez/hci0/dev_C4_BE_84_00_00_0\(number)\(below)"))
  }

  /// Counts the calls that are open at once.
  private final class OpenCalls: Sendable {
    private let shared = Lock((now: 0, most: 0))
    var most: Int { shared.withLock { $0.most } }
    func begin() {
      shared.withLock {
        $0.now += 1
        $0.most = max($0.most, $0.now)
      }
    }
    func end() { shared.withLock { $0.now -= 1 } }
  }

  private static func linking(_ path: ObjectPath, _ open: OpenCalls) -> ScriptedDaemon.Answer {
    let linked = ScriptedDaemon.Answer.first(
      { daemon in
        open.end()
        daemon.change(path, .device, ["Connected": .bool(true), "ServicesResolved": .bool(true)])
      }, then: .done)
    return .first({ _ in open.begin() }, then: .after(.milliseconds(300), linked))
  }

  @Test func `B136 of eight connects at once seven succeed and one at a time is open`() throws {
    let peripherals = try add(7)
    let open = OpenCalls()
    for (index, _) in peripherals.enumerated() {
      // The third is dead.
      world.daemon.script(
        "Connect", index == 2 ? .never : Self.linking(try Self.path(index + 1), open))
    }
    world.daemon.always("Disconnect", .done)
    let logs = peripherals.map { StreamLog($0.connect(timeout: .seconds(2))) }
    world.advance(.seconds(10))
    #expect(logs.map(\.values.count) == [1, 1, 0, 1, 1, 1, 1, 1])
    #expect(logs[2].codes == [.connectionTimeout])
    #expect(open.most == 1)
    #expect(logs.flatMap(\.codes).count == 1)
    #expect(world.manager.connectedPeripherals.count == 7)
  }

  @Test func `B138 two scans and a connect at once share one discovery`() throws {
    let peripheral = try world.peripheral()
    world.daemon.always("StartDiscovery", .done)
    let one = StreamLog(world.manager.startScanning())
    let two = StreamLog(world.manager.startScanning(forServiceUUIDs: [Objects.serviceUUID]))
    let link = StreamLog(peripheral.connect())
    world.advance(.seconds(2))
    #expect(world.daemon.count("StartDiscovery") <= 2)
    #expect(link.values.count == 1)
    world.daemon.change(Objects.device, .device, ["RSSI": .int16(-50)])
    world.run()
    #expect(one.values.count == 1)
    #expect(two.values.count == 1)
  }

  @Test func `B139 a full adapter is told as such and other links hear nothing`() throws {
    let peripherals = try add(5)
    for number in 1...5 {
      let path = try Self.path(number)
      world.daemon.script(
        "Connect",
        .first(
          { daemon in
            daemon.change(
              path, .device, ["Connected": .bool(true), "ServicesResolved": .bool(true)])
          }, then: .done))
    }
    let links = peripherals.prefix(5).map { StreamLog($0.connect()) }
    world.run()
    #expect(links.allSatisfy { $0.values.count == 1 })
    world.daemon.always("Connect", .failed("le-connection-concurrent-connection-limit"))
    let sixth = StreamLog(peripherals[5].connect())
    world.advance(.seconds(6))
    #expect(sixth.count == 0)
    world.advance(.seconds(2))
    #expect(
      sixth.failures == [
        "the adapter has no room for a link to C4:BE:84:00:00:06 "
          + "(le-connection-concurrent-connection-limit): disconnect another peripheral"
      ])
    #expect(sixth.codes == [.connectionLimit])
    #expect(links.allSatisfy { $0.count == 1 })
    #expect(world.manager.connectedPeripherals.count == 5)
  }
}
