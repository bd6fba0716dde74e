import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Futures
import GATT
import Testing

@testable import CentralRole

/// How scans begin, end and fail, and what the start of a session makes of early signals.
@Suite struct GroupAStartTests {
  let world = ScriptedWorld()
  private let busy = ScriptedDaemon.Answer.error(
    "org.bluez.Error.InProgress", "Operation already in progress")

  private func scan<Value>(_ stream: FutureStream<Value>) -> StreamLog<Value> {
    let log = StreamLog(stream)
    world.run()
    return log
  }

  @Test func `B08 signals around the first snapshot leave what the daemon has`() {
    let world = ScriptedWorld(prepare: { daemon in
      daemon.add(Objects.path(2), .device, Objects.deviceProperties)
      daemon.script(
        "GetManagedObjects",
        .first(
          { daemon in
            daemon.emit(
              "/", BusNames.objectManager, "InterfacesRemoved",
              [.objectPath(Objects.path(1)), .strings([InterfaceTable.device.name])])
            daemon.change(Objects.path(2), .device, ["RSSI": .int16(-40)])
          }, then: .reply([Objects.value(daemon.tree)])))
    })
    #expect(world.manager.peripherals.map(\.path) == [Objects.path(2), Objects.device].sorted())
    world.daemon.remove(Objects.path(2))
    world.run()
    #expect(world.manager.peripherals.map(\.path) == [Objects.device])
    #expect(world.manager.state == .poweredOn)
  }

  @Test func `B10 malformed and foreign signals are dropped during a scan`() {
    let log = scan(world.manager.startScanning())
    let foreigner = Connection(.loopback(world.bus), loop: world.loop, name: "foreigner")
    foreigner.open()
    world.run()
    let properties = Objects.value([InterfaceTable.device.name: Objects.deviceProperties])
    for connection in [foreigner, nil] {
      for body in [[properties, .objectPath(Objects.path(1))], [.string("x")]] as [[Value]] {
        if let connection {
          connection.send(
            .signal(
              path: "/", interface: BusNames.objectManager, member: "InterfacesAdded", body))
        } else {
          world.daemon.emit("/", BusNames.objectManager, "InterfacesAdded", body)
        }
      }
    }
    foreigner.send(
      .signal(
        path: "/", interface: BusNames.objectManager, member: "InterfacesAdded",
        [.objectPath(Objects.path(2)), properties]))
    world.run()
    #expect(log.values.isEmpty)
    world.daemon.addDevice(3, ["RSSI": .int16(-40)])
    world.run()
    #expect(log.values.map(\.path) == [Objects.path(3)])
    foreigner.close()
  }

  @Test func `B11 a scan has its own deadline after an earlier one with a connection`() throws {
    let world = SimulatedWorld()
    let peripheral = try world.found()
    world.manager.stopScanning()
    peripheral.connect().forEach { _ in }
    world.bluez.advance(by: .seconds(2))
    try #require(peripheral.isConnected)
    peripheral.disconnect()
    world.bluez.advance(by: .seconds(5))
    let stops = world.count("StopDiscovery")
    let log = StreamLog(
      world.manager.startScanning(forServiceUUIDs: [0x180D], timeout: .seconds(5)))
    world.bluez.advance(by: .milliseconds(4999))
    #expect(log.count == 0)
    world.bluez.advance(by: .milliseconds(1))
    #expect(log.codes == [.scanTimeout])
    #expect(log.isFinished)
    world.bluez.advance(by: .seconds(1))
    #expect(world.count("StopDiscovery") == stops + 1)
  }

  @Test func `B12 a scan that begins while the old one's stop is pending delivers`() {
    let first = scan(world.manager.startScanning())
    world.daemon.script("StopDiscovery", .after(.milliseconds(500), .done))
    first.leave()
    world.advance(.milliseconds(1))
    let second = scan(world.manager.startScanning())
    world.advance(.milliseconds(498))
    #expect(world.daemon.calls.suffix(2) == ["StopDiscovery hci0", "SetDiscoveryFilter hci0"])
    world.advance(.milliseconds(1))
    world.daemon.addDevice(1, ["RSSI": .int16(-40)])
    world.run()
    #expect(second.values.count == 1)
    #expect(world.daemon.count("StartDiscovery") == 2)
    #expect(world.daemon.count("StopDiscovery") == 1)
  }

