import BlueZ
import DBus
import FoundationEssentials
import Futures
import Testing

@testable import CentralRole

@Suite struct ConnectTests {
  let world = ScriptedWorld()
  let peripheral: Peripheral
  private let address = "C4:BE:84:00:00:01"

  init() throws { peripheral = try world.peripheral() }

  private func connect(
    _ timeout: Duration = .seconds(60), resolution: Duration = .seconds(35)
  ) -> StreamLog<Void> {
    let log = StreamLog(peripheral.connect(timeout: timeout, resolutionTimeout: resolution))
    world.run()
    return log
  }

  @Test func `the link's deadline ends an unanswered call, and Disconnect is sent`() {
    world.daemon.script("Connect", .never)
    let log = connect(.seconds(5))
    world.advance(.seconds(4))
    #expect(log.count == 0)
    world.advance(.seconds(1))
    #expect(
      log.failures == [
        "the connection to \(address) reached the deadline of its link: "
          + "check that it is near and connectable"
      ])
    #expect(
      world.daemon.calls == ["Connect dev_C4_BE_84_00_00_01", "Disconnect dev_C4_BE_84_00_00_01"])
    world.daemon.answerHeld(.failed("br-connection-canceled"))
    world.advance(.seconds(30))
    #expect(log.count == 1)
    peripheral.reconnect()
    world.run()
    #expect(log.values.count == 1)
  }

  @Test func `the resolution's deadline takes the link down`() {
    world.daemon.script("Connect", .first({ $0.link(true, resolved: false) }, then: .done))
    let log = connect()
    world.advance(.seconds(34))
    #expect(log.count == 0)
    world.advance(.seconds(1))
    #expect(log.failures.first?.contains("the deadline of its service resolution") == true)
    #expect(world.daemon.count("Disconnect") == 1)
    world.daemon.link(true)
    world.run()
    #expect(log.count == 1)
  }

  @Test func `a resolved link without services is not connected`() {
    world.daemon.remove(Objects.service)
    world.daemon.remove(Objects.other)
    let log = connect(resolution: .seconds(5))
    world.advance(.seconds(4))
    #expect(log.count == 0)
    #expect(!peripheral.isConnected)
    world.advance(.seconds(1))
    #expect(log.codes == [.connectionTimeout])
  }

  @Test func `transient aborts are tried again and nothing is told of them`() {
    let flicker = ScriptedDaemon.Answer.first(
      { daemon in
        daemon.link(true, resolved: false)
        daemon.link(false)
      }, then: .failed("le-connection-abort-by-local"))
    world.daemon.script("Connect", flicker, flicker)
    let log = connect()
    world.advance(.seconds(5))
    #expect(world.daemon.count("Connect") == 3)
    #expect(log.values.count == 1)
    #expect(log.failures.isEmpty)
  }

  @Test func `a refusal is told in the daemon's words`() {
    world.daemon.script("Connect", .failed("le-connection-not-supported"))
    let log = connect()
    #expect(
      log.failures == [
        "the daemon did not connect to \(address): le-connection-not-supported"
      ])
    #expect(log.codes == [.connectionFailed])
  }

  @Test func `an existing link is adopted`() {
    world.daemon.link(true)
    world.run()
    world.daemon.script("Connect", .error("org.bluez.Error.AlreadyConnected", "Already Connected"))
    let log = connect()
    #expect(log.values.count == 1)
    peripheral.disconnect()
    world.run()
    #expect(world.daemon.count("Disconnect") == 1)
    #expect(log.codes == [.forcedDisconnect])
  }

  @Test func `calls join the attempt and newcomers get the present link`() {
    world.daemon.script("Connect", .never)
    let first = connect()
    let second = connect()
    #expect(world.daemon.count("Connect") == 1)
    world.daemon.link(true)
    world.daemon.answerHeld(.done)
    world.run()
    #expect(first.values.count == 1)
    #expect(second.values.count == 1)
    let third = connect()
    #expect(third.values.count == 1)
    #expect(first.values.count == 1)
    #expect(world.daemon.count("Connect") == 1)
  }

  @Test func `a newcomer after a lost link is not told of it`() {
    let first = connect()
    world.daemon.link(false)
    world.run()
    #expect(first.codes == [.disconnected])
    let second = connect()
    #expect(second.failures.isEmpty)
    #expect(second.values.count == 1)
  }

  @Test func `cancelling the stream ends the link with one Disconnect`() {
    let log = connect()
    log.leave()
    world.run()
    #expect(world.daemon.count("Disconnect") == 1)
    #expect(!peripheral.isConnected)
  }

  @Test func `cancelling the stream during the attempt sends one Disconnect`() {
    world.daemon.script("Connect", .never)
    let log = connect()
    log.leave()
    world.run()
    #expect(world.daemon.count("Disconnect") == 1)
    world.daemon.answerHeld(.failed("br-connection-canceled"))
    world.advance(.seconds(60))
    #expect(world.daemon.count("Connect") == 1)
    #expect(world.daemon.count("Disconnect") == 1)
  }

  @Test func `taking the first link leaves it up`() {
    let first = peripheral.connect().first()
    world.advance(.seconds(60))
    #expect(first.success != nil)
    #expect(peripheral.isConnected)
    #expect(world.daemon.count("Disconnect") == 0)
  }

  @Test func `a disconnect is one event, however many signs of it come`() {
    let log = connect()
    world.daemon.script(
      "Disconnect",
      .first(
        { daemon in
          daemon.link(false)
          daemon.link(false)
          daemon.remove(Objects.device)
        }, then: .done))
    let done = peripheral.disconnect()
    world.advance(.seconds(20))
    #expect(done.success != nil)
    #expect(log.failures == ["disconnected from \(address), as this program asked"])
    #expect(log.values.count == 1)
  }

  @Test(arguments: ["signal", "removal", "neither"])
  func `a disconnect completes without its reply`(sign: String) {
    let log = connect()
    world.daemon.script("Disconnect", .never)
    let done = peripheral.disconnect()
    world.run()
    if sign == "signal" { world.daemon.link(false) }
    if sign == "removal" { world.daemon.remove(Objects.device) }
    world.advance(sign == "neither" ? .seconds(10) : .zero)
    #expect(done.success != nil)
    #expect(log.codes == [.forcedDisconnect])
  }

  @Test func `a late sign of the old link does not end the new attempt`() {
    let log = connect()
    world.daemon.script(
      "Disconnect", .first({ $0.change(Objects.device, .device, [:]) }, then: .done))
    peripheral.disconnect()
    world.run()
    peripheral.reconnect()
    world.run()
    #expect(world.daemon.count("Connect") == 1)
    world.advance(.milliseconds(300))
    world.daemon.link(false)
    world.advance(.seconds(1))
    #expect(world.daemon.count("Connect") == 2)
    #expect(log.codes == [.forcedDisconnect])
    #expect(log.values.count == 2)
  }

  @Test func `reconnect waits for its delay and then makes one call`() {
    let log = connect()
    world.daemon.link(false)
    world.run()
    peripheral.reconnect(withDelay: .seconds(3))
    peripheral.reconnect(withDelay: .seconds(3))
    world.advance(.seconds(2))
    #expect(world.daemon.count("Connect") == 1)
    world.advance(.seconds(2))
    #expect(world.daemon.count("Connect") == 2)
    #expect(log.values.count == 2)
  }

  @Test func `reconnect from the handler of the lost link works`() {
    let log = StreamLog(peripheral.connect())
    peripheral.connect().onFailure { [peripheral] _ in peripheral.reconnect() }
    world.run()
    world.daemon.link(false)
    world.run()
    #expect(log.codes == [.disconnected])
    #expect(log.values.count == 2)
  }

  @Test func `two hundred toggles that end in connect are connected`() {
    world.daemon.always(
      "Connect", .after(.milliseconds(70), .first({ $0.link(true) }, then: .done)))
    world.daemon.always(
      "Disconnect", .after(.milliseconds(30), .first({ $0.link(false) }, then: .done)))
    let log = StreamLog(peripheral.connect())
    var ends: [Future<Void>] = []
    for step in 0..<200 {
      world.advance(.milliseconds((step * 7) % 20))
      if step.isMultiple(of: 2) {
        ends.append(peripheral.disconnect())
      } else {
        peripheral.reconnect()
      }
    }
    world.advance(.seconds(5))
    #expect(peripheral.isConnected)
    #expect(ends.allSatisfy { $0.success != nil })
    #expect(log.isFinished == false)
  }
}
