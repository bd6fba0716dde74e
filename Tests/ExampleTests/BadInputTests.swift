import BlueFutures
import BlueZSimulator
import Testing

/// What a person meets who has no daemon, no adapter or another peripheral: a text, and status 1.
@Suite struct BadInputTests {
  @Test(arguments: [["--system"], ["--adapter", "hci0"]])
  func `no system bus`(arguments: [String]) async throws {
    let ended = try await Program(arguments: arguments, bus: "unix:path=/nowhere/bus").run()
    expect(
      ended,
      "the message bus at unix:path=/nowhere/bus cannot be reached: Failed to connect to socket "
        + "/nowhere/bus: No such file or directory; start the bus, or set "
        + "DBUS_SYSTEM_BUS_ADDRESS to one that runs")
  }

  @Test func `an address that is none`() async throws {
    let ended = try await Program(arguments: ["--system"], bus: "nonsense").run()
    expect(
      ended,
      "the message bus at nonsense cannot be reached: Address does not contain a colon; "
        + "start the bus, or set DBUS_SYSTEM_BUS_ADDRESS to one that runs")
  }

  @Test func `nobody owns org.bluez`() async throws {
    let bus = try PrivateBus()
    let ended = try await Program(arguments: ["--system"], bus: bus.address).run()
    expect(ended, "nobody owns org.bluez on the message bus: run `systemctl start bluetooth`")
  }

  @Test func `the policy of the bus denies access`() async throws {
    let bus = try PrivateBus(denyingBlueZ: true)
    let world = SimulatedBlueZ.live()
    world.addAdapter().add(.sensorTag())
    try await bus.serve(world, until: .poweredOn)
    let ended = try await Program(arguments: ["--system"], bus: bus.address).run()
    expect(
      ended,
      "the bus refuses access to BlueZ: run as root or add the user to the group `bluetooth`")
  }

  @Test func `no adapter`() async throws {
    let ended = try await read(["--system"], until: .unsupported) { _ in }
    expect(
      ended,
      "there is no Bluetooth adapter to work with: plug one in, or look at `bluetoothctl list`")
  }

  @Test func `another adapter than the one that was asked for`() async throws {
    let ended = try await read(["--adapter", "hci1"]) { $0.addAdapter().add(.sensorTag()) }
    expect(
      ended, "there is no Bluetooth adapter hci1: `bluetoothctl list` shows those that are there")
  }

  @Test(arguments: [["--system"], ["--adapter", "hci0"], []])
  func `an adapter that is switched off`(arguments: [String]) async throws {
    let ended = try await read(arguments, until: .poweredOff) { world in
      world.addAdapter(isPowered: false).add(.sensorTag())
    }
    expect(ended, "the Bluetooth adapter hci0 is switched off: run `bluetoothctl power on`")
  }

  @Test func `nothing to be found within the deadline`() async throws {
    let ended = try await read(["--system"]) { $0.addAdapter() }
    expect(
      ended,
      "the scan for F000AA10-0451-4000-B000-000000000000 ended at its deadline of 10.0 seconds: "
        + "check that the peripheral advertises and is near")
  }

  @Test func `a peripheral without the service`() async throws {
    let ended = try await read(["--system"]) { $0.addAdapter().add(.withoutTheService()) }
    expect(
      ended,
      "the peripheral C4:BE:84:00:00:01 has no F000AA10-0451-4000-B000-000000000000: "
        + "it is no SensorTag CC2541, or the daemon remembers it wrongly, which "
        + "`bluetoothctl remove C4:BE:84:00:00:01` mends")
  }

  @Test func `samples that are too short`() async throws {
    let tag = try SimulatedPeripheral.withShortSamples()
    let ended = try await read(["--system"]) { $0.addAdapter().add(tag) }
    expect(
      ended,
      "the value of F000AA11-0451-4000-B000-000000000000 does not fit its type (field z at offset "
        + "2: needs 1 octet, 0 available; the value was cut off or has another layout)",
      after: "sampling every 100 ms\n")
    #expect(!tag.isConnected)
  }

  @Test func `a peripheral that refuses writes`() async throws {
    let tag = try SimulatedPeripheral.refusingWrites(with: .insufficientAuthorization)
    let ended = try await read(["--system"]) { $0.addAdapter().add(tag) }
    expect(
      ended,
      "the peripheral refused the write of F000AA12-0451-4000-B000-000000000000 over a link that is "
        + "not secure enough, ATT error 0x08 (Insufficient Authorization): let its user allow this, "
        + "or pair() with it")
    #expect(!tag.isConnected)
  }

  // MARK: What works after all

  @Test func `the adapter that was asked for is the one that is used`() async throws {
    let tag = SimulatedPeripheral.sensorTag()
    let ended = try await read(["--adapter", "hci1", "--seconds", "6"]) { world in
      world.addAdapter()
      world.addAdapter().add(tag)
    }
    #expect(ended.status == 0)
    #expect(ended.errors == "sampling every 100 ms\n")
    #expect(ended.samples.count >= 1)
    #expect(!tag.isConnected)
  }

  @Test func `without a choice the system's adapter is used if there is one`() async throws {
    let ended = try await read(["--seconds", "6"]) { $0.addAdapter().add(.sensorTag()) }
    #expect(ended.status == 0)
    #expect(ended.errors == "sampling every 100 ms\n")
    #expect(ended.samples.count >= 1)
  }

  @Test func `without a choice and a bus the simulator steps in and says so`() async throws {
    let ended = try await Program(arguments: ["--seconds", "1.5"]).run()
    #expect(ended.status == 0)
    #expect(
      ended.errors == """
        the message bus at unix:path=/nowhere/bus cannot be reached: Failed to connect to socket \
        /nowhere/bus: No such file or directory; start the bus, or set DBUS_SYSTEM_BUS_ADDRESS \
        to one that runs
        reading a simulated SensorTag instead
        sampling every 100 ms

        """)
    #expect(ended.samples.count >= 1)
  }

  @Test func `without a choice and an adapter the simulator steps in and says so`() async throws {
    let ended = try await read(["--seconds", "1.5"], until: .unsupported) { _ in }
    #expect(ended.status == 0)
    #expect(
      ended.errors == """
        there is no Bluetooth adapter to work with: plug one in, or look at `bluetoothctl list`
        reading a simulated SensorTag instead
        sampling every 100 ms

        """)
    #expect(ended.samples.count >= 1)
  }

  // MARK: Steps

  /// Runs the program on a bus with a world of its own.
  private func read(
    _ arguments: [String], until state: ManagerState = .poweredOn,
    in prepare: (SimulatedBlueZ) -> Void
  ) async throws -> Program.Ended {
    let bus = try PrivateBus()
    let world = SimulatedBlueZ.live()
    prepare(world)
    try await bus.serve(world, until: state)
    let ended = try await Program(arguments: arguments, bus: bus.address).run()
    withExtendedLifetime((bus, world)) {}
    return ended
  }

  private func expect(
    _ ended: Program.Ended, _ text: String, after notes: String = "",
    at location: SourceLocation = #_sourceLocation
  ) {
    #expect(ended.status == 1, sourceLocation: location)
    #expect(ended.output == "", sourceLocation: location)
    #expect(ended.errors == "\(notes)SensorTagReader: \(text)\n", sourceLocation: location)
  }
}
