import BlueFutures
import BlueZ
import DBus
import FoundationEssentials
import Futures
import Glibc
import Testing

extension RealBlueZTests {
  /// What the central role claims, with a peripheral that has one thing of each kind.
  @Suite final class CentralTests {
    private let user: BenchUser

    init() throws {
      try RealGround.ensureDaemon()
      try Data().write(to: Bench.switch)
      user = try BenchUser(RealGround().session)
    }

    deinit { user.end() }

    @Test func `two programs scan with different filters and each hears its own`() throws {
      let calls = Told<String>()
      let other = try BenchUser(.system(logLevel: .debug) { calls.add($1) })
      let bench = user.manager.startScanning(
        forServiceUUIDs: [Bench.service], timeout: .seconds(60))
      let tag = other.manager.startScanning(
        forServiceUUIDs: [TISensorTag.AccelerometerService.uuid], timeout: .seconds(60))
      let (one, two) = try user.wait(bench.first().zip(tag.first()))
      #expect(one.address == Bench.address)
      #expect(two.address != Bench.address)
      // Its scan has nobody left.
      _ = try user.wait(calls.future { $0.values.contains { $0.hasPrefix("call StopDiscovery") } })
    }

    @Test func `a peripheral is connected by its address, without a scan of the program`() throws {
      let bench = try user.bench()
      _ = try user.wait(bench.removeDevice())
      _ = try user.wait(bench.connect(reconnecting: .growing(limit: 5)).first())
      #expect(bench.isConnected)
      #expect(bench.name == "Bench")
      try user.leave(bench)
    }

    @Test func `a block ends the link, and once it is lifted another is made`() throws {
      try user.hear()
      let bench = try user.bench()
      let links = Told(bench.connect())
      _ = try user.wait(links.future { !$0.values.isEmpty })
      _ = try user.wait(bench.setBlocked(true))
      // Linux 6.1 gives a blocked peripheral a link that nobody has, so it is not tried here.
      #expect(try user.wait(links.future { !$0.failures.isEmpty }).failures == [.disconnected])
      #expect(bench.isBlocked)
      _ = try user.wait(bench.setBlocked(false))
      try user.hear()
      bench.reconnect()
      _ = try user.wait(links.future { $0.values.count == 2 })
      try user.leave(bench)
    }

    @Test func `a descriptor is read and written`() throws {
      let bench = try user.connected()
      let value = try user.characteristic(Bench.value, of: bench)
      let description = try value.descriptor(withUUID: Bench.description)
      _ = try user.wait(description.write(data: Data("height".utf8)))
      #expect(try user.wait(description.read()) == Data("height".utf8))
      try user.leave(bench)
    }

    @Test func `a value of 512 octets is written and read`() throws {
      let bench = try user.connected()
      let value = try user.characteristic(Bench.value, of: bench)
      let octets = Data((0..<512).map { UInt8(truncatingIfNeeded: $0 * 7) })
      _ = try user.wait(value.write(data: octets))
      #expect(try user.wait(value.read()) == octets)
      #expect(throws: (any Error).self) {
        try user.wait(value.write(data: octets + [0]))
      }
      try user.leave(bench)
    }