  @Test func `B14 each start of a scan with updates asks for duplicates over LE`() {
    let log = scan(world.manager.scanEvents(allowsDuplicates: true))
    world.daemon.change(Objects.adapter, .adapter, ["Powered": .bool(false)])
    world.run()
    world.daemon.change(Objects.adapter, .adapter, ["Powered": .bool(true)])
    world.run()
    let filters = world.daemon.bodies("SetDiscoveryFilter").compactMap { $0.first?.asProperties }
    #expect(filters.count == 2)
    for filter in filters {
      #expect(filter == ["DuplicateData": .bool(true), "Transport": .string("le")])
    }
    world.daemon.addDevice(1, ["RSSI": .int16(-40)])
    for rssi in [-41, -41, -42] {
      world.daemon.change(Objects.path(1), .device, ["RSSI": .int16(Int16(rssi))])
    }
    world.run()
    #expect(
      log.values.map(ScanEventText.init) == [
        "found C4:BE:84:01:00:01", "updated C4:BE:84:01:00:01: rssi",
        "updated C4:BE:84:01:00:01: ", "updated C4:BE:84:01:00:01: rssi",
      ])
  }

  @Test func `B15 the last strength stays with its time when the scan stops`() throws {
    let log = scan(world.manager.scanEvents())
    world.advance(.seconds(3))
    world.daemon.addDevice(1, ["RSSI": .int16(-60)])
    world.run()
    let time = world.session.now
    let peripheral = try #require(log.values.first?.peripheral)
    let next = scan(world.manager.startScanning())
    world.advance(.seconds(3))
    world.daemon.change(Objects.path(1), .device, [:], invalidated: ["RSSI"])
    world.run()
    #expect(peripheral.rssi == -60)
    #expect(peripheral.advertisement.lastHeard(.rssi) == time)
    #expect(log.values.count == 1)
    #expect(next.values.isEmpty)
  }

  @Test func `B16 a start that fails is not followed by a stop, and its error is told`() {
    world.daemon.script("StartDiscovery", .failed("Input/output error"))
    world.daemon.always("StopDiscovery", .failed("No discovery started"))
    let log = scan(world.manager.startScanning())
    log.leave()
    world.manager.stopScanning()
    world.run()
    #expect(world.daemon.count("StopDiscovery") == 0)
    #expect(
      log.failures == [
        "the daemon refused to scan "
          + "(BlueZ answered Failed for /org/bluez/hci0: Input/output error)"
      ])
  }

  @Test func `B18 a scan runs after the third start when the daemon was busy twice`() {
    world.daemon.script("StartDiscovery", busy, busy)
    let log = scan(world.manager.startScanning(timeout: .seconds(5)))
    #expect(!world.manager.isScanning)
    world.advance(.seconds(1))
    #expect(world.daemon.count("StartDiscovery") == 3)
    #expect(world.manager.isScanning)
    #expect(log.count == 0)
  }

  @Test func `B18 a scan that finds the daemon busy for ever fails at its deadline`() {
    world.daemon.always("StartDiscovery", busy)
    let log = scan(world.manager.startScanning(timeout: .seconds(60)))
    world.advance(.milliseconds(59_999))
    #expect(log.count == 0)
    world.advance(.milliseconds(1))
    #expect(
      log.failures == [
        "the adapter did not begin to scan until the deadline of 60.0 seconds, because another "
          + "start or end of a scan is pending: scan again, and if that lasts, switch the adapter "
          + "off and on (BlueZ answered InProgress for /org/bluez/hci0: "
          + "Operation already in progress)"
      ])
    #expect(log.codes == [.adapterBusy])
    #expect(log.isFinished)
    #expect(world.daemon.count("StopDiscovery") == 0)
  }

  @Test func `B18 without a deadline a busy daemon is asked eight times`() {
    world.daemon.always("StartDiscovery", busy)
    let log = scan(world.manager.startScanning())
    world.advance(.seconds(60))
    #expect(log.codes == [.adapterBusy])
    #expect(world.daemon.count("StartDiscovery") == DiscoveryMachine.attempts)
  }
}
