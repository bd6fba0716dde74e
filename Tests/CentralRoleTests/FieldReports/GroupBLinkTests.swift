import BlueZ
import DBus
import FoundationEssentials
import Futures
import Testing

@testable import CentralRole

/// Public reports of what goes wrong with links and reconnects, by their number.
@Suite struct GroupBLinkTests {
  let world = ScriptedWorld()
  let peripheral: Peripheral
  private let address = "C4:BE:84:00:00:01"

  init() throws { peripheral = try world.peripheral() }

  private func connect(reconnecting policy: ReconnectPolicy = .never) -> StreamLog<Void> {
    let log = StreamLog(peripheral.connect(reconnecting: policy))
    world.run()
    return log
  }

  @Test func `B32 an end that nobody asked for is told with its reason`() {
    let log = connect()
    let ends = StreamLog(peripheral.disconnectionEvents())
    world.daemon.link(false)
    world.run()
    #expect(ends.values.map(\.reason) == [.linkLost])
    #expect(
      log.failures == [
        "disconnected from \(address): the link was lost; reconnect() connects again"
      ])
    peripheral.reconnect()
    world.run()
    world.daemon.emit(
      Objects.device, InterfaceTable.device.name, "Disconnected",
      [.string("org.bluez.Reason.Timeout"), .string("Connection timeout")])
    world.daemon.link(false)
    world.run()
    #expect(ends.values.map(\.reason) == [.linkLost, .timedOut])
    #expect(
      log.failures.last
        == "disconnected from \(address): nothing was heard of it any more; "
        + "reconnect() connects again")
    // The reason belongs to that link alone.
    peripheral.reconnect()
    world.run()
    world.daemon.link(false)
    world.run()
    #expect(ends.values.map(\.reason) == [.linkLost, .timedOut, .linkLost])
  }

  @Test func `B33 connecting inside the handler of a lost link works`() {
    let peripheral = peripheral
    let seen = Lock(0)
    peripheral.connect().onComplete(context: .inline) { result in
      switch result {
      case .success: seen.withLock { $0 += 1 }
      case .failure: peripheral.connect().forEach { _ in }
      }
    }
    world.run()
    world.daemon.link(false)
    world.run()
    #expect(seen.withLock { $0 } == 2)
    #expect(peripheral.isConnected)
  }

  @Test func `B35 two hundred toggles end in the last wish and complete everything once`() {
    var random = SplitMix(seed: 35)
    let completed = Lock(0)
    for number in 0..<200 {
      let delay = Duration.milliseconds(Int(random.next() % 200))
      if number.isMultiple(of: 2) {
        world.daemon.script("Disconnect", .after(delay, .first({ $0.link(false) }, then: .done)))
        peripheral.disconnect().onComplete(context: .inline) { _ in
          completed.withLock { $0 += 1 }
        }
      } else {
        world.daemon.script("Connect", .after(delay, .first({ $0.link(true) }, then: .done)))
        peripheral.connect().forEach { _ in }
      }
      world.advance(.milliseconds(Int(random.next() % 20)))
    }
    world.advance(.seconds(300))
    #expect(peripheral.connectionState == .connected)
    #expect(completed.withLock { $0 } == 100)
  }

  @Test(arguments: [false, true])
  func `B36 cancelling the stream sends Disconnect once`(isResolved: Bool) {
    if !isResolved {
      world.daemon.script("Connect", .first({ $0.link(true, resolved: false) }, then: .done))
    }
    let log = connect()
    #expect(peripheral.isConnected == isResolved)
    log.leave()
    world.advance(.seconds(60))
    #expect(world.daemon.count("Disconnect") == 1)
    #expect(peripheral.connectionState == .disconnected)
  }

  @Test func `B38 a drop while subscriptions are restored is no connection`() throws {
    let peripheral = try world.connected()
    let data = try world.characteristic(Objects.data, of: peripheral)
    data.receiveNotificationUpdates(resuming: true).forEach { _ in }
    _ = data.startNotifying()
    world.run()
    let log = StreamLog(
      peripheral.connect(reconnecting: .growing(from: .seconds(1), limit: 3)))
    let states = StreamLog(peripheral.whenConnectionStateChanges())
    world.run()
    world.daemon.script(
      "StartNotify",
      .first(
        { $0.link(false) }, then: .error("org.bluez.Error.NotConnected", "Not Connected")))
    world.daemon.link(false)
    world.run()
    world.advance(.milliseconds(1100))
    #expect(log.values.count == 1)
    #expect(states.values == [.connected, .disconnected, .connecting])
    world.advance(.seconds(5))
    #expect(states.values == [.connected, .disconnected, .connecting, .connected])
    #expect(log.values.count == 2)
  }

  @Test(arguments: [
    ("org.bluez.Error.Failed", "br-connection-profile-unavailable"),
    ("org.bluez.Error.BREDR.ProfileUnavailable", "no profile"),
  ])
  func `B41 classic Bluetooth is the wrong bearer`(name: String, text: String) {
    world.daemon.change(Objects.device, .device, ["PreferredBearer": .string("last-used")])
    world.run()
    world.daemon.script("Connect", .error(name, text))
    let log = connect(reconnecting: .immediately())
    let words = name.hasSuffix("Failed") ? text : "\(name): \(text)"
    #expect(
      log.failures == [
        "the daemon called \(address) by classic Bluetooth, which has no attributes (\(words)): "
          + "scan for it while it advertises, then connect"
      ])
    #expect(log.codes == [.wrongBearer])
    #expect(
      world.daemon.bodies("Set") == [
        [
          .string("org.bluez.Device1"), .string("PreferredBearer"), .variant(.string("le")),
        ]
      ])
    #expect(world.daemon.calls.prefix(2).map { $0.prefix(3) } == ["Set", "Con"])
  }

  @Test func `B41 a link without attributes is not ready`() {
    world.daemon.remove(Objects.service)
    world.daemon.remove(Objects.other)
    let log = connect()
    world.advance(.seconds(34))
    #expect(log.count == 0)
    world.advance(.seconds(1))
    #expect(log.codes == [.connectionTimeout])
  }

  @Test func `B42 without a policy a lost link stays lost`() {
    _ = connect()
    world.daemon.link(false)
    world.advance(.seconds(3600))
    #expect(world.daemon.count("Connect") == 1)
  }

  @Test func `B42 a policy of three tries makes four calls with growing gaps`() {
    let loop = world.loop
    let times = Lock<[Duration]>([])
    let drop = ScriptedDaemon.Answer.first(
      { daemon in
        times.withLock { $0.append(loop.now) }
        daemon.link(true)
        _ = loop.schedule(after: .seconds(1)) { daemon.link(false) }
      }, then: .done)
    world.daemon.always("Connect", drop)
    let log = connect(reconnecting: .growing(from: .seconds(2), limit: 3))
    world.advance(.seconds(600))
    let seen = times.withLock { $0 }
    #expect(zip(seen.dropFirst(), seen).map { $0 - $1 } == [.seconds(3), .seconds(5), .seconds(9)])
    #expect(log.values.count == 4)
    #expect(log.codes.count == 4)
  }

  @Test func `a policy goes on through a restart of the daemon`() {
    let log = connect(reconnecting: .growing(from: .seconds(1)))
    world.daemon.stop()
    world.run()
    #expect(log.codes == [.resetting])
    world.advance(.seconds(20))
    world.daemon.reset()
    world.daemon.start()
    world.advance(.seconds(20))
    #expect(log.values.count == 2)
    #expect(log.codes == [.resetting])
  }

  @Test func `a policy ends when the program disconnects`() {
    let log = connect(reconnecting: .growing(from: .seconds(5)))
    world.daemon.link(false)
    world.advance(.seconds(1))
    _ = peripheral.disconnect()
    world.advance(.seconds(60))
    #expect(log.codes == [.disconnected, .forcedDisconnect])
    #expect(world.daemon.count("Connect") == 1)
  }
}
