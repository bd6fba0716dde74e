import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Futures
import GATT
import Testing

@testable import CentralRole

/// The session's agent on the bus.
@Suite struct AgentTests {
  private func agentCalls(_ world: PairingWorld) -> [String] {
    world.called.filter { $0.contains("Agent") }
  }

  @Test func `the default agent answers for a pairing without one of its own`() throws {
    let world = PairingWorld(.init(capability: .displayYesNo, passkey: 4711))
    let peripheral = try world.found()
    let person = Person()
    try world.bluez.wait(for: world.session.setDefaultAgent(person.agent(.displayYesNo)))
    #expect(agentCalls(world) == ["RegisterAgent", "RequestDefaultAgent"])
    let pairing = peripheral.pair()
    world.bluez.advance(by: .seconds(1))
    person.say(.accept)
    world.bluez.advance(by: .seconds(1))
    #expect(pairing.success != nil)
    #expect(person.kinds.count == 1)
    #expect(agentCalls(world).count == 2, "the registration is shared")
    try world.bluez.wait(for: world.session.setDefaultAgent(nil))
    world.bluez.run()
    #expect(agentCalls(world).last == "UnregisterAgent")
  }

  @Test func `the default agent is asked when an attribute demands a pairing`() throws {
    let world = PairingWorld(.init(capability: .displayYesNo, passkey: 4711))
    let peripheral = try world.found()
    let person = Person()
    try world.bluez.wait(for: world.session.setDefaultAgent(person.agent(.displayYesNo)))
    let secret = try world.connect(peripheral)
    let value = secret.read()
    world.bluez.advance(by: .seconds(1))
    #expect(person.texts == ["does C4:BE:84:00:00:01 show 004711?"])
    person.say(.accept)
    world.bluez.advance(by: .seconds(1))
    #expect(value.success == Data([42]))
    #expect(peripheral.isPaired)
  }

  @Test func `a pairing with another capability takes the place of the default agent`() throws {
    let world = PairingWorld(.init(capability: .displayOnly, passkey: 4711))
    let peripheral = try world.found()
    let person = Person()
    try world.bluez.wait(for: world.session.setDefaultAgent(person.agent(.displayYesNo)))
    let passkey = try #require(Passkey("004711"))
    try world.bluez.wait(for: peripheral.pair(agent: .passkey(passkey)), within: .seconds(5))
    world.bluez.run()
    #expect(person.kinds.isEmpty)
    #expect(
      agentCalls(world) == [
        "RegisterAgent", "RequestDefaultAgent", "UnregisterAgent", "RegisterAgent",
        "UnregisterAgent", "RegisterAgent", "RequestDefaultAgent",
      ])
  }

  @Test func `the default agent is registered again with the next daemon`() throws {
    let world = PairingWorld()
    try world.bluez.wait(for: world.session.setDefaultAgent(.justWorks))
    world.bluez.restartDaemon()
    world.bluez.clearTranscript()
    world.bluez.advance(by: .seconds(3))
    #expect(agentCalls(world) == ["RegisterAgent", "RequestDefaultAgent"])
  }

  @Test func `a refused agent fails with the daemon's words, for a pairing too`() throws {
    let world = PairingWorld()
    let peripheral = try world.found()
    world.bluez.faults.on(.registerAgent, [.fail("Failed", "No room")])
    let standing = world.session.setDefaultAgent(.justWorks)
    let pairing = peripheral.pair()
    world.bluez.run()
    guard case .failure(let error)? = standing.result else {
      Issue.record("the agent was not refused")
      return
    }
    #expect("\(error)" == "BlueZ answered Failed for /org/bluez: No room")
    #expect(
      pairing.failure?.description == "pairing with C4:BE:84:00:00:01 was not begun: "
        + "the daemon refused the agent: No room")
    #expect(!world.called.contains("Pair"))
  }

  @Test func `an agent that cannot be registered in time is told so and stays wanted`() throws {
    let world = PairingWorld()
    world.bluez.killDaemon()
    world.bluez.run()
    let standing = world.session.setDefaultAgent(.justWorks)
    world.bluez.advance(by: .seconds(11))
    guard case .failure(let error)? = standing.result else {
      Issue.record("the agent is in place without a daemon")
      return
    }
    #expect(
      "\(error)" == "BlueZ answered NoReply for /org/bluez: "
        + "the pairing agent is not in place after 10 seconds")
    world.bluez.startDaemon()
    world.bluez.advance(by: .seconds(3))
    #expect(agentCalls(world).last == "RequestDefaultAgent")
  }

  @Test func `an asynchronous agent is asked`() async throws {
    let agent = PairingAgent(.displayYesNo, asyncAnswer: { _ in .accept })
    let world = PairingWorld(.init(capability: .displayYesNo))
    let peripheral = try world.found()
    let asked = Lock<Future<PairingAnswer>?>(nil)
    let watched = PairingAgent(agent.capability) { question in
      let answer = agent.ask(question)
      asked.withLock { $0 = answer }
      return answer
    }
    let pairing = peripheral.pair(agent: watched)
    world.bluez.advance(by: .seconds(1))
    #expect(try await asked.withLock { $0 }?.value == .accept)
    world.bluez.advance(by: .seconds(1))
    #expect(pairing.success != nil)
  }

  @Test func `only the daemon may ask`() throws {
    let world = PairingWorld(.init(capability: .displayYesNo))
    let person = Person()
    try world.bluez.wait(for: world.session.setDefaultAgent(person.agent(.displayYesNo)))
    let stranger = Connection(.loopback(world.bluez.bus), loop: world.bluez.loop, name: "stranger")
    stranger.open()
    world.bluez.run()
    let answers = Lock<[String]>([])
    let name = try #require(world.session.uniqueName)
    stranger.call(
      .methodCall(
        to: name, path: "/bluefutures/agent", interface: BusNames.agent, member: "RequestPasskey",
        [.objectPath("/org/bluez/hci0/dev_C4_BE_84_00_00_01")]), timeout: .seconds(5)
    ) { result in
      if case .failure(let error) = result { answers.withLock { $0.append(error.name ?? "") } }
    }
    world.bluez.run()
    #expect(answers.withLock { $0 } == ["org.freedesktop.DBus.Error.AccessDenied"])
    #expect(person.kinds.isEmpty)
    #expect(
      world.log.lines.last
        == "warning: another program than the daemon asked the pairing agent something")
  }
}
