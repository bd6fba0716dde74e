import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Futures
import GATT
import Testing

/// Devices from before Bluetooth 2.1, which pair with a PIN.
@Suite struct LegacyPairingTests {
  private struct Room {
    let world: OneDevice
    let program: Program

    init(
      _ pairing: SimulatedPairing, agent: String?,
      _ answer: @escaping @Sendable (MethodCall) -> Void = { $0.reply([.string("1234")]) }
    ) throws {
      world = try OneDevice(services: [
        SimulatedService(
          uuid: 0x180D,
          characteristics: [
            SimulatedCharacteristic(
              uuid: 0x2A3F, properties: .read, permissions: .encryptRead, value: Data([7])),
            SimulatedCharacteristic(
              uuid: 0x2A06, properties: .read, permissions: .encryptAuthenticatedRead,
              value: Data([8])),
          ])
      ])
      world.peripheral.pairing = pairing
      program = Program(world.bluez)
      if let agent {
        program.export("/agent", answer)
        let registered = program.call(
          "/org/bluez", .agentManager, "RegisterAgent",
          [.objectPath("/agent"), .string(agent)])
        world.bluez.run()
        try #require(registered.values == [])
      }
      world.connect()
    }

    func pair(_ duration: Duration = .seconds(1)) -> Answer {
      let answer = program.call(World.devicePath, .device, "Pair")
      world.advance(by: duration)
      return answer
    }

    func read(_ uuid: BluetoothUUID) throws -> Answer {
      let answer = world.client.read(try world.path(uuid))
      world.advance(by: .seconds(1))
      return answer
    }
  }

  private static let failed = "org.bluez.Error.AuthenticationFailed: Authentication Failed"

  @Test(arguments: SimulatedPairing.Capability.allCases.map(\.rawValue))
  func `an agent is asked for the PIN whatever it can do`(capability: String) throws {
    let room = try Room(.legacy(pin: "1234"), agent: capability)
    #expect(room.world.device("LegacyPairing") == .bool(true))
    #expect(room.pair().values == [])
    #expect(room.program.calls == ["RequestPinCode \(World.device)"])
    #expect(room.world.device("Paired") == .bool(true))
    #expect(try room.read(0x2A3F).values == [.bytes(Data([7]))])
    #expect(
      try room.read(0x2A06).error == "org.bluez.Error.NotPermitted: Not paired",
      "a short PIN does not authenticate")
  }

  @Test func `a PIN of 16 octets authenticates`() throws {
    let pin = "0123456789abcdef"
    let room = try Room(.legacy(pin: pin), agent: "") { $0.reply([.string(pin)]) }
    #expect(try room.read(0x2A06).values == [.bytes(Data([8]))])
    #expect(room.program.calls == ["RequestPinCode \(World.device)"])
  }

  @Test func `a wrong PIN, no PIN and nobody to ask are failures`() throws {
    let answers: [@Sendable (MethodCall) -> Void] = [
      { $0.reply([.string("4321")]) }, { $0.reply([.string("")]) }, { $0.reply() },
      { $0.replyError("org.bluez.Error.Rejected", "No") },
      { $0.replyError("org.bluez.Error.Canceled", "No") },
    ]
    for answer in answers {
      let room = try Room(.legacy(pin: "1234"), agent: "KeyboardDisplay", answer)
      #expect(room.pair().error == Self.failed)
      #expect(!room.world.peripheral.isBonded)
      #expect(!room.world.peripheral.isConnected)
    }
    let alone = try Room(.legacy(), agent: nil)
    #expect(alone.pair().error == Self.failed)
  }

  @Test func `a device with keys has a PIN typed that the agent shows`() throws {
    let room = try Room(.init(capability: .keyboardOnly, pin: "004711"), agent: "DisplayOnly") {
      $0.reply()
    }
    let answer = room.pair()
    #expect(room.program.calls == ["DisplayPinCode \(World.device) 004711"])
    #expect(answer.isPending)
    room.world.advance(by: .seconds(3))
    #expect(answer.values == [])
    let refused = try Room(.init(capability: .keyboardOnly, pin: "004711"), agent: "") {
      $0.replyError("org.bluez.Error.Rejected", "No")
    }
    #expect(refused.pair().error == Self.failed)
  }

  @Test func `a question for a PIN is given up in time and can be cancelled`() throws {
    let calls = Lock<[MethodCall]>([])
    let room = try Room(.legacy(), agent: "") { call in calls.withLock { $0.append(call) } }
    let answer = room.pair(.milliseconds(60_049))
    #expect(answer.isPending)
    room.world.advance(by: .milliseconds(2))
    #expect(answer.error == Self.failed)
    #expect(room.program.calls == ["RequestPinCode \(World.device)", "Cancel"])
    room.world.connect()
    let second = room.pair()
    _ = room.program.call(World.devicePath, .device, "CancelPairing")
    room.world.advance(by: .milliseconds(50))
    #expect(second.error == "org.bluez.Error.AuthenticationCanceled: Authentication Canceled")
    #expect(room.program.calls.last == "Cancel")
  }

  @Test func `a device tells how it pairs once it is known`() throws {
    let world = try OneDevice()
    world.discover()
    #expect(world.device("LegacyPairing") == .bool(false))
    world.client.take()
    world.peripheral.pairing = .legacy()
    world.bluez.run()
    #expect(world.client.take() == ["changed \(World.device) LegacyPairing=true"])
    world.peripheral.pairing.passkey = 1
    world.bluez.run()
    #expect(world.client.take().isEmpty)
  }

  @Test func `a central with a PIN asks the default agent`() throws {
    let world = try PublishedService.connected()
    world.program.export("/agent") { $0.reply([.string("0000")]) }
    _ = world.program.call(
      "/org/bluez", .agentManager, "RegisterAgent", [.objectPath("/agent"), .string("")])
    world.bluez.run()
    world.central.pairing = SimulatedPairing(capability: .keyboardOnly, pin: "0000")
    try world.bluez.wait(for: world.central.pair())
    #expect(world.program.calls.last == "RequestPinCode dev_D0_00_00_00_00_01")
  }

  @Test func `a PIN is cut to what can be sent, and none is none`() {
    #expect(SimulatedPairing(pin: "").pin == nil)
    #expect(SimulatedPairing(pin: "\0").pin == nil)
    #expect(SimulatedPairing(pin: "12345678901234567").pin == "1234567890123456")
    #expect(SimulatedPairing(pin: "123456789012345é").pin == "123456789012345")
    var pairing = SimulatedPairing.justWorks
    pairing.pin = ""
    #expect(pairing == .justWorks)
  }
}
