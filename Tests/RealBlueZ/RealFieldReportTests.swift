import BlueFutures
import FoundationEssentials
import Futures
import Testing

extension RealBlueZTests {
  /// What users of other libraries have reported of attributes, by the reports' numbers.
  ///
  /// B45 and B78 are among ``CentralTests``.
  @Suite final class FieldReportTests {
    private let calls = Told<String>()
    private let user: BenchUser

    init() throws {
      try RealGround.ensureDaemon()
      try Data().write(to: Bench.switch)
      user = try BenchUser(.system(logLevel: .debug) { [calls] in calls.add($1) })
    }

    deinit { user.end() }

    @Test func `B47 two services with one UUID live side by side`() throws {
      let bench = try user.connected()
      let twins = try #require(bench.services(withUUID: Bench.twin))
      #expect(twins.count == 2)
      let values = try twins.flatMap(\.characteristics).map { try user.wait($0.read()) }
      #expect(values == [Data([10]), Data([20])])
      let error = #expect(throws: CentralError.self) { try bench.service(withUUID: Bench.twin) }
      #expect(error?.code == .attributeAmbiguous)
      for twin in twins { #expect(bench.service(withHandle: try #require(twin.handle)) == twin) }
      try user.leave(bench)
    }

    @Test func `B52 twenty writes and twenty reads over two characteristics never meet`() throws {
      let bench = try user.connected()
      let both = [
        try user.characteristic(Bench.value, of: bench),
        try user.characteristic(Bench.echo, of: bench),
      ]
      let order = Lock<[Int]>([])
      func write(_ number: Int) -> Future<Void> {
        let write = both[number % 2].write(data: Data([UInt8(number)]))
        write.onSuccess(context: .inline) { _ in order.withLock { $0.append(number) } }
        return write
      }
      let sent = calls.future { $0.values.contains { $0.hasPrefix("call WriteValue") } }
      let cancelled = write(0)
      let between = both[0].read()
      let writes = (1..<20).map(write)
      let reads = (1..<20).map { both[$0 % 2].read() }
      _ = try user.wait(sent)
      cancelled.cancel()
      for write in writes { try user.wait(write) }
      // It was on its way, and what came after it waited for its answer.
      #expect(try user.wait(between) == Data([0]))
      #expect(throws: FuturesError.self) { try user.wait(cancelled) }
      #expect(order.withLock { $0 } == Array(1..<20))
      let values = try reads.map { try user.wait($0) }
      #expect(values == (1..<20).map { Data([$0 % 2 == 0 ? 18 : 19]) })
      try user.leave(bench)
    }

    @Test func `B60 values sent with the subscription arrive in order`() throws {
      let bench = try user.connected()
      let burst = try user.characteristic(Bench.burst, of: bench)
      let sent = (1...4).map { Data([$0]) }
      let told = Told(
        burst.startNotifying().flatMap { _ in burst.receiveNotificationUpdates() })
      #expect(try user.wait(told.future { $0.values.count >= 4 }).values == sent)
      _ = try user.wait(burst.stopNotifying())
      _ = try user.wait(burst.startNotifying(route: .socket))
      #expect(try user.wait(told.future { $0.values.count >= 8 }).values == sent + sent)
      #expect(told.facts.failures.isEmpty)
      try user.leave(bench)
    }

    @Test func `B62 the value of one's own read is not a notification`() throws {
      let bench = try user.connected()
      let echo = try user.characteristic(Bench.echo, of: bench)
      try user.wait(echo.write(data: Data([1, 2])))
      _ = try user.wait(echo.startNotifying())
      let told = Told(echo.receiveNotificationUpdates())
      #expect(try user.wait(echo.read()) == Data([1, 2]))
      #expect(echo.data == Data([1, 2]))
      try user.wait(echo.write(data: Data([3])))
      _ = try user.wait(told.future { $0.values.contains(Data([3])) })
      // What the daemon signalled until now has come before this answer.
      #expect(try user.wait(echo.read()) == Data([3]))
      #expect(told.facts.values == [Data([3])])
      #expect(told.facts.failures.isEmpty)
      try user.leave(bench)
    }
  }
}
