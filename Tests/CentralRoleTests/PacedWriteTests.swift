import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Futures
import GATT
import Glibc
import Testing

@testable import CentralRole

/// Unacknowledged writes through a socket of one's own.
@Suite struct PacedWriteTests {
  let command = SimulatedCharacteristic(
    uuid: 0xFFE1, properties: [.read, .write, .writeWithoutResponse])
  let world: AttributeWorld
  let characteristic: Characteristic
  let written = Written()

  final class Written: Sendable {
    private let values = Lock<[Data]>([])
    var all: [Data] { values.withLock { $0 } }
    func add(_ data: Data) { values.withLock { $0.append(data) } }
  }

  init() throws {
    world = try AttributeWorld(
      mtu: 50, SimulatedService(uuid: 0xFFE0, characteristics: [command]))
    characteristic = try world.characteristic(0xFFE1)
    command.onWrite { [written] data in written.add(data) }
  }

  private func number(_ number: Int) -> Data {
    Data([UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)])
  }

  @Test func `a thousand writes in a row arrive in order without loss`() throws {
    let writes = (0..<1000).map { characteristic.write(data: number($0), type: .paced) }
    #expect(characteristic.pendingWriteCount == 1000)
    world.bluez.advance(by: .seconds(1))
    #expect(writes.allSatisfy { $0.success != nil })
    #expect(written.all == (0..<1000).map(number))
    #expect(world.arguments("AcquireWrite").count == 1)
    #expect(world.arguments("WriteValue").isEmpty)
    #expect(characteristic.pendingWriteCount == 0)
  }

  @Test func `a daemon that gives no socket gets calls, one after the other`() throws {
    world.bluez.faults.on(
      .acquireWrite, [.fail("NotSupported", "Operation is not supported")])
    let writes = (0..<20).map { characteristic.write(data: number($0), type: .paced) }
    world.bluez.advance(by: .seconds(1))
    #expect(writes.allSatisfy { $0.success != nil })
    #expect(written.all == (0..<20).map(number))
    #expect(world.arguments("AcquireWrite").count == 1)
    let calls = world.bluez.calls.filter { $0.method == "WriteValue" }
    #expect(calls.count == 20)
    #expect(calls.allSatisfy { $0.openCalls == 1 && $0.arguments.contains("command") })
  }

  @Test func `a daemon that does not answer for a socket gets calls after five seconds`() throws {
    world.bluez.faults.on(.acquireWrite, [.answerNever])
    let write = characteristic.write(data: number(1), type: .paced)
    world.bluez.advance(by: .seconds(4))
    #expect(!write.isCompleted)
    world.bluez.advance(by: .seconds(2))
    #expect(write.success != nil)
    #expect(written.all == [number(1)])
  }

  @Test func `another type of write gives the socket back first`() throws {
    let writes = [
      characteristic.write(data: number(1), type: .paced),
      characteristic.write(data: number(2), type: .withResponse),
      characteristic.write(data: Data(), type: .paced),
      characteristic.write(data: number(3), type: .paced),
      characteristic.write(data: number(4), type: .withoutResponse),
    ]
    world.bluez.advance(by: .seconds(3))
    #expect(writes.map { $0.failure?.description } == [nil, nil, nil, nil, nil])
    #expect(
      written.all == [number(1), number(2), Data(), number(3), number(4)])
    #expect(world.arguments("AcquireWrite").count == 2)
  }

  @Test func `giving the socket back lets others write`() throws {
    let other = CentralManager(session: world.bluez.session())
    world.bluez.advance(by: .seconds(1))
    let twin = try #require(other.peripherals.first)
    twin.connect().forEach { _ in }
    world.bluez.advance(by: .seconds(1))
    try world.wait(for: twin.discoverAttributes())
    let theirs = try twin.characteristic(0xFFE1, in: 0xFFE0)
    try world.wait(for: characteristic.write(data: number(1), type: .paced))
    let refused = theirs.write(data: number(2))
    world.bluez.advance(by: .seconds(3))
    #expect(refused.failure?.code == .heldElsewhere)
    #expect(
      refused.failure?.message
        == "the write of FFE1 was refused: another program has acquired the writing of it for "
        + "itself; end that program, or connect again")
    try world.wait(for: characteristic.endPacedWrites())
    try world.wait(for: characteristic.endPacedWrites())
    try world.wait(for: theirs.write(data: number(3)))
    #expect(written.all == [number(1), number(3)])
  }

  @Test func `a packet is as long as the link's MTU allows`() throws {
    #expect(characteristic.maximumWriteLength(for: .paced) == 47)
    let long = characteristic.write(data: Data(count: 48), type: .paced)
    #expect(
      long.failure?.description
        == "FFE1: 48 octets were to be written, at most 47 are possible; nothing was sent")
    try world.wait(for: characteristic.write(data: Data(count: 47), type: .paced))
  }

  @Test func `the socket ends with the link and the next link has its own`() throws {
    try world.wait(for: characteristic.write(data: number(1), type: .paced))
    world.bluez.advance(by: .milliseconds(100))
    world.tag.dropLink()
    world.bluez.advance(by: .seconds(1))
    #expect(characteristic.node.shared.withLock { $0.pacing.socket } == nil)
    let lost = characteristic.write(data: number(2), type: .paced)
    #expect(lost.failure?.code == .disconnected)
    world.peripheral.reconnect()
    world.bluez.advance(by: .seconds(1))
    try world.wait(for: characteristic.write(data: number(3), type: .paced))
    world.bluez.advance(by: .seconds(1))
    #expect(written.all == [number(1), number(3)])
    #expect(world.arguments("AcquireWrite").count == 2)
  }
}

