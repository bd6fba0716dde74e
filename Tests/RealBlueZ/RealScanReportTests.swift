import BlueFutures
import FoundationEssentials
import Futures
import Testing

extension RealBlueZTests {
  /// What users of other libraries have reported of scans, by the reports' numbers.
  @Suite final class ScanReportTests {
    private let calls = Told<String>()
    private let user: BenchUser

    init() throws {
      try RealGround.ensureDaemon()
      try Data().write(to: Bench.switch)
      user = try BenchUser(.system(logLevel: .debug) { [calls] in calls.add($1) })
    }

    deinit { user.end() }

    private let benchOnly = ScanFilter(services: [Bench.service])

    @Test func `B01 a scan for one service delivers no others while another program hears all`()
      throws
    {
      let other = try BenchUser(.system())
      let ours = Told(user.manager.scanEvents(matching: benchOnly, allowsDuplicates: true))
      _ = try user.wait(ours.future { !$0.values.isEmpty })
      let theirs = Told(other.manager.scanEvents(allowsDuplicates: true))
      @Sendable func heardOfTag(_ events: [ScanEvent]) -> Int {
        events.count { $0.peripheral.address == Bench.tagAddress }
      }
      _ = try user.wait(theirs.future { heardOfTag($0.values) >= 3 })
      // What the daemon has told of the other peripheral came before this.
      let before = ours.facts.values.count
      let told = try user.wait(ours.future { $0.values.count >= before + 2 })
      #expect(user.manager.peripherals.contains { $0.address == Bench.tagAddress })
      #expect(told.values.allSatisfy { $0.peripheral.address == Bench.address })
      #expect(told.failures.isEmpty)
      user.manager.stopScanning()
      other.manager.stopScanning()
    }

    /// That a link is told as lost is the scenario of the killed daemon.
    @Test func `B83 a scan hears again after the daemon was killed, without any call`() throws {
      let states = Told(user.manager.whenStateChanges())
      let heard = Told(user.manager.scanEvents(matching: benchOnly))
      _ = try user.wait(heard.future { !$0.values.isEmpty })
      try RealGround.restartDaemon()
      let seen = try user.wait(states.future { $0.values.count >= 3 })
      #expect(seen.values == [.poweredOn, .resetting, .poweredOn])
      let told = try user.wait(
        heard.future { facts in facts.values.count { $0.isFound } >= 2 || facts.isFinished })
      #expect(told.values.allSatisfy { $0.peripheral.address == Bench.address })
      #expect(told.failures.isEmpty)
      #expect(user.manager.isScanning)
      user.manager.stopScanning()
    }

    /// The report wants the stream to end; here it waits, as scans survive a power cycle.
    @Test func `B86 a scan waits while the adapter is off, and can be stopped then`() throws {
      let heard = Told(user.manager.scanEvents(matching: benchOnly, allowsDuplicates: true))
      _ = try user.wait(heard.future { !$0.values.isEmpty })
      let states = Told(user.manager.whenStateChanges())
      _ = try user.wait(user.manager.powerOff())
      _ = try user.wait(states.future { $0.values.last == .poweredOff })
      #expect(!user.manager.isScanning)
      let before = heard.facts.values.count
      _ = try user.wait(user.manager.powerOn())
      _ = try user.wait(heard.future { $0.values.count > before })

      _ = try user.wait(user.manager.powerOff())
      _ = try user.wait(states.future { $0.values.count { $0 == .poweredOff } == 2 })
      let made = calls.facts.values.count
      user.manager.stopScanning()
      let told = try user.wait(heard.future { $0.isFinished })
      #expect(told.failures.isEmpty)
      _ = try user.wait(user.manager.powerOn())
      let stops = calls.facts.values[made...].filter { $0.hasPrefix("call StopDiscovery") }
      #expect(stops.isEmpty)
      _ = try user.wait(states.future { $0.values.last == .poweredOn })
      try user.hear()
    }

    /// The policy of the daemon's bus name lets every user send to it.
    @Test func `B135 a normal user's program scans beside others and opens bus sockets alone`()
      throws
    {
      let other = Told(user.manager.scanEvents(allowsDuplicates: true))
      _ = try user.wait(other.future { !$0.values.isEmpty })
      let reader = try ReaderOfNobody()
      defer { reader.end() }
      // It has scanned, connected and subscribed when it prints the first sample.
      #expect(reader.nextLine() != nil)
      let sockets = reader.sockets()
      #expect(!sockets.isEmpty)
      #expect(sockets.isSubset(of: ReaderOfNobody.socketsOfTheBus()), "\(sockets)")
      #expect(reader.user == ReaderOfNobody.nobody)
      user.manager.stopScanning()
    }
  }
}

extension ScanEvent {
  fileprivate var isFound: Bool { if case .found = self { true } else { false } }
}
