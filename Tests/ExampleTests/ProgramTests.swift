import BlueFutures
import BlueZSimulator
import FoundationEssentials
import Glibc
import Testing

@testable import SensorTagReader

/// The program from the outside: what it prints, and how it ends.
@Suite struct ProgramTests {
  @Test func `help goes to standard output`() async throws {
    let ended = try await Program(arguments: ["--help"]).run()
    #expect(ended.status == 0)
    #expect(ended.output == Options.help + "\n")
    #expect(ended.errors == "")
  }

  @Test(arguments: [
    (["--nonsense"], "unknown option '--nonsense'; --help lists the options"),
    (["--simulate", "--system"], "--simulate excludes --system and --adapter"),
    (["--seconds", "0"], "--seconds needs a number above 0 and up to 1000000000, not '0'"),
    (["--csv"], "--csv needs a value; --help lists the options"),
  ])
  func `wrong options end with status 2`(arguments: [String], text: String) async throws {
    let ended = try await Program(arguments: arguments).run()
    #expect(ended.status == 2)
    #expect(ended.output == "")
    #expect(ended.errors == "SensorTagReader: \(text)\n")
  }

  @Test func `some seconds of the simulator are samples and a summary`() async throws {
    let ended = try await Program(arguments: ["--simulate", "--seconds", "3"]).run()
    #expect(ended.status == 0)
    #expect(ended.errors == "sampling every 100 ms\n")
    #expect(ended.samples.count >= 10)
    let summary = try #require(ended.lines.last)
    #expect(summary.hasPrefix("\(ended.samples.count) samples, "))
    #expect(summary.hasSuffix(" g, 0 reconnects"))
    #expect(ended.lines.count == ended.samples.count + 1)
  }

  @Test func `the file has a header and a row for each sample`() async throws {
    let folder = try Folder()
    let file = "\(folder.path)/samples.csv"
    let longer = String(repeating: "left over from an earlier run\n", count: 1000)
    try folder.write(longer, to: "samples.csv")
    let ended = try await Program(
      arguments: ["--simulate", "--seconds", "1.5", "--csv", file]
    ).run()
    #expect(ended.status == 0)
    let rows = try folder.read("samples.csv").split(separator: "\n")
    #expect(rows.first == "seconds,x,y,z")
    #expect(ended.samples.count >= 1)
    #expect(rows.count - 1 == ended.samples.count)
    for row in rows.dropFirst() {
      let numbers = row.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
      #expect(numbers.count == 4 && !numbers.contains(nil), "\(row)")
    }
  }

