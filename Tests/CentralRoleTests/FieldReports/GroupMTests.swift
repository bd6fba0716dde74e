import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Futures
import GATT
import Glibc
import Testing

@testable import CentralRole

/// Installation, permissions, the message bus.
@Suite struct GroupMTests {
  @Test func `B129 a policy that refuses is unauthorized, and every call says so at once`() {
    let bluez = SimulatedBlueZ()
    bluez.addAdapter()
    bluez.denyAccess()
    let manager = CentralManager(session: bluez.session())
    let states = StreamLog(manager.whenStateChanges())
    bluez.advance(by: .seconds(1))
    #expect(manager.state == .unauthorized)
    #expect(states.values == [.unauthorized])
    let text =
      "the bus refuses access to BlueZ: run as root or add the user to the group `bluetooth`; "
      + "the bus says: rejected send message, 2 matched rules; the policy does not allow it"
    #expect(manager.obstacle?.description == text)
    bluez.clearTranscript()
    let scans = (0..<5).map { _ in
      let log = StreamLog(manager.startScanning())
      bluez.advance(by: .seconds(1))
      return log
    }
    #expect(scans.map(\.codes) == Array(repeating: [.unauthorized], count: 5))
    #expect(scans.map(\.failures) == Array(repeating: [text], count: 5))
    bluez.advance(by: .seconds(600))
    #expect(bluez.transcript.isEmpty, "no flood of calls")
  }

  @Test func `B130 a missing bus is told with its address, and found when it comes`() throws {
    let loop = ManualLoop()
    let bus = FakeBus(loop: loop)
    let session = Session(
      .address(bus.address), loop: loop, context: ExecutionContext(loop))
    let manager = CentralManager(session: session)
    let states = StreamLog(manager.whenStateChanges())
    loop.advance(by: .milliseconds(900))
    #expect(states.codes == [.busUnavailable])
    #expect(
      states.failures == [
        "the message bus at \(bus.address) cannot be reached: "
          + "Failed to connect to socket \(bus.path): No such file or directory; "
          + "start the bus, or set DBUS_SYSTEM_BUS_ADDRESS to one that runs"
      ])
    #expect(manager.obstacle?.description == states.failures.first)
    loop.advance(by: .seconds(300))
    #expect(states.count == 1, "the same failure is not told again and again")
    try bus.listen()
    loop.advance(by: .seconds(31))
    #expect(states.values == [.unsupported])
    #expect(bus.members.contains("GetManagedObjects"))
  }

  @Test func `B130 the system's bus is the one that the environment names`() {
    let missing = "unix:path=/nonexistent/bluefutures/bus"
    let old = getenv("DBUS_SYSTEM_BUS_ADDRESS").map { String(cString: $0) }
    setenv("DBUS_SYSTEM_BUS_ADDRESS", missing, 1)
    defer {
      if let old { setenv("DBUS_SYSTEM_BUS_ADDRESS", old, 1) }
      if old == nil { unsetenv("DBUS_SYSTEM_BUS_ADDRESS") }
    }
    let loop = ManualLoop()
    let session = Session(.system, loop: loop, context: ExecutionContext(loop))
    let manager = CentralManager(session: session)
    loop.advance(by: .seconds(1))
    #expect(manager.obstacle?.code == .busUnavailable)
    #expect(manager.obstacle?.description.contains(missing) == true)
  }

  @Test func `B130 a bus without the service says what to run`() {
    let bluez = SimulatedBlueZ()
    bluez.killDaemon()
    bluez.run()
    let manager = CentralManager(session: bluez.session())
    bluez.advance(by: .seconds(1))
    #expect(manager.obstacle?.code == .daemonUnavailable)
    #expect(
      manager.obstacle?.description
        == "nobody owns org.bluez on the message bus: run `systemctl start bluetooth`")
  }

  @Test func `B132 a bus that refuses the first message is unauthorized, in its own words`() throws
  {
    let loop = ManualLoop()
    let words = "An AppArmor policy prevents this sender from sending this message"
    let bus = FakeBus(loop: loop, refusing: ("org.freedesktop.DBus.Error.AccessDenied", words))
    try bus.listen()
    let session = Session(.address(bus.address), loop: loop, context: ExecutionContext(loop))
    let manager = CentralManager(session: session)
    let states = StreamLog(manager.whenStateChanges())
    loop.advance(by: .seconds(1))
    #expect(states.values == [.unauthorized])
    #expect(manager.obstacle?.code == .unauthorized)
    #expect(
      manager.obstacle?.description
        == "the bus refuses access to BlueZ: run as root or add the user to the group "
        + "`bluetooth`; the bus says: an AppArmor policy prevents this sender from sending "
        + "this message")
    #expect(bus.members == ["Hello"])
  }

  @Test func `B132 another refusal of the first message is the bus's fault`() throws {
    let loop = ManualLoop()
    let bus = FakeBus(
      loop: loop, refusing: ("org.freedesktop.DBus.Error.LimitsExceeded", "Too many connections"))
    try bus.listen()
    let session = Session(.address(bus.address), loop: loop, context: ExecutionContext(loop))
    let manager = CentralManager(session: session)
    loop.advance(by: .seconds(1))
    #expect(manager.state == .unknown)
    #expect(manager.obstacle?.code == .busUnavailable)
    #expect(
      manager.obstacle?.description
        == "too many connections; start the bus, or set DBUS_SYSTEM_BUS_ADDRESS to one that runs")
  }

  @Test func `B133 a bus that ends while calls are written ends the calls and not the program`()
    throws
  {
    let loop = ManualLoop()
    let bus = FakeBus(loop: loop)
    try bus.listen()
    let session = Session(.address(bus.address), loop: loop, context: ExecutionContext(loop))
    let manager = CentralManager(session: session)
    let states = StreamLog(manager.whenStateChanges())
    loop.advance(by: .seconds(1))
    #expect(states.values == [.unsupported])
    let failures = Lock<[BlueZError.Code]>([])
    let call = {
      let padding = String(repeating: "x", count: 20_000)
      let message = Message.methodCall(
        to: BusNames.daemon, path: "/org/bluez/hci0", interface: InterfaceTable.device.name,
        member: "Connect", [.string(padding)])
      session.call(message, timeout: .seconds(30)) { result in
        if case .failure(let error) = result { failures.withLock { $0.append(error.code) } }
      }
    }
    // Nobody reads, so the socket is full and most of this is still to be written.
    for _ in 0..<50 { call() }
    bus.hangUp()
    for _ in 0..<50 { call() }
    loop.run()
    #expect(failures.withLock { $0 } == Array(repeating: .busLost, count: 100))
    #expect(states.values == [.unsupported, .resetting])
    loop.advance(by: .seconds(2))
    #expect(states.values == [.unsupported, .resetting], "the adapter has some time to come back")
    loop.advance(by: .seconds(20))
    #expect(states.values == [.unsupported, .resetting, .unsupported])
  }

  @Test func `B135 no raw socket is opened unless the strength of a link is asked for`() throws {
    let world = SimulatedWorld()
    let opened = Lock(0)
    world.manager.driver.shared.withLock {
      $0.management = ManagementPort { () throws(ManagementObstacle) in
        opened.withLock { $0 += 1 }
        throw .notAllowed
      }
    }
    let characteristic = try world.connected()
    _ = try world.bluez.wait(for: characteristic.read())
    try world.bluez.wait(for: characteristic.startNotifying())
    try world.bluez.wait(for: characteristic.service.peripheral.disconnect(), within: .seconds(5))
    #expect(opened.withLock { $0 } == 0)
  }
}