/// A daemon that takes nothing out of its socket.
@Suite struct FullSocketTests {
  let world = ScriptedWorld()
  let control: Characteristic
  let end: FileDescriptor

  init() throws {
    control = try world.characteristic(Objects.control, of: try world.connected())
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    #expect(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    end = FileDescriptor(owning: ends[0])
    world.daemon.script(
      "AcquireWrite", .reply([.fileDescriptor(FileDescriptor(owning: ends[1])), .uint16(23)]))
  }

  /// Fills the socket; gives the writes that wait.
  private func fill() -> [Future<Void>] {
    var writes: [Future<Void>] = []
    for _ in 0..<5000 {
      writes.append(control.write(data: Data(count: 20), type: .paced))
      world.run()
      if writes.last?.isCompleted == false { break }
    }
    return writes
  }

  private func take() -> Int {
    var octets = [UInt8](repeating: 0, count: 64)
    return recv(end.raw, &octets, octets.count, Int32(MSG_DONTWAIT))
  }

  @Test func `a write waits while the socket is full and goes when there is room`() {
    let writes = fill()
    let later = control.write(data: Data([1]), type: .paced)
    #expect(writes.last?.isCompleted == false)
    var taken = 0
    while take() > 0 {
      taken += 1
      world.run()
    }
    #expect(taken == writes.count + 1)
    #expect(writes.last?.success != nil)
    #expect(later.success != nil)
  }

  @Test func `a write that finds no room fails at its deadline and is not sent`() {
    let writes = fill()
    let late = control.write(data: Data([1]), timeout: .seconds(3), type: .paced)
    world.advance(.seconds(3))
    #expect(late.failure?.description == "the write of FFE2 had no answer in 3.0 seconds")
    world.advance(.seconds(33))
    #expect(writes.last?.failure?.code == .writeTimeout)
    var taken = 0
    while take() > 0 {
      taken += 1
      world.run()
    }
    #expect(taken == writes.count - 1)
  }

  @Test func `the end of the link fails what waits for room and closes the socket`() {
    let writes = fill()
    world.daemon.link(false)
    world.run()
    #expect(writes.last?.failure?.code == .disconnected)
    while take() > 0 {}
    #expect(take() == 0)
  }

  @Test func `without an MTU of the characteristic that of the socket counts`() {
    #expect(control.maximumWriteLength(for: .paced) == nil)
    let long = control.write(data: Data(count: 21), type: .paced)
    world.run()
    #expect(long.failure?.code == .valueTooLong)
    #expect(control.maximumWriteLength(for: .paced) == 20)
  }
}
