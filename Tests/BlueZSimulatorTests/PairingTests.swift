import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Futures
import GATT
import Testing

@Suite struct PairingTests {
  private static let manager: ObjectPath = "/org/bluez"

  /// A world with a peripheral whose value wants a key, and a program with an agent.
  private struct Room {
    let world: OneDevice
    let program: Program
    let secret: SimulatedCharacteristic

    init(
      _ pairing: SimulatedPairing = .justWorks, agent: String? = nil,
      permissions: AttributePermissions = .encryptRead,
      _ answer: @escaping @Sendable (MethodCall) -> Void = { $0.reply() }
    ) throws {
      secret = SimulatedCharacteristic(
        uuid: 0x2A3F, properties: [.read, .write, .notify], permissions: permissions,
        value: Data([7]))
      world = try OneDevice(services: [
        SimulatedService(uuid: 0x180D, characteristics: [secret])
      ])
      world.peripheral.pairing = pairing
      program = Program(world.bluez)
      if let agent {
        program.export("/agent", answer)
        let registered = program.call(
          PairingTests.manager, .agentManager, "RegisterAgent",
          [.objectPath("/agent"), .string(agent)])
        world.bluez.run()
        #expect(registered.values == [])
      }
      world.connect()
    }

    func pair(_ duration: Duration = .seconds(1)) -> Answer {
      let answer = program.call(World.devicePath, .device, "Pair")
      world.advance(by: duration)
      return answer
    }

    func read() throws -> Answer {
      let answer = world.client.read(try world.path(0x2A3F))
      world.advance(by: .seconds(1))
      return answer
    }
  }

