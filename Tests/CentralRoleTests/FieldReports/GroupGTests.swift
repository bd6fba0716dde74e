import BlueZ
import BlueZSimulator
import DBus
import Futures
import GATT
import Testing

@testable import CentralRole

/// Pairing.
@Suite struct GroupGTests {
  private static let daemonConfirms: ScriptedDaemon.Answer = .by { daemon, call in
    let registered = daemon.messages("RegisterAgent").last { $0.sender == call.message.sender }
    guard let path = (try? registered?.body())?.first?.asObjectPath,
      let sender = call.message.sender
    else {
      call.replyError("org.bluez.Error.AuthenticationFailed", "Authentication Failed")
      return
    }
    let question = Message.methodCall(
      to: sender, path: path, interface: BusNames.agent, member: "RequestConfirmation",
      [.objectPath(Objects.device), .uint32(123_456)])
    daemon.ask(question) { result in
      guard case .success = result else {
        call.replyError("org.bluez.Error.AuthenticationFailed", "Authentication Failed")
        return
      }
      daemon.change(Objects.device, .device, ["Paired": .bool(true), "Bonded": .bool(true)])
      call.reply()
    }
  }

  @Test func `B78 pairing brings its own agent and takes it away again`() throws {
    let world = ScriptedWorld()
    world.daemon.always("Pair", Self.daemonConfirms)
    let person = Person()
    let pairing = try world.peripheral().pair(agent: person.agent(.displayYesNo))
    world.run()
    #expect(person.texts == ["does C4:BE:84:00:00:01 show 123456?"])
    person.say(.accept)
    world.run()
    #expect(pairing.success != nil)
    #expect(
      world.daemon.calls == [
        "RegisterAgent bluez", "Pair dev_C4_BE_84_00_00_01", "UnregisterAgent bluez",
      ])
    #expect(
      world.daemon.bodies("RegisterAgent") == [
        [.objectPath("/bluefutures/agent"), .string("DisplayYesNo")]
      ])
  }

  @Test func `B78 a confirmation that is refused fails and leaves no agent behind`() throws {
    let world = ScriptedWorld()
    world.daemon.always("Pair", Self.daemonConfirms)
    let pairing = try world.peripheral().pair(agent: .saying(.reject, .displayYesNo))
    world.run()
    #expect(pairing.failure?.code == .pairingRejected)
    #expect(world.daemon.calls.last == "UnregisterAgent bluez")
  }

  @Test func `B78 just works too has an agent that says yes`() throws {
    let world = ScriptedWorld()
    world.daemon.always(
      "Pair",
      .by { daemon, call in
        let question = Message.methodCall(
          to: call.message.sender ?? "", path: "/bluefutures/agent", interface: BusNames.agent,
          member: "RequestAuthorization", [.objectPath(Objects.device)])
        daemon.ask(question) { result in
          if case .success = result { call.reply() }
        }
      })
    let pairing = try world.peripheral().pair()
    world.run()
    #expect(pairing.success != nil)
    #expect(world.daemon.bodies("RegisterAgent").first?.last == .string("NoInputNoOutput"))
  }

  @Test func `B80 a bond that the peer has lost is one error after one try`() throws {
    let world = ScriptedWorld()
    world.daemon.change(Objects.device, .device, ["Paired": .bool(true), "Bonded": .bool(true)])
    world.daemon.always("Connect", .failed("le-connection-key-missing"))
    let peripheral = try world.peripheral()
    let log = StreamLog(peripheral.connect(reconnecting: .growing()))
    world.advance(.seconds(300))
    #expect(world.daemon.count("Connect") == 1)
    #expect(log.codes == [.bondLost])
    #expect(
      log.failures == [
        "C4:BE:84:00:00:01 no longer has the key of its bond with this machine "
          + "(le-connection-key-missing): removeDevice() and pair() again"
      ])
    // Forgetting removes the device; it comes back as a stranger.
    world.daemon.always("RemoveDevice", .first({ $0.remove(Objects.device) }, then: .done))
    let forgetting = peripheral.removeDevice()
    world.run()
    #expect(forgetting.success != nil)
    #expect(!peripheral.isPaired)
    world.daemon.add(Objects.device, .device, Objects.deviceProperties)
    for (path, interfaces) in Objects.tree.sorted(by: { $0.key < $1.key })
    where path.isInside(Objects.device) {
      for (name, properties) in interfaces {
        if let table = InterfaceTable.all.first(where: { $0.name == name }) {
          world.daemon.add(path, table, properties)
        }
      }
    }
    world.daemon.always("Connect", nil)
    world.daemon.always("Pair", Self.daemonConfirms)
    let pairing = peripheral.pair(agent: .saying(.accept, .displayYesNo))
    world.run()
    #expect(pairing.success != nil)
    #expect(peripheral.bondState == .bonded)
    peripheral.reconnect()
    world.run()
    #expect(peripheral.isConnected)
  }

  @Test(arguments: ["AuthenticationFailed", "AuthenticationRejected"])
  func `B80 an authentication error of a connect is a lost bond too`(name: String) throws {
    let world = ScriptedWorld()
    world.daemon.change(Objects.device, .device, ["Paired": .bool(true)])
    let text = name == "AuthenticationFailed" ? "Authentication Failed" : "Authentication Rejected"
    world.daemon.always("Connect", .error("org.bluez.Error.\(name)", text))
    let log = StreamLog(try world.peripheral().connect())
    world.advance(.seconds(300))
    #expect(log.codes == [.bondLost])
    #expect(world.daemon.count("Connect") == 1)
  }

  @Test func `B80 a daemon that gives no reason is seen through`() throws {
    let world = PairingWorld()
    let peripheral = try world.found()
    try world.bluez.wait(for: peripheral.pair(), within: .seconds(5))
    try world.bluez.wait(for: peripheral.disconnect(), within: .seconds(5))
    world.tag.dropLink()
    world.bluez.advance(by: .seconds(1))
    world.tag.forgetBonds()
    let log = StreamLog(peripheral.connect())
    world.bluez.advance(by: .seconds(10))
    #expect(log.codes == [.bondLost])
    #expect(
      log.failures == [
        "C4:BE:84:00:00:01 no longer has the key of its bond with this machine "
          + "(each link ended at once, as it does when the peripheral has lost its key): "
          + "removeDevice() and pair() again"
      ])
    #expect(world.called.count { $0 == "Connect" } == BondLoss.suspiciousLinks)
  }

  @Test func `B80 links of a stranger that end at once are tried until the deadline`() throws {
    let world = ScriptedWorld()
    world.daemon.always(
      "Connect",
      .by { daemon, call in
        daemon.link(true, resolved: false)
        call.reply()
        daemon.link(false)
      })
    let log = StreamLog(try world.peripheral().connect(timeout: .seconds(10)))
    world.advance(.seconds(60))
    #expect(log.codes == [.connectionTimeout])
    #expect(world.daemon.count("Connect") > BondLoss.suspiciousLinks)
  }

  @Test func `B80 whether it is paired is read live, and AlreadyExists is a success`() throws {
    let world = ScriptedWorld()
    let peripheral = try world.peripheral()
    #expect(!peripheral.isPaired)
    world.daemon.script("Pair", .error("org.bluez.Error.AlreadyExists", "Already Exists"))
    let pairing = peripheral.pair()
    world.run()
    #expect(pairing.success != nil)
    world.daemon.change(Objects.device, .device, ["Paired": .bool(true)])
    world.run()
    #expect(peripheral.isPaired)
    #expect(peripheral.isBonded == nil, "this daemon does not tell")
    #expect(peripheral.bondState == .paired)
    let again = peripheral.pair()
    world.run()
    #expect(again.success != nil)
    #expect(world.daemon.count("Pair") == 1)
  }

  @Test func `B82 an error after the keys is a success with a warning`() throws {
    let log = LineLog()
    let world = ScriptedWorld(logLevel: .info) { log.add("\($0): \($1)") }
    world.daemon.script(
      "Pair",
      .first(
        { daemon in
          daemon.change(
            Objects.device, .device, ["Paired": .bool(true), "Bonded": .bool(true)])
        }, then: .failed("br-connection-profile-unavailable")))
    let pairing = try world.peripheral().pair()
    world.run()
    #expect(pairing.success != nil)
    #expect(
      log.lines.suffix(2) == [
        "info: C4:BE:84:00:00:01: pairing begins, NoInputNoOutput",
        "warning: C4:BE:84:00:00:01: paired, although the daemon says: "
          + "br-connection-profile-unavailable",
      ])
  }

  @Test func `B82 an error without keys is a failure`() throws {
    let world = ScriptedWorld()
    world.daemon.script("Pair", .failed("br-connection-profile-unavailable"))
    let pairing = try world.peripheral().pair()
    world.run()
    #expect(pairing.failure?.code == .pairingFailed)
  }

  @Test func `a busy daemon is asked again within the deadline`() throws {
    let world = ScriptedWorld()
    let busy = ScriptedDaemon.Answer.error("org.bluez.Error.InProgress", "In Progress")
    world.daemon.script("Pair", busy, busy, .done)
    let pairing = try world.peripheral().pair()
    world.advance(.seconds(1))
    #expect(pairing.success != nil)
    #expect(world.daemon.count("Pair") == 3)
  }
}
