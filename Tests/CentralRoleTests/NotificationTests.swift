import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Futures
import GATT
import Glibc
import Testing

@testable import CentralRole

@Suite struct NotificationTests {
  let world = ScriptedWorld()
  let peripheral: Peripheral
  let data: Characteristic
  let twin: Characteristic

  init() throws {
    peripheral = try world.connected()
    data = try world.characteristic(Objects.data, of: peripheral)
    twin = try world.characteristic(Objects.twin, of: peripheral)
  }

  private func octets(_ log: StreamLog<Data>) -> [[UInt8]] { log.values.map { [UInt8]($0) } }

  @Test func `values before the answer to StartNotify arrive in order`() {
    world.daemon.script(
      "StartNotify",
      .first({ daemon in for octet in 1...4 { daemon.notify(UInt8(octet)) } }, then: .done))
    let start = data.startNotifying()
    world.run()
    #expect(start.success != nil)
    let log = StreamLog(data.receiveNotificationUpdates())
    world.run()
    #expect(octets(log) == [[1], [2], [3], [4]])
    #expect(data.data == Data([4]))
  }

  @Test func `the value of one's own read is no notification`() {
    let log = StreamLog(data.receiveNotificationUpdates())
    _ = data.startNotifying()
    world.run()
    world.daemon.script(
      "ReadValue", .first({ $0.notify(1, 2) }, then: .reply([.bytes(Data([1, 2]))])))
    let read = data.read()
    world.run()
    world.daemon.notify(3)
    world.run()
    #expect(read.success == Data([1, 2]))
    #expect(octets(log) == [[3]])
  }

  @Test func `a notification during an open read is kept`() {
    let log = StreamLog(data.receiveNotificationUpdates())
    _ = data.startNotifying()
    world.run()
    world.daemon.script("ReadValue", .never)
    _ = data.read()
    world.run()
    world.daemon.notify(9)
    world.daemon.notify(1)
    world.daemon.answerHeld(.reply([.bytes(Data([1]))]))
    world.run()
    #expect(octets(log) == [[9]])
  }

  @Test func `values that nobody subscribed to are discarded`() {
    let log = StreamLog(data.receiveNotificationUpdates())
    world.daemon.notify(1)
    world.run()
    #expect(log.count == 0)
    #expect(data.data == nil)
  }

  @Test func `what nobody came for goes with its link`() {
    _ = data.startNotifying()
    world.run()
    world.daemon.notify(1)
    world.run()
    world.daemon.link(false)
    world.run()
    let log = StreamLog(data.receiveNotificationUpdates())
    world.run()
    #expect(log.count == 0)
    #expect(log.failures == [])
  }

