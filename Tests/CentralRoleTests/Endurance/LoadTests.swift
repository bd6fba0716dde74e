import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Futures
import GATT
import Testing

@testable import CentralRole

/// Many peripherals at once, and the same thing again and again, in virtual time.
///
/// With `BLUEFUTURES_LOAD=full` the figures are those that the package promises: ten minutes of a
/// hundred peripherals, a thousand rounds. Descriptors are counted then too, so run nothing beside it:
/// `BLUEFUTURES_LOAD=full scripts/test --no-parallel --filter LoadTests`.
@Suite(.serialized) struct LoadTests {
  /// Counts what arrives and whether it is the successor of what came before.
  final class Sequence: Sendable {
    private let shared = Lock((next: 0, mistakes: 0))
    var count: Int { shared.withLock { $0.next } }
    var mistakes: Int { shared.withLock { $0.mistakes } }

    func take(_ data: Data) {
      let number = data.reversed().reduce(0) { $0 << 8 | Int($1) }
      shared.withLock {
        if number != $0.next { $0.mistakes += 1 }
        $0.next = number + 1
      }
    }
  }

  @Test func `a hundred peripherals notify at once, and nothing is lost or doubled`() throws {
    let seconds = Load.rounds(600, short: 2)
    let bluez = SimulatedBlueZ()
    let adapter = bluez.addAdapter()
    for number in 1...100 {
      let (peripheral, value) = SimulatedWorld.peripheral(UInt8(number))
      value.notify(every: .milliseconds(50)) { index in
        Data((0..<4).map { UInt8(truncatingIfNeeded: index >> (8 * $0)) })
      }
      adapter.add(peripheral)
    }
    let manager = CentralManager(session: bluez.session())
    bluez.advance(by: .seconds(1))
    let found = StreamLog(manager.startScanning())
    bluez.advance(by: .seconds(5))
    manager.stopScanning()
    #expect(found.values.count == 100)
    let failures = Lock<[String]>([])
    var sequences: [Sequence] = []
    for peripheral in found.values {
      let sequence = Sequence()
      sequences.append(sequence)
      let values = peripheral.connect()
        .flatMap { _ in peripheral.discoverAllServices() }
        .flatMap { _ -> Future<Void> in peripheral.services[0].discoverAllCharacteristics() }
        .flatMap { _ -> Future<Void> in
          peripheral.services[0].characteristics[0].startNotifying()
        }
        .flatMap { _ -> FutureStream<Data> in
          peripheral.services[0].characteristics[0].receiveNotificationUpdates()
        }
      values.onSuccess { sequence.take($0) }
      values.onFailure { error in failures.withLock { $0.append("\(error)") } }
    }
    for _ in 0..<60 where sequences.contains(where: { $0.count == 0 }) {
      bluez.advance(by: .seconds(1))
    }
    #expect(manager.connectedPeripherals.count == 100)
    let before = sequences.map(\.count)
    for _ in 0..<seconds { bluez.advance(by: .seconds(1)) }
    #expect(
      zip(sequences, before).map { $0.count - $1 } == Array(repeating: seconds * 20, count: 100))
    #expect(sequences.map(\.mistakes).reduce(0, +) == 0)
    #expect(failures.withLock { $0 } == [])
    if Load.isFull { print("100 peripherals: \(sequences.map(\.count).reduce(0, +)) values") }
  }

  @Test func `rounds of scan, connect, read and disconnect leave nothing behind`() throws {
    let world = SimulatedWorld()
    func round() throws {
      let peripheral = try world.bluez.wait(
        for: world.manager.startScanning().first(), within: .seconds(30))
      try world.bluez.wait(for: peripheral.connect().first(), within: .seconds(30))
      let characteristic = try world.characteristic(of: peripheral)
      let data = try world.bluez.wait(for: characteristic.read(), within: .seconds(30))
      #expect(data == Data([42]))
      try world.bluez.wait(for: peripheral.disconnect(), within: .seconds(30))
      world.bluez.advance(by: .seconds(5))
    }
    // The transcripts of the world are full after so many rounds.
    for _ in 0..<Load.rounds(1000, short: 20) { try round() }
    world.bluez.clearTranscript()
    let rules = world.bluez.bus.matchRuleCount
    let holdings = Holdings()
    let memory = Holdings.memory
    let rounds = Load.rounds(1000, short: 40)
    for _ in 0..<rounds { try round() }
    world.bluez.clearTranscript()
    #expect(world.bluez.bus.matchRuleCount == rules)
    let growth = Holdings.memory - memory
    if Load.isFull {
      print("\(rounds) rounds: \(growth) octets, \(rules) rules, \(holdings)")
      #expect(growth < 4_000_000)
      #expect(Holdings().descriptors == holdings.descriptors)
    }
  }

  @Test func `B142 failed connects of three kinds leave nothing behind`() throws {
    let world = ScriptedWorld()
    let peripheral = try world.peripheral()
    let log = StreamLog(peripheral.connect(timeout: .seconds(2)))
    world.run()
    peripheral.disconnect()
    world.run()
    let rules = world.bus.matchRuleCount
    let timers = world.loop.pendingTimerCount
    let descriptors = Holdings().descriptors
    let rounds = Load.rounds(1000, short: 60)
    for number in 0..<rounds {
      switch number % 3 {
      case 0: world.daemon.script("Connect", .failed("le-connection-not-supported"))
      case 1: world.daemon.script("Connect", .never)
      default: world.daemon.remove(Objects.device)
      }
      peripheral.reconnect()
      world.advance(.seconds(3))
      world.daemon.answerHeld(.failed("br-connection-canceled"))
      if number % 3 == 2 { world.daemon.add(Objects.device, .device, Objects.deviceProperties) }
      world.advance(.seconds(1))
    }
    #expect(log.codes.count == rounds + 1)
    #expect(world.bus.matchRuleCount == rules)
    #expect(world.loop.pendingTimerCount == timers)
    if Load.isFull { #expect(Holdings().descriptors == descriptors) }
  }

  @Test func `B149 subscribing again and again leaves no thread, timer or descriptor`() throws {
    let world = SimulatedWorld()
    let characteristic = try world.connected()
    func round() throws {
      let values = characteristic.receiveNotificationUpdates()
      let subscription = values.onSuccess { _ in }
      try world.bluez.wait(for: characteristic.startNotifying(route: .socket), within: .seconds(9))
      subscription.cancel()
      try world.bluez.wait(for: characteristic.stopNotifying(), within: .seconds(9))
    }
    for _ in 0..<10 { try round() }
    let holdings = Holdings().descriptors
    let rules = world.bluez.bus.matchRuleCount
    for _ in 0..<Load.rounds(10_000, short: 200) { try round() }
    world.bluez.advance(by: .seconds(60))
    if Load.isFull { #expect(Holdings().descriptors == holdings) }
    #expect(world.bluez.bus.matchRuleCount == rules)
  }
}
