import BlueFutures
import BlueZSimulator
import FoundationEssentials
import Testing

/// What the article on everyday tasks shows.
@Suite struct EverydayTests {
  private let world = StrapWorld()

  @Test func `values come on over a lost link`() async throws {
    let peripheral = try await world.found()
    let strap = world.strap
    try await peripheral.connect(reconnecting: .growing(from: .milliseconds(100))).first().value
    let battery = try await peripheral.discoverCharacteristic(0x2A19, in: 0x180D).value
    strap.services[0].characteristics[0].notify(every: .milliseconds(20), once: [Data([79])])
    // snippet: notifications
    var levels: [UInt8] = []
    let updates = battery.receiveNotificationUpdates(resuming: true)
    try await battery.startNotifying(route: .socket).value
    for await value in updates.values {
      levels += value
      if levels == [79] { strap.dropLink() }  // what comes after the reconnect is delivered as well
      if levels.count == 2 { break }
    }
    // snippet: end
    #expect(levels == [79, 79])
    try await peripheral.disconnect().value
  }

  @Test func `events tell who comes, changes and goes`() async throws {
    let manager = world.manager
    let strap = world.strap
    for try await state in manager.whenStateChanges() where state == .poweredOn { break }
    // snippet: events
    var story: [String] = []
    for try await event in manager.scanEvents(lostAfter: .seconds(1)) {
      switch event {
      case .found(let peripheral, _):
        story.append("found \(peripheral.name ?? "")")
        strap.rssi = -40  // the simulated strap comes nearer
      case .updated(_, let advertisement, let changed) where changed.contains(.rssi):
        story.append("\(advertisement.rssi ?? 0) dBm")
        strap.isAdvertising = false
      case .updated: break
      case .lost: story.append("lost")
      }
      if story.last == "lost" { break }
    }
    // snippet: end
    #expect(story == ["found Strap", "-40 dBm", "lost"])
  }

  @Test func `a list of services stays what it is`() async throws {
    let peripheral = try await world.found()
    // snippet: services
    var counts: [Int] = []
    peripheral.connect().flatMap { peripheral.discoverAttributes() }.onSuccess { _ in }
    for try await services in peripheral.whenServicesChange() {
      counts.append(services.count)
      if counts.count == 2 { break }
    }
    // snippet: end
    #expect(counts == [0, 1])
    try await peripheral.disconnect().value
  }
}
