import BlueZSimulator
import FoundationEssentials
import Futures
import GATT
import Testing

@testable import CentralRole

@Suite struct ScanEventTests {
  let world = SimulatedWorld()
  private let tag = "C4:BE:84:00:00:01"

  private func log<Value>(
    _ stream: FutureStream<Value>, for time: Duration = .seconds(1)
  )
    -> StreamLog<Value>
  {
    let log = StreamLog(stream)
    world.bluez.advance(by: time)
    return log
  }

  private func texts(_ log: StreamLog<ScanEvent>) -> [ScanEventText] {
    log.values.map { ScanEventText($0) }
  }

  @Test func `repetitions are told to those who want them only`() {
    let all = log(world.manager.scanEvents(allowsDuplicates: true))
    let news = log(world.manager.scanEvents())
    world.bluez.advance(by: .seconds(1))
    #expect(all.values.count > 10)
    #expect(texts(news) == [ScanEventText("found \(tag)")])
    #expect(
      all.values.dropFirst().allSatisfy { ScanEventText($0).description == "updated \(tag): " })
  }

  @Test func `updates are told while they fit the filter`() {
    let near = log(world.manager.scanEvents(matching: ScanFilter(minimumRSSI: -70)))
    for rssi in [-65, -75, -66] {
      world.tag.rssi = rssi
      world.bluez.advance(by: .milliseconds(200))
    }
    #expect(near.values.count == 3)
    #expect(near.values.map(\.peripheral.rssi) == [-66, -66, -66])
  }

  @Test func `a snapshot keeps what it was made with`() throws {
    let events = log(world.manager.scanEvents())
    world.tag.manufacturerData = [0x1234: Data([1])]
    world.bluez.advance(by: .seconds(1))
    world.tag.manufacturerData = [0x4321: Data([2])]
    world.bluez.advance(by: .seconds(1))
    let snapshots = events.values.compactMap { event -> Advertisement? in
      if case .updated(_, let advertisement, _) = event { advertisement } else { nil }
    }
    #expect(snapshots.map(\.manufacturerData.count) == [1, 2])
    let last = try #require(snapshots.last)
    let first = try #require(last.lastChanged(manufacturerData: 0x1234))
    let second = try #require(last.lastChanged(manufacturerData: 0x4321))
    #expect(second - first == .seconds(1))
    #expect(last.lastChanged(.manufacturerData) == second)
    #expect(last.lastChanged(.txPower) == nil)
  }

  @Test func `a peripheral that is silent for too long is lost and found again`() {
    let events = log(world.manager.scanEvents(lostAfter: .seconds(3)))
    world.tag.isAdvertising = false
    world.bluez.advance(by: .milliseconds(2800))
    #expect(events.values.count == 1)
    world.bluez.advance(by: .milliseconds(400))
    #expect(texts(events) == ["found \(tag)", "lost \(tag)"].map { ScanEventText($0) })
    world.tag.isAdvertising = true
    world.bluez.advance(by: .seconds(1))
    #expect(texts(events).last?.description == "found \(tag)")
  }

  @Test func `a peripheral that the daemon removes is lost`() {
    let events = log(world.manager.scanEvents())
    world.tag.isAdvertising = false
    world.bluez.advance(by: .seconds(40))
    #expect(texts(events) == ["found \(tag)", "lost \(tag)"].map { ScanEventText($0) })
  }

  @Test func `a connected peripheral is not lost by its silence`() throws {
    let events = log(world.manager.scanEvents(lostAfter: .seconds(3)))
    let peripheral = try #require(events.values.first?.peripheral)
    peripheral.connect().forEach { _ in }
    world.bluez.advance(by: .seconds(20))
    #expect(peripheral.isConnected)
    #expect(!texts(events).contains { $0.description.hasPrefix("lost") })
  }

  @Test func `silence does not count while nobody listens`() {
    let events = log(world.manager.scanEvents(lostAfter: .seconds(5)))
    let holder = world.manager.driver.newHolder()
    world.bluez.loop.execute { [driver = world.manager.driver] in
      driver.feedDiscovery { $0.pause(holder) }
    }
    world.bluez.advance(by: .seconds(20))
    #expect(!world.manager.isScanning)
    world.bluez.loop.execute { [driver = world.manager.driver] in
      driver.feedDiscovery { $0.resume(holder) }
    }
    world.bluez.advance(by: .seconds(20))
    #expect(world.manager.isScanning)
    #expect(!texts(events).contains { $0.description.hasPrefix("lost") })
  }

  @Test func `who comes late to a scan hears of those that were found already, once`() throws {
    let first = log(world.manager.startScanning())
    let second = log(world.manager.startScanning())
    #expect(first.values.count == 1)
    #expect(second.values == first.values)
    let (other, _) = SimulatedWorld.peripheral(2)
    world.adapter.add(other)
    world.bluez.advance(by: .seconds(1))
    #expect(first.values.map(\.name) == ["Tag 1", "Tag 2"])
    #expect(second.values.map(\.name) == ["Tag 1", "Tag 2"])
    #expect(world.count("StartDiscovery") == 1)
    let early = log(world.manager.scanEvents())
    let late = log(world.manager.scanEvents())
    #expect(texts(late) == texts(early))
    #expect(texts(late).count == 2)
  }

  @Test func `a chain that scans again in one flatMap does not double what it finds`() {
    let log = StreamLog(
      world.manager.whenStateChanges().withFilter { $0 == .poweredOn }
        .flatMap { [manager = world.manager] _ in manager.startScanning() })
    world.bluez.advance(by: .seconds(1))
    world.bluez.restartDaemon()
    world.bluez.advance(by: .seconds(5))
    // Found, and found again by the daemon that came after.
    #expect(log.values.count == 2)
  }

  @Test func `the list of those around begins empty, follows and is there for newcomers`() throws {
    let stream = world.manager.peripheralsStream()
    let lists = log(stream)
    #expect(lists.values.map { $0.map(\.name) } == [[], ["Tag 1"]])
    let (other, _) = SimulatedWorld.peripheral(2)
    world.adapter.add(other)
    world.bluez.advance(by: .seconds(1))
    #expect(lists.values.last?.map(\.name) == ["Tag 1", "Tag 2"])
    let late = log(stream, for: .zero)
    #expect(late.values.map { $0.map(\.name) } == [["Tag 1", "Tag 2"]])
    let another = log(world.manager.peripheralsStream())
    #expect(another.values.last?.count == 2)
    world.tag.isAdvertising = false
    world.bluez.advance(by: .seconds(40))
    #expect(lists.values.last?.map(\.name) == ["Tag 2"])
    for log in [lists, late, another] { log.leave() }
    world.bluez.advance(by: .seconds(1))
    #expect(!world.manager.isScanning)
    #expect(world.count("StopDiscovery") == 1)
  }

  @Test func `filters of several scans become one filter of the daemon that follows them`() {
    let first = log(
      world.manager.startScanning(matching: ScanFilter(services: [0xFFE0], minimumRSSI: -70)))
    let second = log(world.manager.startScanning(matching: ScanFilter(services: [0x180D])))
    second.leave()
    world.bluez.advance(by: .seconds(1))
    _ = first
    let filters = world.bluez.transcript.filter {
      $0.hasPrefix("call ") && $0.contains("SetDiscoveryFilter")
    }
    #expect(filters.count == 3)
    #expect(filters.map { $0.contains("RSSI") } == [true, false, true])
    #expect(filters.map { $0.contains("0000180d") } == [false, true, false])
  }

  @Test func `fields of every kind reach the program`() throws {
    world.bluez.isExperimental = true
    world.tag.advertisement = SimulatedAdvertisement(
      localName: "Tag", rssi: -50, services: [0x180D], manufacturerData: [0x1234: Data([1])],
      serviceData: [0xFEAA: Data([2])], txPower: 4, appearance: 833, flags: 0x06,
      otherData: [0x1B: Data([0, 1])])
    let events = log(world.manager.scanEvents())
    guard case .found(_, let heard)? = events.values.first else {
      Issue.record("nothing was found")
      return
    }
    #expect(
      heard
        == Advertisement(
          localName: "Tag", serviceUUIDs: heard.serviceUUIDs,
          manufacturerData: [0x1234: Data([1])], serviceData: [0xFEAA: Data([2])], txPower: 4,
          appearance: 833, flags: [.generalDiscoverable, .classicNotSupported], rssi: -50
        )
        .with(data: [0x1B: Data([0, 1])]))
    #expect(heard.serviceUUIDs.contains(0x180D))
    #expect(heard.pathLoss == 54)
    #expect(heard.lastHeard(.data) != nil)
    #expect(
      heard.description.hasSuffix(
        "company 1234 01, data of FEAA 02, sent with 4 dBm, received with -50 dBm"))
  }
}