  @Test func `without an agent devices just pair`() throws {
    let room = try Room()
    #expect(room.pair().values == [])
    #expect(
      room.world.client.take() == [
        "changed \(World.device) Bonded=true", "changed \(World.device) Paired=true",
      ])
    #expect(room.world.peripheral.isBonded)
    #expect(room.pair().error == "org.bluez.Error.AlreadyExists: Already Exists")
  }

  @Test func `numbers are compared by the agent of the caller`() throws {
    let room = try Room(.init(capability: .displayYesNo, passkey: 42), agent: "DisplayYesNo")
    #expect(room.pair().values == [])
    #expect(room.program.calls == ["RequestConfirmation \(World.device) 42"])
  }

  @Test func `a number is typed at the central`() throws {
    for typed in [UInt32(99), 42] {
      let room = try Room(.init(capability: .displayOnly, passkey: 42), agent: "") {
        $0.reply([.uint32(typed)])
      }
      let answer = room.pair()
      #expect(room.program.calls == ["RequestPasskey \(World.device)"])
      #expect(room.world.peripheral.isBonded == (typed == 42))
      #expect(
        answer.error
          == (typed == 42
            ? nil : "org.bluez.Error.AuthenticationFailed: Authentication Failed"))
    }
  }

  @Test func `a number is shown at the central and typed at the peripheral`() throws {
    let room = try Room(.init(capability: .keyboardOnly, passkey: 42), agent: "DisplayOnly")
    let answer = room.pair(.seconds(2))
    #expect(answer.isPending)
    #expect(room.program.calls == ["DisplayPasskey \(World.device) 42 0"])
    room.world.advance(by: .seconds(2))
    #expect(answer.values == [])
  }

  @Test func `an agent that rejects ends the pairing and the link`() throws {
    let room = try Room(.init(capability: .displayYesNo), agent: "DisplayYesNo") {
      $0.replyError("org.bluez.Error.Rejected", "No")
    }
    #expect(
      room.pair().error == "org.bluez.Error.AuthenticationFailed: Authentication Failed")
    #expect(
      room.world.client.take() == [
        "changed \(World.device) Connected=false ServicesResolved=false"
      ])
    #expect(!room.world.peripheral.isBonded)
  }

  @Test func `an agent has 60 seconds and is told when they are over`() throws {
    let calls = Lock<[MethodCall]>([])
    let room = try Room(.init(capability: .displayYesNo), agent: "DisplayYesNo") { call in
      calls.withLock { $0.append(call) }
    }
    let answer = room.pair(.milliseconds(60_049))
    #expect(answer.isPending)
    room.world.advance(by: .milliseconds(2))
    #expect(
      answer.error == "org.bluez.Error.AuthenticationFailed: Authentication Failed")
    #expect(room.program.calls.last == "Cancel")
  }

  @Test func `a pairing is cancelled`() throws {
    let calls = Lock<[MethodCall]>([])
    let room = try Room(.init(capability: .displayYesNo), agent: "DisplayYesNo") { call in
      calls.withLock { $0.append(call) }
    }
    let none = room.program.call(World.devicePath, .device, "CancelPairing")
    let pair = room.pair()
    let second = room.program.call(World.devicePath, .device, "Pair")
    let cancel = room.program.call(World.devicePath, .device, "CancelPairing")
    room.world.advance(by: .milliseconds(50))
    #expect(none.error == "org.bluez.Error.DoesNotExist: Does Not Exist")
    #expect(second.error == "org.bluez.Error.InProgress: In Progress")
    #expect(
      pair.error == "org.bluez.Error.AuthenticationCanceled: Authentication Canceled")
    #expect(cancel.values == [])
    #expect(room.program.calls == ["RequestConfirmation \(World.device) 123456", "Cancel"])
    #expect(!room.world.peripheral.isConnected)
  }

  @Test func `a peripheral may refuse, and a device that is away cannot be paired`() throws {
    let room = try Room(.refused)
    #expect(
      room.pair().error == "org.bluez.Error.AuthenticationFailed: Authentication Failed")
    room.world.peripheral.isAdvertising = false
    let away = room.pair(.seconds(29))
    #expect(away.isPending)
    room.world.advance(by: .seconds(12))
    #expect(away.error == "org.bluez.Error.ConnectionAttemptFailed: Page Timeout")
  }

  @Test func `pairing connects first and is answered once services are resolved`() throws {
    let room = try Room()
    room.world.peripheral.dropLink()
    room.world.bluez.run()
    room.world.client.take()
    let pair = room.pair()
    #expect(pair.values == [])
    #expect(
      room.world.client.take(only: "Bonded", "Paired", "Connected", "Resolved") == [
        "changed \(World.device) Connected=true", "changed \(World.device) Bonded=true",
        "changed \(World.device) ServicesResolved=true", "changed \(World.device) Paired=true",
      ])
  }

  @Test func `a value that wants a key makes devices pair`() throws {
    let room = try Room()
    #expect(try room.read().values == [.bytes(Data([7]))])
    #expect(
      room.world.client.take(only: World.device) == [
        "changed \(World.device) Bonded=true", "changed \(World.device) Paired=true",
      ])
  }

  @Test func `who cannot be authenticated is not paired`() throws {
    let room = try Room(permissions: [.encryptAuthenticatedRead, .encryptAuthenticatedNotify])
    #expect(try room.read().error == "org.bluez.Error.NotPermitted: Not paired")
    let path = try room.world.path(0x2A3F)
    let notify = room.world.client.characteristic(path, "StartNotify")
    let write = room.world.client.write(path, [1])
    room.world.advance(by: .milliseconds(50))
    #expect(notify.error == "org.bluez.Error.NotPermitted: Not paired")
    #expect(write.values == [])
    #expect(room.world.peripheral.isConnected)
  }

  @Test func `a refused pairing takes the read and the link with it`() throws {
    let room = try Room(.refused, permissions: [.encryptRead, .encryptNotify])
    let path = try room.world.path(0x2A3F)
    let notify = room.world.client.characteristic(path, "StartNotify")
    #expect(
      try room.read().error
        == "org.bluez.Error.Failed: Operation failed with ATT error: 0x0e")
    #expect(notify.error == "org.bluez.Error.Failed: Operation failed with ATT error: 0x0e")
    #expect(!room.world.peripheral.isConnected)
  }

  @Test func `a bond outlives the daemon and keeps its device`() throws {
    let room = try Room()
    #expect(room.pair().values == [])
    room.world.client.set(World.devicePath, .device, "Trusted", .bool(true))
    room.world.bluez.restartDaemon()
    room.world.advance(by: .seconds(60))
    for name in ["Paired", "Bonded", "Trusted"] {
      #expect(room.world.device(name) == .bool(true), "\(name)")
    }
    room.world.client.device("Connect")
    room.world.advance(by: .seconds(1))
    room.world.client.take()
    #expect(try room.read().values == [.bytes(Data([7]))])
    #expect(room.world.client.take(only: "Bonded").isEmpty)
    room.world.peripheral.dropLink()
    room.world.peripheral.isAdvertising = false
    room.world.advance(by: .seconds(120))
    #expect(room.world.device("Bonded") == .bool(true))
  }

  @Test func `a peripheral that lost its bond loses each link until the device is removed`()
    throws
  {
    let room = try Room()
    #expect(room.pair().values == [])
    room.world.peripheral.dropLink()
    room.world.peripheral.forgetBonds()
    room.world.bluez.run()
    room.world.client.take()
    room.world.client.device("Connect")
    room.world.advance(by: .seconds(1))
    #expect(
      room.world.client.take() == [
        "changed \(World.device) Connected=true", "reply Connect",
        "changed \(World.device) Connected=false",
      ])
    room.world.client.adapter("RemoveDevice", [.objectPath(World.devicePath)])
    room.world.advance(by: .seconds(3))
    room.world.connect()
    #expect(room.world.device("Paired") == .bool(false))
    #expect(room.pair().values == [])
  }

  @Test func `a link that is not secure enough is paired again, services or not`() throws {
    let calls = Lock<[MethodCall]>([])
    let room = try Room(
      .justWorks, agent: "DisplayYesNo", permissions: .encryptAuthenticatedRead
    ) { call in calls.withLock { $0.append(call) } }
    #expect(room.pair().values == [])
    #expect(room.program.calls.isEmpty)
    room.world.peripheral.pairing = SimulatedPairing(capability: .displayYesNo)
    let path = try room.world.path(0x2A3F)
    room.world.peripheral.dropLink()
    room.world.client.device("Connect")
    room.world.advance(by: .milliseconds(62))
    let read = room.world.client.read(path)
    // Services are resolved while a person thinks.
    room.world.advance(by: .seconds(1))
    #expect(read.isPending)
    calls.withLock { $0.last }?.reply()
    room.world.advance(by: .milliseconds(10))
    #expect(read.values == [.bytes(Data([7]))])
    #expect(room.program.calls == ["RequestConfirmation \(World.device) 123456"])
  }

  @Test func `agents are registered once each, and one is the default`() throws {
    let world = try OneDevice()
    let programs = [Program(world.bluez), Program(world.bluez)]
    func call(_ number: Int, _ member: String, _ path: ObjectPath, _ more: [Value] = []) -> String {
      let answer = programs[number].call(
        Self.manager, .agentManager, member, [.objectPath(path)] + more)
      world.bluez.run()
      return answer.error ?? "done"
    }
    let exists = "org.bluez.Error.AlreadyExists: Already Exists"
    let unknown = "org.bluez.Error.DoesNotExist: Does Not Exist"
    #expect(call(0, "RequestDefaultAgent", "/a") == unknown)
    #expect(
      call(0, "RegisterAgent", "/a", [.string("Telepathy")])
        == "org.bluez.Error.InvalidArguments: Invalid arguments in method call")
    #expect(call(0, "RegisterAgent", "/a", [.string("DisplayYesNo")]) == "done")
    #expect(call(0, "RegisterAgent", "/a", [.string("DisplayYesNo")]) == exists)
    #expect(call(1, "RegisterAgent", "/b", [.string("DisplayYesNo")]) == "done")
    for (program, path) in zip(programs, ["/a", "/b"] as [ObjectPath]) {
      program.export(path) { $0.reply() }
    }
    world.peripheral.pairing = SimulatedPairing(capability: .displayYesNo)
    world.connect()
    // A program without an agent of its own is served by the default one.
    world.client.device("Pair")
    world.advance(by: .seconds(1))
    #expect(programs.map(\.calls.count) == [1, 0])
    world.client.adapter("RemoveDevice", [.objectPath(World.devicePath)])
    world.advance(by: .seconds(3))
    #expect(call(1, "RequestDefaultAgent", "/b") == "done")
    world.connect()
    world.client.device("Pair")
    world.advance(by: .seconds(1))
    #expect(programs.map(\.calls.count) == [1, 1])
    #expect(call(1, "UnregisterAgent", "/a") == unknown)
    #expect(call(1, "UnregisterAgent", "/b") == "done")
    #expect(call(1, "UnregisterAgent", "/b") == unknown)
    world.bluez.stopDaemon()
    world.bluez.run()
    #expect(programs[0].calls.last == "Release")
  }

  @Test(arguments: SimulatedPairing.Capability.allCases, SimulatedPairing.Capability.allCases)
  func `every pair of capabilities pairs, with a person where there can be one`(
    central: SimulatedPairing.Capability, peripheral: SimulatedPairing.Capability
  ) throws {
    let room = try Room(
      .init(capability: peripheral), agent: central.rawValue,
      permissions: .encryptAuthenticatedRead
    ) { call in
      call.reply(call.message.member == "RequestPasskey" ? [.uint32(123_456)] : [])
    }
    let pair = room.pair(.seconds(5))
    #expect(pair.values == [])
    // The rows of the specification that end in "Just Works".
    let isBlind =
      [central, peripheral].contains(.noInputNoOutput)
      || [central, peripheral] == [.displayOnly, .displayOnly]
      || [central, peripheral] == [.displayOnly, .displayYesNo]
      || [central, peripheral] == [.displayYesNo, .displayOnly]
    #expect(room.program.calls.isEmpty == isBlind)
    #expect((try room.read().error == nil) == !isBlind)
  }
}
