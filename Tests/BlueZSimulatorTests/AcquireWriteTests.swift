import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Futures
import GATT
import Glibc
import Testing

@Suite struct AcquireWriteTests {
  private func acquire(
    _ characteristic: SimulatedCharacteristic, in world: World
  ) throws -> Answer {
    let answer = world.client.characteristic(
      try world.path(characteristic), "AcquireWrite", [.properties([:])])
    world.advance(by: .milliseconds(10))
    return answer
  }

  private func send(_ octets: [UInt8], to socket: FileDescriptor) {
    let count = Glibc.send(socket.raw, octets, octets.count, Int32(MSG_NOSIGNAL))
    #expect(count == octets.count)
  }

  @Test func `each packet of the socket is a write`() throws {
    let world = try World.connected()
    let values = Lock<[[UInt8]]>([])
    world.command.onWrite { data in values.withLock { $0.append(Array(data)) } }
    let answer = try acquire(world.command, in: world)
    let path = try world.path(world.command)
    #expect(
      world.client.take() == [
        "changed \(path.lastElement) WriteAcquired=true", "reply AcquireWrite fd 517",
      ])
    let socket = try #require(answer.values?.first?.asFileDescriptor)
    send([1, 2], to: socket)
    send([3], to: socket)
    world.advance(by: .milliseconds(10))
    #expect(values.withLock { $0 } == [[1, 2], [3]])
  }

  @Test func `while the socket is held nobody else writes`() throws {
    let world = try World.connected()
    let answer = try acquire(world.command, in: world)
    let path = try world.path(world.command)
    let refused = [try acquire(world.command, in: world), world.client.write(path, [1])]
    world.advance(by: .milliseconds(10))
    for answer in refused {
      #expect(answer.error == "org.bluez.Error.NotPermitted: Write acquired")
    }
    #expect(
      try acquire(world.setting, in: world).error
        == "org.bluez.Error.NotSupported: Operation is not supported")
    world.client.take()
    let socket = try #require(answer.values?.first?.asFileDescriptor)
    close(try #require(socket.take()))
    world.advance(by: .milliseconds(10))
    #expect(world.client.take() == ["changed \(path.lastElement) WriteAcquired=false"])
    world.client.write(path, [1], type: "command")
    world.advance(by: .milliseconds(10))
    #expect(world.client.take() == ["reply WriteValue"])
  }

  @Test func `the socket ends with the link and with its client`() throws {
    let world = try World.connected()
    let answer = try acquire(world.command, in: world)
    let path = try world.path(world.command)
    world.client.take()
    world.peripheral.dropLink()
    world.advance(by: .milliseconds(10))
    let socket = try #require(answer.values?.first?.asFileDescriptor)
    #expect(Packets.waiting(in: socket) == [[]])
    #expect(world.client.take().first == "changed \(path.lastElement) WriteAcquired=false")
    #expect(
      try acquire(world.command, in: world).error == "org.bluez.Error.Failed: Not connected")
    world.client.device("Connect")
    world.advance(by: .seconds(1))
    let other = Witness(world.bluez)
    let held = other.characteristic(path, "AcquireWrite", [.properties([:])])
    world.advance(by: .milliseconds(10))
    #expect(held.values?.count == 2)
    world.client.take()
    other.leave()
    world.advance(by: .milliseconds(10))
    #expect(world.client.take() == ["changed \(path.lastElement) WriteAcquired=false"])
  }
}
