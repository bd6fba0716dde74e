import FoundationEssentials
import GATT
import Testing

@testable import CentralRole

@Suite struct ScanFilterTests {
  static let address = BluetoothAddress(0xC4, 0xBE, 0x84, 0, 0, 1)
  static let heard = Advertisement(
    localName: "Tag 1", serviceUUIDs: [0x180D], manufacturerData: [0x1234: Data([1, 2, 0xF3])],
    serviceData: [0xFEAA: Data([0x10, 0])], txPower: 4, rssi: -60)

  private func fits(_ filter: ScanFilter, _ heard: Advertisement = heard) -> Bool {
    filter.matches(heard, address: Self.address)
  }

  @Test func `everything fits the empty filter`() {
    #expect(fits(.everything))
    #expect(fits(.everything, Advertisement()))
  }

  @Test func `a service fits by its list and by its data`() {
    #expect(fits(ScanFilter(services: [0x180D])))
    #expect(fits(ScanFilter(services: [0x1800, 0xFEAA])))
    #expect(!fits(ScanFilter(services: [0x1800])))
  }

  @Test func `names fit whole, prefixes at the beginning, and no name fits neither`() {
    #expect(fits(ScanFilter(names: ["Tag 2", "Tag 1"])))
    #expect(!fits(ScanFilter(names: ["Tag"])))
    #expect(fits(ScanFilter(namePrefix: "Tag")))
    #expect(!fits(ScanFilter(namePrefix: "tag")))
    #expect(!fits(ScanFilter(namePrefix: ""), Advertisement()))
  }

  @Test func `an address fits`() {
    #expect(fits(ScanFilter(addresses: [Self.address])))
    #expect(!fits(ScanFilter(addresses: [BluetoothAddress(0, 0, 0, 0, 0, 1)])))
  }

  @Test func `limits of strength and path loss include their end, and the unknown does not fit`() {
    #expect(fits(ScanFilter(minimumRSSI: -60)))
    #expect(!fits(ScanFilter(minimumRSSI: -59)))
    #expect(fits(ScanFilter(maximumPathLoss: 64)))
    #expect(!fits(ScanFilter(maximumPathLoss: 63)))
    #expect(!fits(ScanFilter(minimumRSSI: -127), Advertisement(txPower: 4)))
    #expect(!fits(ScanFilter(maximumPathLoss: 137), Advertisement(rssi: -60)))
  }

  @Test(arguments: [
    ([UInt8](), [UInt8](), true), ([1, 2], [], true), ([1, 3], [], false),
    ([1, 2, 0xF3, 0], [], false), ([1, 0, 0xF0], [0xFF, 0x00, 0xF0], true),
    ([1, 0, 0xE0], [0xFF, 0x00, 0xF0], false), ([0, 2], [0], true), ([0, 3], [0], false),
  ])
  func `manufacturer data fits where its masked beginning does`(
    prefix: [UInt8], mask: [UInt8], isFit: Bool
  ) {
    let pattern = ManufacturerDataPattern(
      company: 0x1234, prefix: Data(prefix), mask: Data(mask))
    #expect(fits(ScanFilter(manufacturerData: [pattern])) == isFit)
    let other = ManufacturerDataPattern(company: 0x4321, prefix: Data(prefix), mask: Data(mask))
    #expect(!fits(ScanFilter(manufacturerData: [other])))
    #expect(fits(ScanFilter(manufacturerData: [other, pattern])) == isFit)
  }

  @Test func `service data fits by its beginning`() {
    let pattern = ServiceDataPattern(service: 0xFEAA, prefix: Data([0x10]))
    #expect(fits(ScanFilter(serviceData: [pattern])))
    let other = ServiceDataPattern(service: 0xFEAA, prefix: Data([0x20]))
    #expect(!fits(ScanFilter(serviceData: [other])))
  }

  @Test func `all conditions apply together`() {
    var filter = ScanFilter(
      services: [0x180D], names: ["Tag 1"], namePrefix: "T", addresses: [Self.address],
      minimumRSSI: -70, maximumPathLoss: 70,
      manufacturerData: [ManufacturerDataPattern(company: 0x1234)],
      serviceData: [ServiceDataPattern(service: 0xFEAA)])
    #expect(fits(filter))
    filter.minimumRSSI = -50
    #expect(!fits(filter))
  }

  @Test func `a filter says what it looks for`() {
    let filter = ScanFilter(
      services: [0x180D, 0x1800], names: ["A"], namePrefix: "B", addresses: [Self.address],
      minimumRSSI: -70, maximumPathLoss: 70,
      manufacturerData: [
        ManufacturerDataPattern(company: 0x4C, prefix: Data([2, 0x15]), mask: Data([0xFF]))
      ], serviceData: [ServiceDataPattern(service: 0xFEAA)])
    #expect(
      filter.description
        == "1800, 180D, the name \"A\", names with the beginning \"B\", C4:BE:84:00:00:01, "
        + "at least -70 dBm, a path loss of at most 70 dB, "
        + "data of the company 004C with the beginning 0215 masked with FF, "
        + "data of the service FEAA")
    #expect(ScanFilter.everything.description == "")
  }
}

@Suite struct DaemonFilterTests {
  private func filter(
    _ filters: ScanFilter..., duplicates: Bool = false, isOpen: Bool = false
  ) -> DaemonFilter {
    DaemonFilter(filters.map { ($0, duplicates) }, isOpen: isOpen)
  }

  @Test func `the daemon looks for what any of the scans looks for`() {
    let union = filter(
      ScanFilter(services: [0x180D], minimumRSSI: -70),
      ScanFilter(services: [0x180F], minimumRSSI: -80))
    #expect(union.services == [0x180D, 0x180F])
    #expect(union.rssi == -80)
    #expect(filter(ScanFilter(maximumPathLoss: 50), ScanFilter(maximumPathLoss: 60)).pathLoss == 60)
  }

  @Test func `what one scan does not ask for is open for all`() {
    let mixed = filter(
      ScanFilter(services: [0x180D], minimumRSSI: -70), ScanFilter(maximumPathLoss: 50))
    #expect(mixed == .plain)
    #expect(filter(ScanFilter(services: [0x180D]), isOpen: true) == .plain)
    #expect(filter() == .plain)
  }

  @Test func `the daemon takes strength or path loss, in its range`() {
    let both = filter(ScanFilter(minimumRSSI: -200, maximumPathLoss: 50))
    #expect(both.rssi == -127)
    #expect(both.pathLoss == nil)
    #expect(filter(ScanFilter(maximumPathLoss: 200)).pathLoss == 137)
  }

  @Test func `a pattern is used only where it is wanted and the same for all`() {
    let prefix = ScanFilter(namePrefix: "Tag", usesDaemonPattern: true)
    #expect(filter(prefix).pattern == "Tag")
    #expect(filter(prefix, prefix).pattern == "Tag")
    #expect(filter(prefix, ScanFilter(namePrefix: "Tag")).pattern == nil)
    #expect(filter(ScanFilter(namePrefix: "Tag")).pattern == nil)
    let address = ScanFilter(addresses: [ScanFilterTests.address], usesDaemonPattern: true)
    #expect(filter(address).pattern == "C4:BE:84:00:00:01")
  }

  @Test func `the daemon is told only what is true`() {
    let all = filter(
      ScanFilter(namePrefix: "T", minimumRSSI: -70, usesDaemonPattern: true), duplicates: true)
    #expect(all.entries.map(\.0) == ["Transport", "RSSI", "Pattern", "DuplicateData"])
    #expect(DaemonFilter.plain.entries.map(\.0) == ["Transport"])
  }
}
