import BlueZSimulator
import DBus
import FoundationEssentials
import GATT
import Testing

@Suite struct DocumentTests {
  /// The first characteristic of the first peripheral.
  private static let first: ObjectPath =
    "/org/bluez/hci0/dev_C4_BE_84_00_00_01/service0010/char0011"

  private func world(_ text: String) throws -> (bluez: SimulatedBlueZ, client: Witness) {
    let bluez = SimulatedBlueZ(try WorldDocument(parsing: text))
    bluez.advance(by: .seconds(1))
    return (bluez, Witness(bluez))
  }

  /// A world with a peripheral that has a link and notifies.
  private func linked(_ text: String) throws -> (bluez: SimulatedBlueZ, client: Witness) {
    let (bluez, client) = try world(text)
    client.adapter("StartDiscovery")
    bluez.advance(by: .milliseconds(500))
    client.device("Connect")
    bluez.advance(by: .milliseconds(400))
    try #require(client.take().contains { $0.contains("ServicesResolved=true") })
    return (bluez, client)
  }

  @Test(arguments: [
    (WorldDocument.Shipped.sensorTag, 1), (.strap, 1), (.hall, 500),
  ])
  func `the worlds that ship are documents`(shipped: WorldDocument.Shipped, count: Int) throws {
    let document = try WorldDocument(shipped)
    #expect(document.adapterCount == 1)
    #expect(document.peripheralCount == count)
    let adapter = try #require(SimulatedBlueZ().add(document).first)
    #expect(adapter.peripherals.count == count)
  }

