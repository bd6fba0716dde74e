import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Glibc
import Testing

@Suite struct AcquireTests {
  private func acquired() throws -> (World, ObjectPath, FileDescriptor) {
    let world = try World.connected()
    let path = try world.path(world.measurement)
    let answer = acquire(path, in: world)
    world.advance(by: .milliseconds(50))
    return (world, path, try #require(answer.values?.first?.asFileDescriptor))
  }

  private func acquire(_ path: ObjectPath, in world: World) -> Answer {
    world.client.characteristic(path, "AcquireNotify", [.properties([:])])
  }

  @Test func `a socket is told before it is handed out with the MTU`() throws {
    let world = try World.connected()
    let path = try world.path(world.measurement)
    let answer = acquire(path, in: world)
    world.advance(by: .milliseconds(50))
    #expect(
      world.client.take() == [
        "changed \(path.lastElement) NotifyAcquired=true", "reply AcquireNotify fd 517",
      ])
    #expect(answer.values?.count == 2)
  }

  @Test func `the socket keeps packets apart and does not block`() throws {
    let (_, _, socket) = try acquired()
    var kind: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    #expect(getsockopt(socket.raw, SOL_SOCKET, SO_TYPE, &kind, &size) == 0)
    #expect(kind == Int32(SOCK_SEQPACKET.rawValue))
    #expect(fcntl(socket.raw, F_GETFL) & O_NONBLOCK != 0)
  }

  @Test func `values arrive as packets and not as signals`() throws {
    let (world, _, socket) = try acquired()
    world.client.take()
    world.peripheral.notify(Data([1, 2]), from: world.measurement)
    world.peripheral.notify(Data([3]), from: world.measurement)
    world.bluez.run()
    #expect(Packets.waiting(in: socket) == [[1, 2], [3]])
    #expect(world.client.take().isEmpty)
  }

  @Test func `a full socket loses values and nothing else`() throws {
    let (world, _, socket) = try acquired()
    for number in 0..<5000 {
      world.peripheral.notify(Data([UInt8(number % 256)]), from: world.measurement)
    }
    world.bluez.run()
    let first = Packets.waiting(in: socket)
    #expect(first.count < 5000)
    #expect(first.first == [0])
    world.peripheral.notify(Data([7]), from: world.measurement)
    world.bluez.run()
    #expect(Packets.waiting(in: socket) == [[7]])
  }

  @Test func `the end of the link ends the socket`() throws {
    let (world, path, socket) = try acquired()
    world.client.take()
    world.peripheral.dropLink()
    world.bluez.run()
    #expect(Packets.waiting(in: socket) == [[]])
    #expect(
      world.client.take() == [
        "changed \(path.lastElement) NotifyAcquired=false",
        "changed \(World.device) Connected=false ServicesResolved=false",
      ])
  }

  @Test func `while a socket is held others are refused`() throws {
    let (world, path, socket) = try acquired()
    let start = world.client.characteristic(path, "StartNotify")
    let again = acquire(path, in: world)
    world.advance(by: .milliseconds(50))
    #expect(start.error == "org.bluez.Error.NotPermitted: Notify acquired")
    #expect(again.error == "org.bluez.Error.NotPermitted: Notify acquired")
    #expect(socket.raw >= 0)
  }

  @Test func `while somebody is subscribed a socket is refused`() throws {
    let world = try World.connected()
    let path = try world.path(world.measurement)
    let other = Witness(world.bluez)
    other.characteristic(path, "StartNotify")
    world.advance(by: .milliseconds(50))
    let answer = acquire(path, in: world)
    world.advance(by: .milliseconds(50))
    #expect(answer.error == "org.bluez.Error.InProgress: In Progress")
  }

  @Test func `a socket needs the property notify`() throws {
    let world = try World.connected()
    let indicating = acquire(try world.path(world.indicating), in: world)
    let setting = acquire(try world.path(world.setting), in: world)
    world.advance(by: .milliseconds(50))
    for answer in [indicating, setting] {
      #expect(answer.error == "org.bluez.Error.NotSupported: Operation is not supported")
    }
  }

  @Test func `a socket needs a link`() throws {
    let world = try World.connected()
    let path = try world.path(world.measurement)
    world.peripheral.dropLink()
    world.advance(by: .milliseconds(100))
    let answer = acquire(path, in: world)
    world.bluez.run()
    #expect(answer.error == "org.bluez.Error.Failed: Not connected")
  }

  @Test func `a client that closes its socket frees the characteristic`() throws {
    let (world, path, socket) = try acquired()
    world.client.take()
    close(try #require(socket.take()))
    world.bluez.run()
    #expect(world.client.take() == ["changed \(path.lastElement) NotifyAcquired=false"])
    world.client.characteristic(path, "StartNotify")
    world.advance(by: .milliseconds(50))
    #expect(world.client.take().last == "reply StartNotify")
  }

  @Test func `a client that leaves the bus gives its socket up`() throws {
    let world = try World.connected()
    let path = try world.path(world.measurement)
    let other = Witness(world.bluez)
    let answer = other.characteristic(path, "AcquireNotify", [.properties([:])])
    world.advance(by: .milliseconds(50))
    let socket = try #require(answer.values?.first?.asFileDescriptor)
    world.client.take()
    other.leave()
    world.bluez.run()
    #expect(world.client.take() == ["changed \(path.lastElement) NotifyAcquired=false"])
    #expect(Packets.waiting(in: socket) == [[]])
  }
}
