import BlueZ
import BlueZSimulator
import DBus
import Testing

@Suite struct TemporaryDeviceTests {
  @Test func `a device goes 30 s after it was last heard`() throws {
    let world = try World.discovered()
    world.peripheral.isAdvertising = false
    world.advance(by: .seconds(28))
    #expect(world.client.take().isEmpty)
    world.advance(by: .seconds(4))
    #expect(world.client.take() == ["removed \(World.device) Device1"])
    let connect = world.client.device("Connect")
    world.bluez.run()
    let error = try #require(connect.error)
    #expect(error.hasPrefix("org.freedesktop.DBus.Error.UnknownObject: "))
  }

  @Test func `a device that is heard stays`() throws {
    let world = try World()
    world.client.adapter("StartDiscovery")
    world.advance(by: .seconds(90))
    #expect(world.client.objects()[World.devicePath] != nil)
  }

  @Test func `a device that fell silent goes while discovery runs`() throws {
    let world = try World()
    world.client.adapter("StartDiscovery")
    world.advance(by: .seconds(1))
    world.peripheral.isAdvertising = false
    world.client.take()
    world.advance(by: .seconds(32))
    #expect(world.client.take().last == "removed \(World.device) Device1")
    world.peripheral.isAdvertising = true
    world.advance(by: .seconds(1))
    #expect(world.client.take().first == "added \(World.device) Device1")
  }

  @Test func `a connected device stays`() throws {
    let world = try World.connected()
    world.advance(by: .seconds(120))
    #expect(world.client.objects()[World.devicePath] != nil)
  }

  @Test func `after a disconnect the device goes with its attributes, from the bottom`() throws {
    let world = try World.connected()
    world.client.device("Disconnect")
    world.advance(by: .seconds(5))
    let before = world.client.objects().keys.filter { $0.isInside(World.devicePath) }
    #expect(before.count > 1)
    world.client.take()
    world.advance(by: .seconds(30))
    let removed = world.client.take().filter { $0.hasPrefix("removed") }
    #expect(removed.count == before.count)
    #expect(removed.first?.hasPrefix("removed desc") == true)
    #expect(removed.dropLast().last?.hasSuffix("GattService1") == true)
    #expect(removed.last == "removed \(World.device) Device1")
  }

  @Test func `RemoveDevice takes a device away at once`() throws {
    let world = try World.discovered()
    world.client.adapter("RemoveDevice", [.objectPath(World.devicePath)])
    world.advance(by: .milliseconds(200))
    let lines = world.client.take()
    #expect(Set(lines) == ["removed \(World.device) Device1", "reply RemoveDevice"])
  }

  @Test func `RemoveDevice ends the link first`() throws {
    let world = try World.connected()
    world.client.adapter("RemoveDevice", [.objectPath(World.devicePath)])
    world.advance(by: .seconds(5))
    #expect(world.client.take().contains("removed \(World.device) Device1"))
    #expect(!world.peripheral.isConnected)
  }

  @Test func `RemoveDevice of an unknown device is refused`() throws {
    let world = try World()
    let answer = world.client.adapter("RemoveDevice", [.objectPath("/org/bluez/hci0/dev_0")])
    world.advance(by: .seconds(1))
    #expect(answer.error == "org.bluez.Error.DoesNotExist: Does Not Exist")
  }
}
