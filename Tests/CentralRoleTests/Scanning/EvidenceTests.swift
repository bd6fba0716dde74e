import BlueZ
import DBus
import FoundationEssentials
import Futures
import GATT
import Testing

@testable import CentralRole

/// What counts as heard, and how discovery bears a daemon that does not do as it is asked.
@Suite struct EvidenceTests {
  let world = ScriptedWorld()

  private func scan<Value>(_ stream: FutureStream<Value>) -> StreamLog<Value> {
    let log = StreamLog(stream)
    world.run()
    return log
  }

  @Test func `what a device sent before the daemon forgot it does not count afterwards`() throws {
    let company = ManufacturerDataPattern(company: 0x1234)
    let log = scan(
      world.manager.startScanning(matching: ScanFilter(manufacturerData: [company])))
    let data = Value.dictionary(
      key: "q", value: "v",
      [.init(key: .uint16(0x1234), value: .variant(.bytes(Data([1]))))])
    world.daemon.addDevice(1, ["RSSI": .int16(-40), "ManufacturerData": data])
    world.run()
    let peripheral = try #require(log.values.first)
    world.daemon.remove(Objects.path(1))
    world.run()
    #expect(peripheral.advertisement.manufacturerData == [0x1234: Data([1])])
    world.daemon.addDevice(1, ["RSSI": .int16(-41)])
    world.run()
    #expect(log.values.count == 1)
    #expect(peripheral.rssi == -41)
    world.daemon.change(Objects.path(1), .device, ["ManufacturerData": data])
    world.run()
    #expect(log.values.count == 2)
  }

  @Test func `a reset manager does not take what is listed again for heard`() {
    let log = scan(world.manager.startScanning())
    world.manager.reset()
    world.run()
    #expect(log.values.isEmpty)
    world.daemon.change(Objects.device, .device, ["RSSI": .int16(-50)])
    world.run()
    #expect(log.values.count == 1)
  }

  @Test func `services and names that a link brings are no advertisement`() throws {
    let events = scan(world.manager.scanEvents())
    world.daemon.change(Objects.device, .device, ["RSSI": .int16(-50)])
    world.run()
    world.daemon.link(true)
    world.daemon.change(
      Objects.device, .device,
      ["UUIDs": .strings([Objects.otherUUID.fullLowercased]), "Name": .string("Long name")])
    world.run()
    #expect(events.values.count == 1)
    let peripheral = try world.peripheral()
    #expect(peripheral.advertisement.serviceUUIDs == [Objects.serviceUUID])
    #expect(peripheral.name == "Long name")
  }

  @Test func `a strength that is unknown is heard and changes nothing`() throws {
    let events = scan(world.manager.scanEvents(allowsDuplicates: true))
    world.daemon.change(Objects.device, .device, ["RSSI": .int16(127)])
    world.run()
    #expect(events.values.count == 1)
    #expect(try world.peripheral().rssi == nil)
    world.daemon.change(Objects.device, .device, ["RSSI": .int16(-50)])
    world.run()
    let time = world.session.now
    world.advance(.seconds(1))
    world.daemon.change(Objects.device, .device, ["RSSI": .int16(127)])
    world.run()
    #expect(try world.peripheral().rssi == -50)
    #expect(try world.peripheral().advertisement.lastHeard(.rssi) == time)
    #expect(events.values.count == 3)
  }

  @Test func `a filter that the daemon does not know is replaced by one that it does`() {
    world.daemon.script(
      "SetDiscoveryFilter",
      .error("org.bluez.Error.InvalidArguments", "Invalid arguments in method call"))
    _ = scan(world.manager.scanEvents(matching: ScanFilter(services: [0x180D])))
    let filters = world.daemon.bodies("SetDiscoveryFilter").compactMap { $0.first?.asProperties }
    #expect(
      filters == [
        [
          "DuplicateData": .bool(true), "Transport": .string("le"),
          "UUIDs": .strings(["0000180d-0000-1000-8000-00805f9b34fb"]),
        ], ["Transport": .string("le")],
      ])
  }

  @Test func `a start without an answer is taken back and tried again`() {
    world.daemon.script("StartDiscovery", .never)
    let log = scan(world.manager.startScanning())
    world.advance(.seconds(10))
    #expect(world.daemon.count("StopDiscovery") == 1)
    world.advance(.seconds(1))
    #expect(world.daemon.count("StartDiscovery") == 2)
    #expect(world.manager.isScanning)
    #expect(log.count == 0)
  }

  @Test func `a start without an answer is believed when the adapter discovers`() {
    world.daemon.script("StartDiscovery", .never)
    let log = scan(world.manager.startScanning())
    world.daemon.change(Objects.adapter, .adapter, ["Discovering": .bool(true)])
    world.run()
    #expect(!world.manager.isScanning)
    world.advance(.seconds(2))
    #expect(world.manager.isScanning)
    world.daemon.change(Objects.device, .device, ["RSSI": .int16(-40)])
    world.advance(.seconds(30))
    #expect(log.values.count == 1)
    #expect(world.daemon.count("StartDiscovery") == 1)
    #expect(world.daemon.count("StopDiscovery") == 0)
  }

  @Test func `a start that is refused after it was believed is made again`() {
    world.daemon.script(
      "StartDiscovery", .after(.seconds(5), .failed("Out of radio")))
    let log = scan(world.manager.startScanning())
    world.daemon.change(Objects.adapter, .adapter, ["Discovering": .bool(true)])
    world.advance(.seconds(2))
    #expect(world.manager.isScanning)
    world.advance(.seconds(4))
    #expect(world.daemon.count("StopDiscovery") == 1)
    #expect(world.daemon.count("StartDiscovery") == 2)
    #expect(world.manager.isScanning)
    #expect(log.failures.isEmpty)
  }

  @Test func `a scan that goes takes its share of the daemon's filter with it`() {
    let first = scan(world.manager.startScanning())
    let second = scan(world.manager.scanEvents())
    second.leave()
    world.run()
    let again = scan(world.manager.startScanning(forServiceUUIDs: [0x180D]))
    let filters = world.daemon.bodies("SetDiscoveryFilter").compactMap { $0.first?.asProperties }
    #expect(filters.map { $0["DuplicateData"] != nil } == [false, true, false])
    _ = (first, again)
  }
}
