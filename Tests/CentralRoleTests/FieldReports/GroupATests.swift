import BlueZ
import DBus
import FoundationEssentials
import Futures
import GATT
import Testing

@testable import CentralRole

/// Scanning and identity of peripherals, on a daemon whose signals the test decides.
@Suite struct GroupATests {
  let world = ScriptedWorld()
  private let busy = ScriptedDaemon.Answer.error(
    "org.bluez.Error.InProgress", "Operation already in progress")
  private let heartRate: BluetoothUUID = 0x180D

  private func hear(_ properties: Properties, from path: ObjectPath = Objects.path(1)) {
    world.daemon.change(path, .device, properties)
    world.run()
  }

  private func data(_ octet: UInt8, of company: UInt16 = 0x1234) -> Properties {
    [
      "ManufacturerData": .dictionary(
        key: "q", value: "v",
        [.init(key: .uint16(company), value: .variant(.bytes(Data([octet]))))])
    ]
  }

  private func scan<Value>(_ stream: FutureStream<Value>) -> StreamLog<Value> {
    let log = StreamLog(stream)
    world.run()
    return log
  }

  @Test func `B01 a scan for one service delivers no others`() {
    let log = scan(world.manager.startScanning(forServiceUUIDs: [heartRate]))
    world.daemon.addDevice(1, ["RSSI": .int16(-40)], services: [heartRate])
    world.daemon.addDevice(2, ["RSSI": .int16(-50)], services: [])
    world.run()
    for rssi in -60 ..< -40 { hear(["RSSI": .int16(Int16(rssi))], from: Objects.path(2)) }
    #expect(log.values.map(\.path) == [Objects.path(1)])
  }

  @Test func `B01 a service that is only in service data counts`() {
    let log = scan(world.manager.startScanning(forServiceUUIDs: [heartRate]))
    let data: Properties = [heartRate.fullLowercased: .bytes(Data([1]))]
    world.daemon.addDevice(
      1, ["RSSI": .int16(-40), "ServiceData": .properties(data)], services: [])
    world.run()
    #expect(log.values.map(\.path) == [Objects.path(1)])
  }

  @Test func `B03 a device that the daemon remembers is found when it is heard, once`() {
    let log = scan(world.manager.startScanning())
    world.advance(.seconds(5))
    #expect(log.values.isEmpty)
    hear(["RSSI": .int16(-50)], from: Objects.device)
    hear(["RSSI": .int16(-51)], from: Objects.device)
    #expect(log.values.map(\.path) == [Objects.device])
  }

  @Test func `B04 a peripheral that was removed after the scan is looked for and connected`() throws
  {
    let peripheral = try foundAndRemoved()
    let links = StreamLog(peripheral.connect(timeout: .seconds(20)))
    world.run()
    #expect(world.daemon.count("Connect") == 0)
    #expect(world.daemon.count("StartDiscovery") == 2)
    world.daemon.addDevice(1, ["RSSI": .int16(-40)])
    world.daemon.always("Connect", .first({ $0.link(true, at: Objects.path(1)) }, then: .done))
    world.daemon.add(
      ObjectPath("\(Objects.path(1))/service0010") ?? .root, .service,
      Objects.serviceProperties(Objects.serviceUUID))
    world.advance(.seconds(1))
    #expect(links.values.count == 1)
    #expect(links.failures.isEmpty)
  }

  @Test func `B04 a peripheral that does not come back fails at the deadline`() throws {
    let peripheral = try foundAndRemoved()
    let links = StreamLog(peripheral.connect(timeout: .seconds(20)))
    world.advance(.seconds(20))
    #expect(
      links.failures == [
        "the connection to C4:BE:84:01:00:01 reached the deadline of its link: "
          + "check that it is near and connectable"
      ])
    #expect(world.daemon.count("Connect") == 0)
    #expect(world.daemon.count("StopDiscovery") == 2)
  }

  private func foundAndRemoved() throws -> Peripheral {
    let log = scan(world.manager.startScanning())
    world.daemon.addDevice(1, ["RSSI": .int16(-40)])
    world.run()
    let peripheral = try #require(log.values.first)
    world.manager.stopScanning()
    world.run()
    world.daemon.remove(Objects.path(1))
    world.run()
    return peripheral
  }

  @Test func `B06 a change of manufacturer data alone is an update with the data`() {
    let log = scan(world.manager.scanEvents())
    world.daemon.addDevice(1, ["RSSI": .int16(-40)])
    world.run()
    hear(data(1))
    hear(data(2))
    #expect(
      log.values.map(ScanEventText.init) == [
        "found C4:BE:84:01:00:01", "updated C4:BE:84:01:00:01: manufacturerData 01",
        "updated C4:BE:84:01:00:01: manufacturerData 02",
      ])
  }

  @Test func `B06 every other advertised field is an update that is named`() {
    let log = scan(world.manager.scanEvents())
    world.daemon.addDevice(1, ["RSSI": .int16(-40)])
    world.run()
    hear(["RSSI": .int16(-41)])
    hear(["TxPower": .int16(4)])
    hear(["Name": .string("Tag")])
    hear(["UUIDs": .strings([heartRate.fullLowercased])])
    hear(["ServiceData": .properties([heartRate.fullLowercased: .bytes(Data([1]))])])
    hear(["Appearance": .uint16(833)])
    hear(["AdvertisingFlags": .bytes(Data([6]))])
    hear(["Alias": .string("mine"), "Trusted": .bool(true)])
    #expect(
      log.values.dropFirst().map(ScanEventText.init) == [
        "updated C4:BE:84:01:00:01: rssi", "updated C4:BE:84:01:00:01: txPower",
        "updated C4:BE:84:01:00:01: localName", "updated C4:BE:84:01:00:01: serviceUUIDs",
        "updated C4:BE:84:01:00:01: serviceData", "updated C4:BE:84:01:00:01: appearance",
        "updated C4:BE:84:01:00:01: flags",
      ])
  }

  @Test func `B07 invalidated names that were never known are dropped`() {
    let log = scan(world.manager.scanEvents())
    world.daemon.addDevice(1)
    world.run()
    world.daemon.change(
      Objects.path(1), .device, [:], invalidated: ["Icon", "RSSI", "TxPower"])
    world.run()
    #expect(log.values.count == 1)
    hear(["RSSI": .int16(-50)])
    #expect(log.values.count == 2)
    #expect(log.failures.isEmpty)
  }
}