  @Test func `a lost link is one failure and the stream stays open`() {
    let log = StreamLog(data.receiveNotificationUpdates())
    _ = data.startNotifying()
    world.run()
    world.daemon.link(false)
    world.run()
    #expect(
      log.failures == [
        "disconnected from C4:BE:84:00:00:01: the link was lost; reconnect() connects again"
      ])
    #expect(!log.isFinished)
    #expect(!data.isNotifying)
  }

  @Test func `five reconnects double nothing`() {
    let log = StreamLog(data.receiveNotificationUpdates())
    for round in 1...5 {
      _ = data.startNotifying()
      world.run()
      world.daemon.notify(UInt8(round))
      world.run()
      world.daemon.link(false)
      world.run()
      peripheral.reconnect()
      world.run()
    }
    #expect(octets(log) == [[1], [2], [3], [4], [5]])
    #expect(world.daemon.count("StartNotify") == 5)
  }

  @Test func `subscribers are counted and the last one stops`() {
    let first = StreamLog(data.receiveNotificationUpdates())
    let second = StreamLog(data.receiveNotificationUpdates())
    let other = StreamLog(twin.receiveNotificationUpdates())
    _ = data.startNotifying()
    _ = data.startNotifying()
    _ = twin.startNotifying()
    world.run()
    #expect(world.daemon.count("StartNotify") == 2)
    first.leave()
    world.run()
    #expect(world.daemon.count("StopNotify") == 0)
    world.daemon.notify(1)
    world.daemon.notify(2, from: Objects.twin)
    world.run()
    #expect(octets(second) == [[1]])
    #expect(octets(other) == [[2]])
    second.leave()
    world.run()
    #expect(world.daemon.calls.last == "StopNotify char0011")
    #expect(world.daemon.count("StopNotify") == 1)
  }

  @Test func `stopping twice succeeds and is sent once`() {
    _ = data.startNotifying()
    world.run()
    let first = data.stopNotifying()
    let second = data.stopNotifying()
    world.run()
    #expect(first.success != nil)
    #expect(second.success != nil)
    #expect(world.daemon.count("StopNotify") == 1)
  }

  @Test func `stopping on a dead link sends nothing`() {
    _ = data.startNotifying()
    world.run()
    world.daemon.link(false)
    world.run()
    let first = data.stopNotifying()
    let second = data.stopNotifying()
    world.run()
    #expect(first.success != nil)
    #expect(second.success != nil)
    #expect(world.daemon.count("StopNotify") == 0)
  }

  @Test func `what is held is stopped before Disconnect`() {
    _ = data.startNotifying()
    world.run()
    peripheral.disconnect()
    world.run()
    #expect(
      world.daemon.calls == [
        "StartNotify char0011", "StopNotify char0011", "Disconnect dev_C4_BE_84_00_00_01",
      ])
  }

  @Test func `a subscription that resumes is there before the link is told`() {
    let order = Lock<[String]>([])
    let log = StreamLog(data.receiveNotificationUpdates(resuming: true))
    _ = data.startNotifying()
    world.run()
    peripheral.connect().onSuccess { [data] _ in
      order.withLock { $0.append("connected, notifying \(data.isNotifying)") }
    }
    world.daemon.link(false)
    world.run()
    peripheral.reconnect()
    world.run()
    #expect(order.withLock { $0.last } == "connected, notifying true")
    world.daemon.notify(6)
    world.run()
    #expect(octets(log) == [[6]])
    #expect(log.codes == [.disconnected])
  }

  @Test func `a link lost while subscriptions resume was never told`() {
    let links = StreamLog(peripheral.connect())
    let log = StreamLog(data.receiveNotificationUpdates(resuming: true))
    _ = data.startNotifying()
    world.run()
    world.daemon.script(
      "StartNotify",
      .first({ $0.link(false) }, then: .error("org.bluez.Error.NotConnected", "Not Connected")))
    world.daemon.link(false)
    world.run()
    peripheral.reconnect()
    world.run()
    #expect(!peripheral.isConnected)
    #expect(links.values.count == 1)
    world.advance(.seconds(2))
    #expect(peripheral.isConnected)
    #expect(links.values.count == 2)
    #expect(data.isNotifying)
    _ = log
  }

  @Test func `a refused subscription fails with the daemon's reason`() {
    world.daemon.script("StartNotify", .error("org.bluez.Error.NotPermitted", "Not paired"))
    let start = data.startNotifying()
    world.run()
    #expect(start.failure?.code == .insufficientSecurity)
    #expect(start.failure?.attError == .insufficientAuthentication)
    #expect(
      start.failure?.description
        == "the peripheral refused the subscription of FFE1 over a link that is not secure enough, "
        + "ATT error 0x05 (Insufficient Authentication): pair() with it, then try again")
    let again = data.startNotifying()
    world.run()
    #expect(again.success != nil)
  }

  @Test func `a subscription without an answer fails at 35 seconds`() {
    world.daemon.script("StartNotify", .never)
    let start = data.startNotifying()
    world.advance(.seconds(35))
    #expect(start.failure?.code == .notifyTimeout)
    #expect(
      start.failure?.description == "subscribing to FFE1 had no answer in 35.0 seconds")
  }

  @Test func `a characteristic that does not notify says so`() throws {
    let control = try world.characteristic(Objects.control, of: peripheral)
    #expect(control.startNotifying().failure?.code == .notifyNotSupported)
    let log = StreamLog(control.receiveNotificationUpdates())
    world.run()
    #expect(log.failures == ["FFE2 neither notifies nor indicates"])
    #expect(log.isFinished)
  }

  // MARK: The socket

  /// The daemon's end of a socket that the next AcquireNotify hands out.
  private func socket() -> FileDescriptor {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    #expect(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    world.daemon.script(
      "AcquireNotify", .reply([.fileDescriptor(FileDescriptor(owning: ends[1])), .uint16(247)]))
    return FileDescriptor(owning: ends[0])
  }

  private func send(_ octets: [UInt8], to socket: FileDescriptor) {
    #expect(Glibc.send(socket.raw, octets, octets.count, Int32(MSG_NOSIGNAL)) == octets.count)
  }

  @Test func `a socket gives its packets, empty ones too, until it hangs up`() {
    var end: FileDescriptor? = socket()
    let log = StreamLog(data.receiveNotificationUpdates())
    let start = data.startNotifying(route: .socket)
    world.run()
    #expect(start.success != nil)
    if let end {
      send([], to: end)
      send([1], to: end)
    }
    world.run()
    #expect(octets(log) == [[], [1]])
    end = nil
    world.run()
    // The script holds no copy of the daemon's end, so the hang-up arrives.
    #expect(log.codes == [.disconnected])
    #expect(!log.isFinished)
    #expect(!data.isNotifying)
  }

  @Test func `an empty packet before the hang-up is a value`() {
    var end: FileDescriptor? = socket()
    let log = StreamLog(data.receiveNotificationUpdates())
    _ = data.startNotifying(route: .socket)
    world.run()
    if let end {
      send([], to: end)
      send([1], to: end)
    }
    end = nil
    world.run()
    #expect(octets(log) == [[], [1]])
    #expect(log.codes == [.disconnected])
  }

  @Test func `a refused socket falls back to signals`() {
    let log = StreamLog(data.receiveNotificationUpdates())
    let start = data.startNotifying(route: .socket)
    world.run()
    #expect(start.success != nil)
    #expect(world.daemon.calls == ["AcquireNotify char0011", "StartNotify char0011"])
    world.daemon.notify(4)
    world.run()
    #expect(octets(log) == [[4]])
  }

  @Test func `an unanswered socket falls back to signals after five seconds`() {
    world.daemon.script("AcquireNotify", .never)
    let start = data.startNotifying(route: .socket)
    world.advance(.seconds(4))
    #expect(!start.isCompleted)
    world.advance(.seconds(1))
    #expect(start.success != nil)
    #expect(world.daemon.count("StartNotify") == 1)
  }

  @Test func `a socket closes when the subscription stops`() {
    let end = socket()
    _ = data.startNotifying(route: .socket)
    world.run()
    let stop = data.stopNotifying()
    world.run()
    #expect(stop.success != nil)
    #expect(world.daemon.count("StopNotify") == 0)
    var state = pollfd(fd: end.raw, events: Int16(POLLIN), revents: 0)
    #expect(poll(&state, 1, 0) == 1)
    #expect(state.revents & Int16(POLLHUP) != 0)
  }

  @Test func `a socket that comes after the subscription was stopped is closed`() {
    world.daemon.script("AcquireNotify", .never)
    _ = data.startNotifying(route: .socket)
    world.run()
    data.stopNotifying()
    world.run()
    var ends: [Int32] = [-1, -1]
    #expect(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
    let end = FileDescriptor(owning: ends[0])
    world.daemon.answerHeld(
      .reply([.fileDescriptor(FileDescriptor(owning: ends[1])), .uint16(23)]))
    world.run()
    var state = pollfd(fd: end.raw, events: Int16(POLLIN), revents: 0)
    #expect(poll(&state, 1, 0) == 1)
    #expect(state.revents & Int16(POLLHUP) != 0)
    #expect(data.isNotifying == false)
  }

  @Test func `a value as a state has the last one first, then reads and notifications`() throws {
    let world = SimulatedWorld()
    let characteristic = try world.connected()
    let early = StreamLog(characteristic.whenValueChanges())
    world.bluez.advance(by: .seconds(1))
    #expect(early.count == 0)
    _ = characteristic.read()
    world.bluez.advance(by: .seconds(1))
    #expect(early.values == [Data([42])])
    let observed = characteristic.whenValueChanges().observed()
    let late = StreamLog(characteristic.whenValueChanges())
    _ = characteristic.startNotifying(route: .socket)
    world.bluez.advance(by: .seconds(1))
    world.tag.notify(Data([7]), from: world.value)
    world.bluez.advance(by: .seconds(1))
    #expect(early.values == [Data([42]), Data([7])])
    #expect(late.values == [Data([42]), Data([7])])
    #expect(observed.value == Data([7]))
  }
}