    @Test func `a thousand paced writes arrive in order and none is lost`() throws {
      let bench = try user.connected()
      let numbers = try user.characteristic(Bench.numbers, of: bench)
      var last: Future<Void>?
      for number in UInt32(0)..<1000 {
        let octets = Data((0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
        last = numbers.write(data: octets, timeout: .seconds(120), type: .paced)
      }
      _ = try user.wait(try #require(last))
      _ = try user.wait(numbers.endPacedWrites())
      // The socket is empty; the last packets may still be on the air.
      let count = try user.characteristic(Bench.count, of: bench)
      var seen = Data()
      for _ in 0..<100 {
        seen = try user.wait(count.read())
        if seen == Data([0xE8, 0x03, 0, 0, 0, 0, 0, 0]) { break }
      }
      #expect(seen == Data([0xE8, 0x03, 0, 0, 0, 0, 0, 0]))
      try user.leave(bench)
    }

    @Test func `ten connects and disconnects leave no descriptor, thread or match rule`() throws {
      func round() throws {
        let bench = try user.connected()
        _ = try user.wait(try user.characteristic(Bench.value, of: bench).read())
        let ticks = try user.characteristic(Bench.ticks, of: bench)
        _ = try user.wait(ticks.startNotifying(route: .socket))
        _ = try user.wait(ticks.receiveNotificationUpdates().first())
        try user.leave(bench)
      }
      try round()
      let before = (entries("/proc/self/fd"), entries("/proc/self/task"))
      let rules = try matchRules()
      #expect(!rules.isEmpty)
      for _ in 0..<10 { try round() }
      #expect(entries("/proc/self/fd") <= before.0)
      // Sessions of earlier tests may still have been ending.
      #expect(entries("/proc/self/task") <= before.1)
      #expect(try matchRules() == rules)
    }

    @Test func `bleak reads the same peripheral beside us`() throws {
      let bench = try user.connected()
      let ticks = try user.characteristic(Bench.ticks, of: bench)
      _ = try user.wait(ticks.startNotifying())
      let values = ticks.receiveNotificationUpdates()
      _ = try user.wait(values.first())
      let script = "scripts/real-bluez/second_client.py"
      #expect(Command("python3", script, "C4:BE:84:00:00:02").run() == 0)
      // Its disconnection leaves ours alone, or ends the link for both, which is then told.
      if bench.isConnected { _ = try user.wait(ticks.receiveNotificationUpdates().first()) }
      try user.leave(bench)
    }

    @Test func `B45 services that come and go while connected are told, and what went is invalid`()
      throws
    {
      let bench = try user.connected()
      let commands = try user.characteristic(Bench.commands, of: bench)
      let changes = Told(bench.servicesChanged())
      _ = try user.wait(commands.write(data: Bench.addService))
      var told = try user.wait(changes.future { !$0.values.isEmpty })
      #expect(told.values[0].added.map(\.uuid) == [Bench.addedService])
      _ = try user.wait(bench.discoverAttributes())
      let added = try bench.characteristic(0xFF21, in: Bench.addedService)
      #expect(try user.wait(added.read()) == Data([0x21]))

      _ = try user.wait(commands.write(data: Bench.replaceService))
      told = try user.wait(changes.future { $0.values.count >= 2 })
      #expect(told.values[1].removed == [added.service])
      #expect(told.values[1].added.map(\.uuid) == [Bench.replacement])
      let error = #expect(throws: CentralError.self) { try user.wait(added.read()) }
      #expect(error?.code == .invalidated)
      _ = try user.wait(bench.discoverAttributes())
      let fresh = try bench.characteristic(0xFF31, in: Bench.replacement)
      #expect(try user.wait(fresh.read()) == Data([0x31]))
      #expect(bench.services(withUUID: Bench.addedService) == nil)
      try user.leave(bench)
    }

    /// No other program here has an agent.
    @Test func `B78 a passkey opens a protected value, and a bond that the peer forgot is told`()
      throws
    {
      let passkey = try #require(Bench.passkey)
      let bench = try user.connected()
      _ = try user.wait(bench.pair(agent: .passkey(passkey)))
      #expect(bench.isPaired)
      let secret = try user.characteristic(Bench.secret, of: bench)
      #expect(try user.wait(secret.read()) == Data("secret".utf8))
      // The daemon was told that the agent goes before it was asked for the value.
      let agents = try agentsSoFar()
      #expect(agents.registered > 0)
      #expect(agents.registered == agents.unregistered)
      let commands = try user.characteristic(Bench.commands, of: bench)
      _ = try user.wait(commands.write(data: Bench.forgetBonds))
      try user.leave(bench)
      // The daemon still has its key and the peripheral does not know it any more. BlueZ 5.66 dies of
      // that (`src/device.c`, att_connect_cb, "Permission denied"), which is told as `resetting`.
      var told: CentralError.Code?
      try user.hear()
      do {
        _ = try user.wait(bench.connect(timeout: .seconds(40)).first())
        _ = try user.wait(bench.discoverAttributes())
        _ = try user.wait(try user.characteristic(Bench.secret, of: bench).read())
      } catch let error as CentralError {
        told = error.code
      }
      print("a bond that the peer forgot: \(told.map { "\($0)" } ?? "nothing")")
      #expect(told == .bondLost || told == .resetting || told == .insufficientSecurity)
      try RealGround.restartDaemon()
      let on = user.manager.whenStateChanges().withFilter { $0 == .poweredOn }.first()
      _ = try user.wait(on)
      _ = try user.wait(bench.removeDevice())
      #expect(!bench.isPaired)
    }

    /// How many agents the daemon has had, by its own log.
    private func agentsSoFar() throws -> (registered: Int, unregistered: Int) {
      let log = try Data(contentsOf: URL(filePath: "/run/job/bluetoothd.log"))
      let lines = String(decoding: log, as: UTF8.self).split(separator: "\n")
      return (
        lines.count { $0.contains(":register_agent() agent") },
        lines.count { $0.contains(":unregister_agent() agent") }
      )
    }

    /// The rules that the bus keeps for this session's connection, sorted.
    private func matchRules() throws -> [String] {
      let promise = Promise<Message>()
      let question = Message.methodCall(
        to: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
        interface: "org.freedesktop.DBus.Debug.Stats", member: "GetAllMatchRules")
      user.session.call(question, timeout: .seconds(10)) { result in
        switch result {
        case .success(let reply): promise.success(reply)
        case .failure(let error): promise.failure(error)
        }
      }
      let reply = try user.wait(promise.future)
      let name = try #require(reply.destination)
      let entries = try #require(try reply.body().first?.asEntries)
      return try #require(entries.first { $0.key.asString == name }?.value.asStrings).sorted()
    }

    private func entries(_ path: String) -> Int {
      guard let directory = opendir(path) else { return 0 }
      defer { closedir(directory) }
      var count = 0
      while readdir(directory) != nil { count += 1 }
      return count
    }
  }
}
