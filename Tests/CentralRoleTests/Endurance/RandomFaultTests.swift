import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Futures
import GATT
import Testing

@testable import CentralRole

/// Minutes of faults that a seed chooses: whatever happens, every operation ends by its deadline.
@Suite struct RandomFaultTests {
  /// Watches that every operation ends in time.
  final class Ledger: Sendable {
    private struct Shared {
      var open: [Int: (what: String, deadline: Duration)] = [:]
      var next = 0
      var overdue: [String] = []
      var ended = 0
    }
    private let shared = Lock(Shared())

    var overdue: [String] { shared.withLock { $0.overdue } }
    var ended: Int { shared.withLock { $0.ended } }
    var openCount: Int { shared.withLock { $0.open.count } }

    func follow<Value>(_ future: Future<Value>, _ what: String, by deadline: Duration) {
      let number = shared.withLock { shared in
        shared.next += 1
        shared.open[shared.next] = (what, deadline)
        return shared.next
      }
      future.onComplete(context: .inline) { [self] _ in
        shared.withLock { shared in
          shared.open[number] = nil
          shared.ended += 1
        }
      }
    }

    func check(at now: Duration) {
      shared.withLock { shared in
        for (number, entry) in shared.open where entry.deadline < now {
          shared.overdue.append("\(entry.what), due at \(entry.deadline)")
          shared.open[number] = nil
        }
      }
    }
  }

  @Test(arguments: Load.isFull ? Array(1...20) : [1, 2, 3] as [UInt64])
  func `faults that a seed chooses let every operation end by its deadline`(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    func chance(_ percent: UInt64) -> Bool { random.next() % 100 < percent }
    let bluez = SimulatedBlueZ()
    let adapter = bluez.addAdapter()
    let peripherals = (1...4).map { number in
      let (peripheral, value) = SimulatedWorld.peripheral(UInt8(number))
      value.notify(every: .milliseconds(200)) { Data([UInt8(truncatingIfNeeded: $0)]) }
      adapter.add(peripheral)
      return peripheral
    }
    let manager = CentralManager(session: bluez.session())
    let ledger = Ledger()
    let methods: [SimulatedMethod] = [
      "Connect", "Disconnect", .readValue, .writeValue, .startNotify, .stopNotify, "StartDiscovery",
      "StopDiscovery", .acquireNotify,
    ]
    var isDaemonUp = true
    var isPluggedIn = true
    let steps = 3000  // of a tenth of a second: five minutes
    for _ in 0..<steps {
      bluez.advance(by: .milliseconds(100))
      ledger.check(at: bluez.now)
      if chance(8) {
        let method = methods[Int(random.next() % UInt64(methods.count))]
        let script: [SimulatedStep] =
          switch random.next() % 5 {
          case 0: [.answerNever]
          case 1: [.fail("le-connection-abort-by-local")]
          case 2: [.fail("InProgress", "In Progress")]
          case 3: [.wait(.seconds(Int(random.next() % 40))), .answer]
          default: [.dropLink(), .answer]
          }
        bluez.faults.on(method, calls: .first, script)
      }
      if chance(2) { peripherals[Int(random.next() % 4)].dropLink() }
      if chance(1) { peripherals[Int(random.next() % 4)].goSilent(for: .seconds(5)) }
      if chance(1) {
        if isDaemonUp { bluez.killDaemon() } else { bluez.startDaemon() }
        isDaemonUp.toggle()
      }
      if chance(1) {
        if isPluggedIn { bluez.removeAdapter(adapter) } else { bluez.plugIn(adapter) }
        isPluggedIn.toggle()
      }
      if chance(1) { adapter.isPowered.toggle() }
      act(&random, manager, ledger, bluez.now)
    }
    // Calls that are never answered block their kind until the daemon is another one; after that
    // the world and the manager work again, whatever was done.
    bluez.faults.removeAll()
    if isDaemonUp { bluez.killDaemon() }
    bluez.advance(by: .seconds(5))
    bluez.startDaemon()
    if !isPluggedIn { bluez.plugIn(adapter) }
    adapter.isPowered = true
    bluez.advance(by: .seconds(200))
    ledger.check(at: bluez.now)
    #expect(ledger.overdue == [])
    #expect(ledger.openCount == 0)
    #expect(ledger.ended > 30)
    #expect(manager.state == .poweredOn)
    manager.stopScanning()
    let found = try bluez.wait(for: manager.startScanning().first(), within: .seconds(30))
    let links = StreamLog(found.connect())
    bluez.advance(by: .seconds(100))
    #expect(!links.values.isEmpty, "\(links.failures)")
  }

  private func act(
    _ random: inout SplitMix, _ manager: CentralManager, _ ledger: Ledger, _ now: Duration
  ) {
    let known = manager.peripherals
    guard let peripheral = known.isEmpty ? nil : known[Int(random.next() % UInt64(known.count))]
    else {
      if !manager.isScanning { manager.startScanning(timeout: .seconds(10)).forEach { _ in } }
      return
    }
    switch random.next() % 12 {
    case 0: manager.startScanning(timeout: .seconds(10)).forEach { _ in }
    case 1, 2:
      // Attempts wait for their turn: four peripherals with a deadline each, and slack.
      let link = peripheral.connect(timeout: .seconds(10), resolutionTimeout: .seconds(10)).first()
      ledger.follow(link, "connect", by: now + .seconds(150))
    case 3: ledger.follow(peripheral.disconnect(), "disconnect", by: now + .seconds(31))
    case 4: _ = peripheral.discoverAllServices()
    case 5: for service in peripheral.services { _ = service.discoverAllCharacteristics() }
    default:
      guard let characteristic = peripheral.services.first?.characteristics.first else { return }
      switch random.next() % 5 {
      case 0: ledger.follow(characteristic.read(), "read", by: now + .seconds(36))
      case 1:
        ledger.follow(
          characteristic.write(data: Data([1])), "write", by: now + .seconds(36))
      case 2:
        ledger.follow(characteristic.startNotifying(), "notify", by: now + .seconds(41))
        characteristic.receiveNotificationUpdates().forEach { _ in }
      case 3:
        ledger.follow(
          characteristic.startNotifying(route: .socket), "socket", by: now + .seconds(46))
      default: ledger.follow(characteristic.stopNotifying(), "stop", by: now + .seconds(36))
      }
    }
  }
}
