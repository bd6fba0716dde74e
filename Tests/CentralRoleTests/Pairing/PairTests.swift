import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Futures
import GATT
import Testing

@testable import CentralRole

@Suite struct PairTests {
  private static let address = "C4:BE:84:00:00:01"

  @Test func `pairing makes a protected value readable`() throws {
    let passkey = try #require(Passkey("004711"))
    let world = PairingWorld(.init(capability: .displayOnly, passkey: 4711))
    let peripheral = try world.found()
    let secret = try world.connect(peripheral)
    let refused = secret.read()
    world.bluez.advance(by: .seconds(1))
    #expect(refused.failure?.attError == .insufficientAuthentication)
    #expect(peripheral.bondState == .none)
    #expect(!peripheral.isPaired)
    #expect(peripheral.isBonded == false)
    try world.bluez.wait(
      for: peripheral.pair(agent: .passkey(passkey)), within: .seconds(5))
    #expect(peripheral.isPaired)
    #expect(peripheral.isBonded == true)
    #expect(peripheral.bondState == .bonded)
    #expect(world.tag.isBonded)
    #expect(try world.bluez.wait(for: secret.read()) == Data([42]))
    try world.bluez.wait(for: peripheral.pair())
    #expect(world.called.count { $0 == "Pair" } == 1, "paired already is a success")
  }

  @Test func `without a link pairing connects, and connecting adopts that link`() throws {
    let world = PairingWorld()
    let peripheral = try world.found()
    try world.bluez.wait(for: peripheral.pair(), within: .seconds(5))
    #expect(world.tag.isConnected)
    #expect(!peripheral.isConnected)
    peripheral.connect().forEach { _ in }
    world.bluez.advance(by: .seconds(1))
    #expect(peripheral.isConnected)
  }

  @Test(arguments: [
    (SimulatedPairing.Capability.displayYesNo, "does \(address) show 004711?"),
    (.displayOnly, "which passkey does \(address) show?"),
    (.keyboardOnly, "type 004711 at \(address)"),
  ])
  func `a person is asked what the two devices can do`(
    capability: SimulatedPairing.Capability, question: String
  ) throws {
    let world = PairingWorld(.init(capability: capability, passkey: 4711))
    let peripheral = try world.found()
    let person = Person()
    let pairing = peripheral.pair(agent: person.agent(.keyboardDisplay))
    world.bluez.advance(by: .seconds(1))
    #expect(person.texts == [question])
    #expect(peripheral.bondState == .pairing)
    let passkey = try #require(Passkey(4711 as UInt32))
    person.say(capability == .displayOnly ? .passkey(passkey) : .accept)
    world.bluez.advance(by: .seconds(4))
    #expect(pairing.success != nil)
    #expect(peripheral.bondState == .bonded)
  }

  @Test func `the state of the bond comes with its present value first`() throws {
    let world = PairingWorld()
    let peripheral = try world.found()
    let log = StreamLog(peripheral.whenBondStateChanges())
    world.bluez.run()
    #expect(log.values == [.none])
    try world.bluez.wait(for: peripheral.pair(), within: .seconds(5))
    world.bluez.run()
    #expect(log.values == [.none, .pairing, .bonded])
    #expect(StreamLog(peripheral.whenBondStateChanges()).values.isEmpty)
    let late = StreamLog(peripheral.whenBondStateChanges())
    world.bluez.run()
    #expect(late.values == [.bonded])
  }

