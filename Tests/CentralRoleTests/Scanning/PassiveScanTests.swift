import BlueZSimulator
import FoundationEssentials
import Futures
import GATT
import Testing

@testable import CentralRole

@Suite struct PassiveScanTests {
  let world = SimulatedWorld()

  init() {
    world.bluez.isExperimental = true
    world.bluez.run()
  }

  private func log<Value>(_ stream: FutureStream<Value>) -> StreamLog<Value> {
    let log = StreamLog(stream)
    world.bluez.advance(by: .seconds(1))
    return log
  }

  @Test func `a passive scan hears without discovery and without scan responses`() {
    let log = log(world.manager.startScanning(matching: .everything, mode: .passive))
    #expect(log.values.map(\.address) == [world.tag.address])
    #expect(log.values.first?.name == nil)
    #expect(world.count("StartDiscovery") == 0)
    #expect(world.manager.isScanning)
    log.leave()
    world.bluez.advance(by: .seconds(1))
    #expect(world.count("UnregisterMonitor") == 1)
    #expect(!world.manager.isScanning)
  }

  @Test(arguments: [
    (ScanFilter(services: [0x1800, 0xFFE0]), true), (ScanFilter(services: [0x1800]), false),
    (
      ScanFilter(manufacturerData: [ManufacturerDataPattern(company: 0x1234, prefix: Data([7]))]),
      true
    ),
    (
      ScanFilter(manufacturerData: [ManufacturerDataPattern(company: 0x1234, prefix: Data([8]))]),
      false
    ),
    (
      ScanFilter(manufacturerData: [
        ManufacturerDataPattern(company: 0x1234, prefix: Data([0xF7, 9]), mask: Data([0x0F]))
      ]), true
    ),
    (ScanFilter(serviceData: [ServiceDataPattern(service: 0xFEAA)]), true),
    (ScanFilter(services: [0xFEAA]), true),
    (ScanFilter(services: [0xFFE0], minimumRSSI: -50), false),
  ])
  func `what fits a filter fits its monitor`(filter: ScanFilter, isFit: Bool) {
    world.tag.advertisement.manufacturerData = [0x1234: Data([7, 9])]
    world.tag.advertisement.serviceData = [0xFEAA: Data([1])]
    world.tag.advertisement.services = [0x180F, 0x180A, 0xFFE0]
    let log = log(world.manager.startScanning(matching: filter, mode: .passive))
    #expect(log.values.count == (isFit ? 1 : 0))
    #expect(log.failures.isEmpty)
  }

  @Test func `a daemon without monitors cannot scan passively, and the error says what to do`() {
    let world = SimulatedWorld()
    let log = StreamLog(world.manager.startScanning(matching: .everything, mode: .passive))
    world.bluez.advance(by: .seconds(1))
    #expect(
      log.failures == [
        "hci0 cannot scan passively, because the daemon offers no advertisement monitors: start "
          + "BlueZ 5.66 or later with `bluetoothd --experimental` on a kernel from 5.10 on, or "
          + "scan actively"
      ])
    #expect(log.codes == [.scanNotSupported])
    #expect(log.isFinished)
    #expect(!world.manager.isScanning)
  }

  @Test func `a peripheral that falls silent is lost by the daemon's word`() {
    let events = log(world.manager.scanEvents(lostAfter: .seconds(3), mode: .passive))
    #expect(events.values.count == 1)
    world.tag.isAdvertising = false
    world.bluez.advance(by: .seconds(4))
    world.tag.isAdvertising = true
    world.bluez.advance(by: .seconds(1))
    #expect(
      events.values.map(ScanEventText.init) == [
        "found C4:BE:84:00:00:01", "lost C4:BE:84:00:00:01", "found C4:BE:84:00:00:01",
      ])
  }

  @Test func `a passive scan survives a restart of the daemon and a power cycle`() {
    let log = log(world.manager.startScanning(matching: .everything, mode: .passive))
    world.bluez.restartDaemon()
    world.bluez.advance(by: .seconds(5))
    #expect(world.count("RegisterMonitor") == 2)
    #expect(log.values.count == 2)
    world.adapter.isPowered = false
    world.bluez.advance(by: .seconds(1))
    world.adapter.isPowered = true
    world.bluez.advance(by: .seconds(2))
    #expect(log.values.count == 3)
    #expect(log.failures.isEmpty)
  }

  @Test func `a passive scan ends when the daemon comes back without monitors`() {
    let log = log(world.manager.startScanning(matching: .everything, mode: .passive))
    world.bluez.isExperimental = false
    world.bluez.restartDaemon()
    world.bluez.advance(by: .seconds(30))
    #expect(log.codes == [.scanNotSupported])
    #expect(log.isFinished)
  }

  @Test func `active and passive scans go side by side`() {
    let passive = log(world.manager.startScanning(matching: .everything, mode: .passive))
    let active = log(world.manager.startScanning())
    #expect(active.values == passive.values)
    #expect(active.values.first?.name == "Tag 1")
    active.leave()
    world.bluez.advance(by: .seconds(1))
    let (other, _) = SimulatedWorld.peripheral(2)
    world.adapter.add(other)
    world.bluez.advance(by: .seconds(1))
    #expect(passive.values.count == 2)
  }

  @Test func `a link is not held up by a passive scan`() throws {
    let log = log(world.manager.startScanning(matching: .everything, mode: .passive))
    let peripheral = try #require(log.values.first)
    peripheral.connect().forEach { _ in }
    world.bluez.advance(by: .seconds(2))
    #expect(peripheral.isConnected)
    #expect(world.count("UnregisterMonitor") == 0)
  }
}

@Suite struct MonitorPatternTests {
  @Test func `one kind of condition becomes patterns, the one that says most`() {
    let data = ManufacturerDataPattern(
      company: 0x004C, prefix: Data([2, 0x15, 9]), mask: Data([0xFF, 0xF0]))
    let filter = ScanFilter(services: [0x180D], manufacturerData: [data])
    #expect(MonitorPattern.patterns(for: filter) == [MonitorPattern(0xFF, Data([0x4C, 0, 2]))])
    let names = MonitorPattern.patterns(for: ScanFilter(namePrefix: "Tag"))
    #expect(
      names == [MonitorPattern(0x09, Data("Tag".utf8)), MonitorPattern(0x08, Data("T".utf8))])
    let all = MonitorPattern.patterns(for: ScanFilter(minimumRSSI: -70))
    #expect(all.allSatisfy { $0.type == 1 && $0.content.count == 1 })
  }

  @Test func `no pattern is longer than an advertisement`() {
    let long = Data(repeating: 1, count: 40)
    let filters = [
      ScanFilter(manufacturerData: [ManufacturerDataPattern(company: 1, prefix: long)]),
      ScanFilter(serviceData: [ServiceDataPattern(service: 0xFEAA, prefix: long)]),
      ScanFilter(services: [0x180D, BluetoothUUID(value: 1)]),
      ScanFilter(names: [String(repeating: "a", count: 40)]),
    ]
    for pattern in filters.flatMap(MonitorPattern.patterns) {
      #expect(Int(pattern.start) + pattern.content.count <= 31)
      #expect(!pattern.content.isEmpty)
    }
  }
}
