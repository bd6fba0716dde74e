import Testing

/// Clients of BlueZ that others wrote, against the simulated one.
@Suite(.serialized) struct ClientTests {
  private static let attributes = """
    service f000aa10-0451-4000-b000-000000000000
      f000aa11-0451-4000-b000-000000000000 ['notify', 'read'] \
    ['00002902-0000-1000-8000-00805f9b34fb']
    """

  @Test func `bleak scans, connects, reads, writes, is notified and survives a lost link`()
    async throws
  {
    let printed = try await Witness.run(
      "Tests/WitnessTests/Python/bleak_tour.py", in: Witness.world("counting"))
    #expect(
      printed == """
        found C4:BE:84:00:00:01 SensorTag -60 ['f000aa10-0451-4000-b000-000000000000']
        connected True
        \(Self.attributes)
          f000aa12-0451-4000-b000-000000000000 ['read', 'write'] []
          f000aa13-0451-4000-b000-000000000000 ['read', 'write'] []
          f000aa1f-0451-4000-b000-000000000000 ['write', 'write-without-response'] []
        off [0, 0, 0]
        written [10]
        on [-2, 63]
        notified steps [1]
        refused ATT error 0x80
        lost True
        connected again True
        notified steps [1]
        disconnected True

        """)
  }

  @Test func `simplepyble does the same`() async throws {
    let printed = try await Witness.run(
      "Tests/WitnessTests/Python/simplepyble_tour.py", in: Witness.world("counting"))
    let lines = printed.split(separator: "\n", omittingEmptySubsequences: false)
      // It would like to pair, which it does not need.
      .filter { !$0.hasPrefix("Exception within code block: ") }
    #expect(
      lines.joined(separator: "\n") == """
        adapter hci0 00:00:5E:00:53:00
        found C4:BE:84:00:00:01 SensorTag -60
        connected True 514
        \(Self.attributes)
          f000aa12-0451-4000-b000-000000000000 ['read', 'write_request'] []
          f000aa13-0451-4000-b000-000000000000 ['read', 'write_request'] []
          f000aa1f-0451-4000-b000-000000000000 ['write_command', 'write_request'] []
        off [0, 0, 0]
        written [10]
        on [-2, 63]
        notified steps [1]
        lost True
        connected again True
        notified steps [1]
        disconnected True

        """)
  }

  @Test func `bleak follows a strap over three links`() async throws {
    let printed = try await Witness.run(
      "Tests/WitnessTests/Python/bleak_strap.py", in: Witness.world("strap"))
    #expect(
      printed == """
        link 0 [71, 72, 73]
        link 1 [71, 72, 73]
        link 2 [71, 72, 73]

        """)
  }

  @Test func `bleak hears a hall of 500 advertisers`() async throws {
    let printed = try await Witness.run("Tests/WitnessTests/Python/bleak_hall.py", in: "hall")
    #expect(printed == "heard 500 of which change 500\n")
  }

  @Test func `a phone of the world uses a peripheral in python`() async throws {
    let printed = try await Witness.run(
      "Tests/WitnessTests/Python/heart_rate_server.py", in: Witness.world("phone"))
    let lines = printed.split(separator: "\n").map(String.init)
      // It may be there before the program is.
      .filter { !$0.contains(": waits for") }
    #expect(
      lines.filter { !$0.hasPrefix("central ") } == [
        "advertising", "read", "written 01", "notifying", "not notifying",
      ])
    let phone = lines.filter { $0.hasPrefix("central Phone: ") }.map { $0.dropFirst(15) }
    let rate = "was notified of 2A37: "
    #expect(
      phone.filter { !$0.hasPrefix(rate) } == [
        "connected to hci0", "found 180D (2A37 2A38 2A39)",
        "read 2A38: 01 {\"location\": \"chest\"}",
        "wrote 2A39: 01 {\"command\": \"resetEnergyExpended\"}", "subscribed to 2A37",
        "unsubscribed from 2A37",
      ])
    let values = phone.filter { $0.hasPrefix(rate) }.map { $0.dropFirst(rate.count).prefix(4) }
    #expect(values.prefix(3) == ["0648", "0649", "064A"])
  }

  @Test func `the example for python runs as it stands`() async throws {
    let printed = try await Witness.run("Examples/python/read_sensortag.py", in: "sensortag")
    #expect(printed.hasPrefix("x, y and z in 1/64 g: "))
    #expect(printed.split(separator: " ").count == 10)
  }
}