  @Test func `a no is a rejection, and the link is gone`() throws {
    let world = PairingWorld(.init(capability: .displayYesNo))
    let peripheral = try world.found()
    let pairing = peripheral.pair(agent: .saying(.reject, .displayYesNo))
    world.bluez.advance(by: .seconds(1))
    #expect(pairing.failure?.code == .pairingRejected)
    #expect(
      pairing.failure?.description
        == "pairing with \(Self.address) was rejected: nobody agreed to it here or there")
    #expect(peripheral.bondState == .none)
    #expect(world.called.last == "UnregisterAgent")
  }

  @Test func `an answer to another question rejects`() throws {
    let world = PairingWorld(.init(capability: .displayOnly))
    let peripheral = try world.found()
    let pairing = peripheral.pair(agent: .saying(.accept, .keyboardOnly))
    world.bluez.advance(by: .seconds(1))
    #expect(pairing.failure?.code == .pairingRejected)
    #expect(
      world.log.lines.contains(
        "warning: \(Self.address): the agent gave an answer that does not fit, "
          + "to enter a passkey"))
  }

  @Test func `a question that nobody answers is given up in time`() throws {
    let world = PairingWorld(.init(capability: .displayYesNo))
    let peripheral = try world.found()
    let person = Person()
    let pairing = peripheral.pair(agent: person.agent(.displayYesNo))
    world.bluez.advance(by: .seconds(54))
    #expect(!pairing.isCompleted)
    world.bluez.advance(by: .seconds(2))
    #expect(pairing.failure?.code == .pairingTimeout)
    #expect(
      pairing.failure?.description == "pairing with \(Self.address) was given up: "
        + "nobody answered the agent's question in time")
    #expect(person.cancelled == 1)
  }

  @Test func `the deadline takes the question back`() throws {
    let world = PairingWorld(.init(capability: .displayYesNo))
    let peripheral = try world.found()
    let person = Person()
    let pairing = peripheral.pair(timeout: .seconds(10), agent: person.agent(.displayYesNo))
    world.bluez.advance(by: .seconds(11))
    #expect(
      pairing.failure?.description == "pairing with \(Self.address) reached its deadline of "
        + "10.0 seconds: check that it is near and ready to pair")
    #expect(person.cancelled == 1)
    #expect(world.called.suffix(2) == ["CancelPairing", "UnregisterAgent"])
    let again = peripheral.pair(agent: .saying(.accept, .displayYesNo))
    world.bluez.advance(by: .seconds(2))
    #expect(again.success != nil)
  }

  @Test func `a pairing goes on when it is forgotten and ends when it is cancelled`() throws {
    let world = PairingWorld(.init(capability: .displayYesNo))
    let peripheral = try world.found()
    let person = Person()
    peripheral.pair(agent: person.agent(.displayYesNo)).cancel()
    world.bluez.advance(by: .seconds(1))
    #expect(person.kinds.count == 1)
    let joined = peripheral.pair()
    let cancelling = peripheral.cancelPairing()
    world.bluez.advance(by: .seconds(1))
    #expect(cancelling.success != nil)
    #expect(
      joined.failure?.description
        == "pairing with \(Self.address) was cancelled, as this program asked")
    #expect(joined.failure?.code == .pairingCancelled)
    #expect(person.cancelled == 1)
    person.say(.accept)
    world.bluez.advance(by: .seconds(1))
    #expect(!world.tag.isBonded, "an answer after the end goes nowhere")
    let none = peripheral.cancelPairing()
    world.bluez.run()
    #expect(none.success != nil)
    #expect(world.called.count { $0 == "CancelPairing" } == 1)
  }

  @Test func `a question after the end of its pairing reaches nobody`() throws {
    let world = PairingWorld()
    let peripheral = try world.found()
    let person = Person()
    try world.bluez.wait(
      for: peripheral.pair(agent: person.agent(.noInputNoOutput)), within: .seconds(5))
    try world.bluez.wait(for: peripheral.disconnect(), within: .seconds(5))
    #expect(person.kinds.isEmpty)
    #expect(world.called.last == "UnregisterAgent")
  }

  @Test func `a peripheral that refuses fails with what to look at`() throws {
    let world = PairingWorld(.refused)
    let peripheral = try world.found()
    let pairing = peripheral.pair()
    world.bluez.advance(by: .seconds(1))
    #expect(pairing.failure?.code == .pairingFailed)
    #expect(
      pairing.failure?.description == "pairing with \(Self.address) failed: "
        + "Authentication Failed; check the passkey, and that the peripheral is ready to pair")
  }

  @Test func `a peripheral out of reach fails as a connection does`() throws {
    let world = PairingWorld()
    let peripheral = try world.found()
    world.tag.goSilent(for: .seconds(100))
    let pairing = peripheral.pair()
    world.bluez.advance(by: .seconds(60))
    #expect(
      pairing.failure?.description == "pairing with \(Self.address) failed: "
        + "it could not be connected to: Page Timeout; check that it is near and connectable")
  }

  @Test func `a lost link, adapter or daemon ends it with that reason`() throws {
    let ends: [(@Sendable (PairingWorld) -> Void, CentralError.Code, String)] = [
      (
        { $0.tag.dropLink() }, .disconnected,
        "the link was lost, or another program cancelled it; pair() tries again"
      ),
      (
        { $0.adapter.isPowered = false }, .resetting,
        "the adapter was switched off or removed; the manager's state tells when to pair again"
      ),
      (
        { $0.bluez.killDaemon() }, .resetting,
        "the Bluetooth daemon went away; the manager's state tells when to pair again"
      ),
    ]
    for (end, code, text) in ends {
      let world = PairingWorld(.init(capability: .displayYesNo))
      let peripheral = try world.found()
      let person = Person()
      let pairing = peripheral.pair(agent: person.agent(.displayYesNo))
      world.bluez.advance(by: .seconds(1))
      end(world)
      world.bluez.advance(by: .seconds(1))
      #expect(pairing.failure?.code == code)
      #expect(pairing.failure?.description == "pairing with \(Self.address) ended: \(text)")
      #expect(person.cancelled == 1)
    }
  }

  @Test func `what the daemon thinks of a device is set and told`() throws {
    let world = PairingWorld()
    let peripheral = try world.found()
    #expect(!peripheral.isTrusted)
    #expect(!peripheral.isBlocked)
    try world.bluez.wait(for: peripheral.setTrusted(true))
    try world.bluez.wait(for: peripheral.setBlocked(true))
    #expect(peripheral.isTrusted)
    #expect(peripheral.isBlocked)
    world.bluez.faults.on(.setProperty, [.fail("Failed", "No")])
    let refused = peripheral.setTrusted(false)
    world.bluez.run()
    #expect(
      refused.failure?.description == "the daemon did not set Trusted of \(Self.address) "
        + "(BlueZ answered Failed for /org/bluez/hci0/dev_C4_BE_84_00_00_01: No)")
  }

  @Test func `a pairing that has to connect waits for its turn, in which others do not`() throws {
    let world = ScriptedWorld()
    let other: ObjectPath = "/org/bluez/hci0/dev_C4_BE_84_00_00_02"
    var properties = Objects.deviceProperties
    properties["Address"] = .string("C4:BE:84:00:00:02")
    world.daemon.add(other, .device, properties)
    world.run()
    let peripherals = world.manager.peripherals
    world.daemon.always("Connect", .never)
    peripherals[1].connect().forEach { _ in }
    world.run()
    let pairing = peripherals[0].pair()
    world.run()
    #expect(world.daemon.calls == ["Connect dev_C4_BE_84_00_00_02", "RegisterAgent bluez"])
    world.daemon.answerHeld(.failed("le-connection-abort-by-local"))
    world.run()
    #expect(pairing.success != nil)
    #expect(world.daemon.count("Pair") == 1)
  }
}