  @Test func `a document says how a peripheral pairs`() throws {
    let text = """
      {"peripherals": [
        {"pairing": {"capability": "DisplayOnly", "passkey": 42}},
        {"profile": "sensortag", "pairing": {"refused": true}}, {}]}
      """
    let adapter = try #require(SimulatedBlueZ().add(try WorldDocument(parsing: text)).first)
    #expect(
      adapter.peripherals.map(\.pairing) == [
        SimulatedPairing(capability: .displayOnly, passkey: 42), .refused, .justWorks,
      ])
  }

  @Test func `the strap notifies each second and loses its link after twenty`() throws {
    let (bluez, client) = try linked(WorldDocument.Shipped.strap.text)
    client.characteristic(Self.first, "StartNotify")
    bluez.advance(by: .seconds(4))
    let values = client.take(only: "Value").map { $0.split(separator: "=").last ?? "" }
    #expect(values == ["0648", "064a", "0649", "0647"])
    bluez.advance(by: .milliseconds(15_500))
    #expect(client.take(only: "Connected").isEmpty)
    bluez.advance(by: .milliseconds(200))
    #expect(
      client.take(only: "Connected") == [
        "changed \(World.device) Connected=false ServicesResolved=false"
      ])
    bluez.advance(by: .seconds(5))
    #expect(client.take(only: "Value=").isEmpty)
  }

  @Test func `what is advertised changes with time, each member of a crowd a step further`() throws
  {
    let text = """
      {"adapters": [{"index": 1, "address": "00:11:22:33:44:55", "peripherals": [{
        "name": "Tag", "count": 3, "address": "C0:00:00:00:00:FE", "addressType": "public",
        "rssi": {"from": -60, "to": -62, "every_ms": 100},
        "manufacturerData": {
          "0059": {"counter": 2, "every_ms": 50}, "004C": "0215",
          "FFFF": {"values": [{"text": "on"}, {"hex": "FF"}], "every_ms": 100}},
        "serviceData": {"FD6F": "07"}}]}]}
      """
    let bluez = SimulatedBlueZ()
    let adapter = try #require(bluez.add(try WorldDocument(parsing: text)).first)
    #expect(adapter.identifier == "hci1")
    #expect("\(adapter.address)" == "00:11:22:33:44:55")
    let tags = adapter.peripherals
    #expect(tags.map(\.name) == ["Tag 1", "Tag 2", "Tag 3"])
    #expect(
      tags.map { "\($0.address)" } == [
        "C0:00:00:00:00:FE", "C0:00:00:00:00:FF", "C0:00:00:00:01:00",
      ])
    #expect(tags.map(\.advertisingInterval) == Array(repeating: .milliseconds(50), count: 3))
    bluez.advance(by: .seconds(1))
    let client = Witness(bluez)
    client.call("/org/bluez/hci1", "org.bluez.Adapter1", "StartDiscovery")
    var seen: [[Int]] = []
    for _ in 0..<5 {
      bluez.advance(by: .milliseconds(100))
      seen.append(tags.map(\.rssi))
    }
    let steps = [[-62, -61, -60], [-61, -60, -61], [-60, -61, -62], [-61, -62, -61]]
    #expect(seen.allSatisfy { steps.contains($0) })
    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 != $1 })
    let counters = tags.compactMap { $0.manufacturerData[0x0059]?.first }
    #expect(counters == [counters[0], counters[0] + 1, counters[0] + 2])
    #expect(counters[0] >= 26)
    #expect(tags[0].manufacturerData[0x004C] == Data([2, 0x15]))
    #expect(tags[0].manufacturerData[0xFFFF] != tags[1].manufacturerData[0xFFFF])
    #expect(tags[0].advertisement.serviceData[0xFD6F] == Data([7]))
  }

  @Test func `services are made of the catalogue and by hand`() throws {
    let text = """
      {"peripherals": [{"services": [
        "180F",
        {"profile": "Heart Rate", "characteristics": [
          {"uuid": "2A38", "value": {"fields": {"location": "chest"}}},
          {"uuid": "2AFF", "properties": ["read"], "value": "01"}]},
        {"uuid": "FF00", "characteristics": [
          {"uuid": "FF01", "properties": ["read", "write-without-response"],
           "permissions": ["encrypt-read"],
           "descriptors": [{"uuid": "2901", "value": {"text": "Switch"}}]},
          {"uuid": "2A19", "properties": ["read"], "value": {"fields": {"level": 42}}}]}]}]}
      """
    let document = try WorldDocument(parsing: text)
    let adapter = try #require(SimulatedBlueZ().add(document).first)
    let services = try #require(adapter.peripherals.first?.services)
    #expect(services.map(\.uuid) == [0x180F, 0x180D, 0xFF00])
    #expect(adapter.peripherals.first?.advertisedServices == [0x180F, 0x180D, 0xFF00])
    #expect(services[1].characteristic(0x2A38)?.value == Data([1]))
    #expect(services[1].characteristics.last?.uuid == 0x2AFF)
    #expect(
      services[2].characteristics.map(\.properties) == [[.read, .writeWithoutResponse], .read])
    let hand = services[2].characteristics[0]
    #expect(hand.permissions == .encryptRead)
    #expect(hand.descriptors.map(\.uuid) == [0x2901])
    #expect(hand.descriptors.map(\.value) == [Data("Switch".utf8)])
    #expect(services[2].characteristic(0x2A19)?.value == Data([42]))
  }

  @Test func `services are included, secondary and of one kind`() throws {
    let text = """
      {"peripherals": [{"services": [
        {"uuid": "FF01", "primary": false}, "180F", {"uuid": "180F"},
        {"uuid": "FF02", "includes": ["FF01", "180F"]}]}]}
      """
    let adapter = try #require(SimulatedBlueZ().add(try WorldDocument(parsing: text)).first)
    let services = try #require(adapter.peripherals.first?.services)
    #expect(services.map(\.isPrimary) == [false, true, true, true])
    #expect(services[3].includedServices.map(\.uuid) == [0xFF01, 0x180F])
    #expect(services[3].includedServices[1] === services[2])
  }

  @Test func `an advertisement has what a device may say of itself`() throws {
    let text = """
      {"peripherals": [
        {"name": "Tag", "advertisedName": "T", "txPower": -4, "appearance": 833, "rssi": "far"},
        {"name": "Tag", "advertisedName": "", "rssi": {"from": "near", "to": -70, "every_ms": 9}}]}
      """
    let adapter = try #require(SimulatedBlueZ().add(try WorldDocument(parsing: text)).first)
    let advertisements = adapter.peripherals.map(\.advertisement)
    #expect(adapter.peripherals.map(\.name) == ["Tag", "Tag"])
    #expect(advertisements.map(\.localName) == ["T", nil])
    #expect(advertisements.map(\.txPower) == [-4, nil])
    #expect(advertisements.map(\.appearance) == [833, nil])
    #expect(advertisements.map(\.rssi) == [-90, -70])
  }

  @Test func `a document says how the daemon is configured`() throws {
    let plain = SimulatedBlueZ(try WorldDocument(parsing: #"{"peripherals": []}"#))
    #expect(!plain.isExperimental)
    #expect(plain.keepsAttributes)
    let text = #"{"peripherals": [], "daemon": {"experimental": true, "cache": "yes"}}"#
    let world = SimulatedBlueZ(try WorldDocument(parsing: text))
    #expect(world.isExperimental)
    #expect(!world.keepsAttributes)
  }

  @Test func `a document says what the bus allows beside the daemon`() throws {
    let plain = SimulatedBlueZ(try WorldDocument(parsing: #"{"peripherals": []}"#))
    #expect(plain.busLimits == SimulatedBusLimits())
    let text = """
      {"peripherals": [], "bus": {"connections": 1, "matchRules": 5, "pendingReplies": 2}}
      """
    let (bluez, client) = try world(text)
    #expect(bluez.busLimits.matchRules == 5)
    #expect(bluez.busLimits.pendingReplies == 2)
    #expect(client.uniqueName != nil)
    #expect(Witness(bluez).uniqueName == nil)
    let part = SimulatedBlueZ(
      try WorldDocument(parsing: #"{"peripherals": [], "bus": {"pendingReplies": 2}}"#))
    #expect(part.busLimits.connections == SimulatedBusLimits().connections)
  }

  @Test func `faults are scripts by call and by time`() throws {
    let text = """
      {"peripherals": [{"profile": "sensortag", "motion": "counting"}],
       "faults": [
        {"on": "ReadValue", "of": "C4:BE:84:00:00:01", "calls": 2,
         "steps": [{"wait_ms": 500}, {"fail": {"name": "NotPermitted", "text": "no"}}]},
        {"after_ms": 10000, "steps": ["dropLink"]}]}
      """
    #expect(throws: SimulatorError.self) { try WorldDocument(parsing: text) }
    let (bluez, client) = try linked(
      text.replacing("\"counting\"", with: "\"counting\", \"address\": \"C4:BE:84:00:00:01\""))
    let first = client.read(Self.first)
    bluez.advance(by: .milliseconds(100))
    #expect(first.values != nil)
    let second = client.read(Self.first)
    bluez.advance(by: .milliseconds(499))
    #expect(second.isPending)
    bluez.advance(by: .milliseconds(100))
    #expect(second.error?.contains("NotPermitted") == true)
    client.take()
    bluez.advance(by: .seconds(10))
    #expect(
      client.take(only: "Connected=") == [
        "changed \(World.device) Connected=false ServicesResolved=false"
      ])
  }
}