  @Test func `a file that cannot be made is told before anything is read`() async throws {
    let ended = try await Program(arguments: ["--simulate", "--csv", "/nowhere/a.csv"]).run()
    #expect(ended.status == 1)
    #expect(ended.output == "")
    #expect(
      ended.errors
        == "SensorTagReader: /nowhere/a.csv cannot be written: No such file or directory\n")
  }

  @Test func `a full disk ends the program`() async throws {
    let ended = try await Program(arguments: ["--simulate", "--csv", "/dev/full"]).run()
    #expect(ended.status == 1)
    #expect(ended.output == "")
    #expect(
      ended.errors == "SensorTagReader: /dev/full cannot be written: No space left on device\n")
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal ends the link and prints the summary`(signal: Int32) async throws {
    let (bus, world, tag) = try await served()
    defer { withExtendedLifetime((bus, world)) {} }
    let ended = try await Program(
      arguments: ["--system"], bus: bus.address, step: .send(signal: signal, afterLines: 5)
    ).run()
    #expect(ended.status == 0)
    #expect(ended.errors == "sampling every 100 ms\n")
    #expect(ended.samples.count >= 5)
    #expect(ended.summary?.hasPrefix("\(ended.samples.count) samples, ") == true)
    #expect(!tag.isConnected)
    #expect(world.transcript.contains { $0.contains("Disconnect") })
  }

  @Test func `Ctrl-C before the first sample prints a summary of nothing`() async throws {
    let (bus, world, tag) = try await served(try .withoutSamples())
    defer { withExtendedLifetime((bus, world)) {} }
    let ended = try await Program(
      arguments: ["--system"], bus: bus.address, step: .interrupt(afterNotes: 1)
    ).run()
    #expect(ended.status == 0)
    #expect(ended.errors == "sampling every 100 ms\n")
    #expect(ended.output == "0 samples, 0 reconnects\n")
    #expect(!tag.isConnected)
  }

  @Test func `a time without samples is a failure`() async throws {
    let bus = try PrivateBus()
    let world = SimulatedBlueZ.live()
    world.addAdapter()
    try await bus.serve(world, until: .poweredOn)
    let ended = try await Program(
      arguments: ["--system", "--seconds", "0.5"], bus: bus.address
    ).run()
    #expect(ended.status == 1)
    #expect(ended.output == "")
    #expect(
      ended.errors
        == "SensorTagReader: no sample arrived within 0.5 s: finding a SensorTag and connecting "
        + "take a few seconds, so give --seconds more, and check that it is on and near\n")
  }

  @Test(arguments: [1, 5])
  func `a closed standard output is an error`(lines: Int) async throws {
    let ended = try await Program(
      arguments: ["--simulate"], step: .closeOutput(afterLines: lines)
    ).run()
    #expect(ended.status == 1)
    #expect(
      ended.errors == """
        sampling every 100 ms
        SensorTagReader: standard output cannot be written: Broken pipe

        """)
  }

  @Test func `a lost link is told once, made again and counted`() async throws {
    let (bus, world, tag) = try await served()
    defer { withExtendedLifetime((bus, world)) {} }
    onFirstSubscription(of: tag) { tag.dropLink() }
    let ended = try await Program(
      arguments: ["--system", "--seconds", "5"], bus: bus.address
    ).run()
    #expect(ended.status == 0)
    #expect(
      ended.errors == """
        sampling every 100 ms
        disconnected from C4:BE:84:00:00:01: the link was lost; reconnect() connects again
        sampling every 100 ms

        """)
    #expect(ended.summary?.hasSuffix(", 1 reconnect") == true)
    #expect(!tag.isConnected)
  }

  @Test func `a killed daemon is told once, and samples come again when it is back`() async throws {
    let (bus, world, tag) = try await served()
    defer { withExtendedLifetime((bus, world)) {} }
    onFirstSubscription(of: tag) { [weak world] in world?.restartDaemon() }
    let ended = try await Program(
      arguments: ["--system", "--seconds", "8"], bus: bus.address
    ).run()
    #expect(ended.status == 0)
    #expect(
      ended.errors == """
        sampling every 100 ms
        disconnected from C4:BE:84:00:00:01: the Bluetooth daemon went away; \
        the manager's state tells when to connect again
        sampling every 100 ms

        """)
    #expect(ended.samples.count >= 1)
    #expect(ended.summary?.hasSuffix(", 1 reconnect") == true)
  }

  @Test func `a failure after samples comes with their summary`() async throws {
    let (bus, world, tag) = try await served()
    defer { withExtendedLifetime((bus, world)) {} }
    let data = try #require(tag.services.first?.characteristics.first)
    onFirstSubscription(of: tag) {
      tag.notify(Data([1, 2, 3]), from: data)
      tag.notify(Data([1, 2, 3, 4]), from: data)
    }
    let ended = try await Program(arguments: ["--system"], bus: bus.address).run()
    #expect(ended.status == 1)
    #expect(ended.samples.count >= 1)
    #expect(ended.summary?.hasPrefix("\(ended.samples.count) sample") == true)
    #expect(
      ended.errors == """
        sampling every 100 ms
        SensorTagReader: the value of F000AA11-0451-4000-B000-000000000000 does not fit its type \
        (value at offset 3: 1 octet after the last field; the value has another layout)

        """)
    #expect(!tag.isConnected)
  }

  private func onFirstSubscription(
    of tag: SimulatedPeripheral, _ act: @escaping @Sendable () -> Void
  ) {
    let isFirst = Lock(true)
    tag.services.first?.characteristics.first?.onSubscribe { isSubscribed in
      let isDue = isFirst.withLock { isFirst in
        defer { if isSubscribed { isFirst = false } }
        return isFirst && isSubscribed
      }
      if isDue { act() }
    }
  }

  private func served(
    _ tag: SimulatedPeripheral = .sensorTag()
  ) async throws -> (PrivateBus, SimulatedBlueZ, SimulatedPeripheral) {
    let bus = try PrivateBus()
    let world = SimulatedBlueZ.live()
    world.addAdapter().add(tag)
    try await bus.serve(world, until: .poweredOn)
    return (bus, world, tag)
  }
}
