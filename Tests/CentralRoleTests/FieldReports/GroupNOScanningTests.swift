import BlueZ
import DBus
import FoundationEssentials
import Futures
import GATT
import Testing

@testable import CentralRole

/// Load and long runs, as far as they concern scans and the table of devices.
@Suite struct GroupNOScanningTests {
  @Test func `B138 two scans and a connection at once share one discovery and all finish`() throws {
    let world = ScriptedWorld()
    world.daemon.script("StartDiscovery", .done)
    // A second start while the first is open is never answered.
    world.daemon.always("StartDiscovery", .never)
    let first = StreamLog(world.manager.startScanning())
    let second = StreamLog(world.manager.startScanning(forServiceUUIDs: [Objects.serviceUUID]))
    world.advance(.seconds(1))
    world.daemon.addDevice(1, ["RSSI": .int16(-40)])
    world.run()
    #expect(world.daemon.count("StartDiscovery") == 1)
    #expect(first.values.count == 1)
    #expect(second.values.count == 1)
    world.daemon.always("StartDiscovery", nil)
    let peripheral = try #require(
      world.manager.peripherals.first { $0.path == Objects.device })
    let links = StreamLog(peripheral.connect())
    world.advance(.seconds(1))
    #expect(links.values.count == 1)
    #expect(world.daemon.count("StartDiscovery") == world.daemon.count("StopDiscovery") + 1)
  }

  @Test func `B141 a thousand scans use one connection and leave nothing`() {
    let world = ScriptedWorld()
    let (connections, rules) = (world.bus.connectionCount, world.bus.matchRuleCount)
    for _ in 0..<1000 {
      let log = StreamLog(world.manager.startScanning())
      world.run()
      world.daemon.change(Objects.device, .device, ["RSSI": .int16(-50)])
      world.run()
      #expect(log.values.count == 1)
      log.leave()
      world.run()
      world.daemon.forgetCalls()
    }
    #expect(world.bus.connectionCount == connections)
    #expect(world.bus.matchRuleCount == rules)
    #expect(
      world.manager.driver.shared.withLock { $0.scans.isEmpty && $0.listening.all.isEmpty })
    #expect(!world.manager.isScanning)
  }

  @Test func `B144 five thousand devices that come and go leave the number of rules`() {
    let world = ScriptedWorld()
    let rules = world.bus.matchRuleCount
    #expect(rules <= 16)
    let log = StreamLog(world.manager.startScanning())
    world.run()
    for number in 0..<5000 as Range<UInt16> {
      world.daemon.addDevice(number, ["RSSI": .int16(-50)])
      world.daemon.remove(Objects.path(number))
      world.run()
    }
    #expect(log.values.count == 5000)
    #expect(world.bus.matchRuleCount == rules)
  }

  @Test func `B147 the tables hold only those that are there, however many pass by`() {
    let world = ScriptedWorld()
    let events = world.manager.scanEvents(allowsDuplicates: true)
    let lost = Lock(0)
    events.forEach { event in
      if case .lost = event { lost.withLock { $0 += 1 } }
    }
    world.run()
    var sizes: [Int] = []
    for number in 0..<4000 as Range<UInt16> {
      world.daemon.addDevice(number, ["RSSI": .int16(-50)])
      for rssi in [-51, -52, -53] as [Int16] {
        world.daemon.change(Objects.path(number), .device, ["RSSI": .int16(rssi)])
      }
      if number >= 50 { world.daemon.remove(Objects.path(number - 50)) }
      world.run()
      if number % 1000 == 999 {
        sizes.append(
          world.manager.driver.shared.withLock { shared in
            let found = shared.listening.all.map(\.found.count).reduce(0, +)
            #expect(shared.known.count == 51)
            #expect(found == 50)
            return shared.referenced.count
          })
      }
    }
    #expect(lost.withLock { $0 } == 3950)
    #expect(sizes.allSatisfy { $0 <= 2 * 51 + 64 })
    #expect(world.session.withStore { $0.paths.count } == Objects.tree.count + 50)
  }
}
