import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Futures
import Testing

@Suite struct NotifyTests {
  private func subscribed() throws -> (World, ObjectPath) {
    let world = try World.connected()
    let path = try world.path(world.measurement)
    world.client.characteristic(path, "StartNotify")
    world.advance(by: .milliseconds(50))
    try #require(world.client.take().last == "reply StartNotify")
    return (world, path)
  }

  @Test func `a subscription is told before it is answered`() throws {
    let world = try World.connected()
    let path = try world.path(world.measurement)
    world.client.characteristic(path, "StartNotify")
    world.advance(by: .milliseconds(50))
    #expect(
      world.client.take() == ["changed \(path.lastElement) Notifying=true", "reply StartNotify"])
  }

  @Test func `equal values are all told, in order`() throws {
    let (world, path) = try subscribed()
    for octet: UInt8 in [1, 1, 2] {
      world.peripheral.notify(Data([octet]), from: world.measurement)
    }
    world.bluez.run()
    let name = path.lastElement
    #expect(
      world.client.take() == [
        "changed \(name) Value=01", "changed \(name) Value=01", "changed \(name) Value=02",
      ])
  }

  @Test func `nothing is told without a subscription`() throws {
    let world = try World.connected()
    world.peripheral.notify(Data([1]), from: world.measurement)
    world.advance(by: .milliseconds(50))
    #expect(world.client.take().isEmpty)
  }

  @Test func `a second start by one client succeeds`() throws {
    let (world, path) = try subscribed()
    world.client.characteristic(path, "StartNotify")
    world.advance(by: .milliseconds(50))
    #expect(world.client.take() == ["reply StartNotify"])
  }

  @Test func `a second start while the first is pending is refused`() throws {
    let world = try World.connected()
    let path = try world.path(world.measurement)
    let first = world.client.characteristic(path, "StartNotify")
    let second = world.client.characteristic(path, "StartNotify")
    world.advance(by: .milliseconds(50))
    #expect(first.values == [])
    #expect(second.error == "org.bluez.Error.InProgress: In Progress")
  }

  @Test func `the last stop ends the subscription`() throws {
    let (world, path) = try subscribed()
    let other = Witness(world.bluez)
    other.characteristic(path, "StartNotify")
    world.advance(by: .milliseconds(50))
    world.client.characteristic(path, "StopNotify")
    world.advance(by: .milliseconds(50))
    #expect(world.client.take() == ["reply StopNotify"])
    other.characteristic(path, "StopNotify")
    world.advance(by: .milliseconds(50))
    #expect(
      other.take().suffix(2) == [
        "changed \(path.lastElement) Notifying=false", "reply StopNotify",
      ])
  }

  @Test func `a stop without a subscription is refused`() throws {
    let world = try World.connected()
    let stop = world.client.characteristic(try world.path(world.measurement), "StopNotify")
    world.advance(by: .milliseconds(50))
    #expect(stop.error == "org.bluez.Error.Failed: No notify session started")
  }

  @Test func `what cannot notify is not supported`() throws {
    let world = try World.connected()
    let start = world.client.characteristic(try world.path(world.setting), "StartNotify")
    world.advance(by: .milliseconds(50))
    #expect(start.error == "org.bluez.Error.NotSupported: Operation is not supported")
  }

  @Test func `an indicating characteristic can be subscribed to`() throws {
    let world = try World.connected()
    let start = world.client.characteristic(try world.path(world.indicating), "StartNotify")
    world.advance(by: .milliseconds(50))
    #expect(start.values == [])
  }

  @Test func `the peripheral hears of the first and of the last subscriber`() throws {
    let world = try World.connected()
    let path = try world.path(world.measurement)
    let heard = Lock<[Bool]>([])
    world.measurement.onSubscribe { isSubscribed in heard.withLock { $0.append(isSubscribed) } }
    let other = Witness(world.bluez)
    for client in [world.client, other] { client.characteristic(path, "StartNotify") }
    world.advance(by: .milliseconds(50))
    for client in [world.client, other] { client.characteristic(path, "StopNotify") }
    world.advance(by: .milliseconds(50))
    #expect(heard.withLock { $0 } == [true, false])
  }

  @Test func `after a reconnect subscriptions of clients on the bus are renewed`() throws {
    let (world, path) = try subscribed()
    world.peripheral.dropLink()
    world.advance(by: .milliseconds(100))
    world.client.device("Connect")
    world.advance(by: .seconds(1))
    world.client.take()
    world.peripheral.notify(Data([9]), from: world.measurement)
    world.bluez.run()
    #expect(world.client.take() == ["changed \(path.lastElement) Value=09"])
  }

  @Test func `without a link a subscription is armed for the next one`() throws {
    let world = try World.connected()
    let path = try world.path(world.measurement)
    world.peripheral.dropLink()
    world.advance(by: .milliseconds(100))
    let start = world.client.characteristic(path, "StartNotify")
    world.bluez.run()
    #expect(start.values == [])
    world.client.device("Connect")
    world.advance(by: .seconds(1))
    world.client.take()
    world.peripheral.notify(Data([9]), from: world.measurement)
    world.bluez.run()
    #expect(world.client.take() == ["changed \(path.lastElement) Value=09"])
  }

  @Test func `a client that leaves ends its subscription`() throws {
    let world = try World.connected()
    let path = try world.path(world.measurement)
    let other = Witness(world.bluez)
    other.characteristic(path, "StartNotify")
    world.advance(by: .milliseconds(50))
    world.client.take()
    other.leave()
    world.bluez.run()
    #expect(world.client.take() == ["changed \(path.lastElement) Notifying=false"])
    world.peripheral.notify(Data([9]), from: world.measurement)
    world.bluez.run()
    #expect(world.client.take().isEmpty)
  }

  @Test func `while disconnecting a subscription is refused`() throws {
    let world = try World.connected()
    let path = try world.path(world.measurement)
    world.client.device("Disconnect")
    world.advance(by: .milliseconds(100))
    let start = world.client.characteristic(path, "StartNotify")
    world.bluez.run()
    #expect(start.error == "org.bluez.Error.NotConnected: Not Connected")
  }

  @Test func `a read while subscribed is told once`() throws {
    let (world, path) = try subscribed()
    world.client.read(path)
    world.advance(by: .milliseconds(50))
    #expect(world.client.take() == ["changed \(path.lastElement) Value=0a", "reply ReadValue 0a"])
  }
}
