import BlueZ
import BlueZSimulator
import DBus
import Testing

@Suite struct ConnectTests {
  @Test func `the link is told, then answered, then services appear from the top`() throws {
    let world = try World.discovered()
    world.client.device("Connect")
    world.advance(by: .seconds(1))
    let lines = world.client.take()
    #expect(
      lines.prefix(3) == [
        "changed \(World.device) Connected=true", "reply Connect", lines[2],
      ])
    let kinds = lines.dropFirst(2).compactMap { $0.split(separator: " ").last.map(String.init) }
    #expect(
      kinds.dropLast() == [
        "GattService1",
        "GattCharacteristic1", "GattDescriptor1",
        "GattCharacteristic1",
        "GattCharacteristic1",
        "GattCharacteristic1", "GattDescriptor1",
        "GattCharacteristic1",
        "GattService1",
        "GattCharacteristic1",
      ])
    let last = try #require(lines.last)
    #expect(last.hasPrefix("changed \(World.device) "))
    #expect(
      last.hasSuffix(
        "ServicesResolved=true UUIDs=[0000180d-0000-1000-8000-00805f9b34fb "
          + "0000180f-0000-1000-8000-00805f9b34fb]"))
  }

  @Test func `a device whose services are known has its UUIDs told no second time`() throws {
    let world = try World.connected()
    world.peripheral.dropLink()
    world.bluez.run()
    world.client.take()
    world.client.device("Connect")
    world.advance(by: .seconds(1))
    #expect(world.client.take().last == "changed \(World.device) ServicesResolved=true")
  }

  @Test func `attributes are named by their handles`() throws {
    let world = try World.connected()
    let paths = world.client.objects().keys.filter { $0.isInside(World.devicePath) }.sorted()
    let names = paths.dropFirst().map(\.lastElement)
    #expect(names.first?.hasPrefix("service") == true)
    let handles = names.compactMap { Int($0.suffix(4), radix: 16) }
    #expect(handles.count == names.count)
    #expect(handles == handles.sorted())
    #expect(Set(handles).count == handles.count)
  }

  @Test func `a connected device answers a connect at once`() throws {
    let world = try World.connected()
    world.client.device("Connect")
    world.bluez.run()
    #expect(world.client.take() == ["reply Connect"])
  }

  @Test func `a connect waits for the peripheral to advertise`() throws {
    let world = try World.discovered()
    world.peripheral.isAdvertising = false
    let connect = world.client.device("Connect")
    world.advance(by: .seconds(20))
    #expect(connect.isPending)
    world.peripheral.isAdvertising = true
    world.advance(by: .seconds(1))
    #expect(connect.values == [])
    #expect(world.peripheral.isConnected)
  }

  @Test func `a connect to a peripheral that is away fails after about 40 s`() throws {
    let world = try World.discovered()
    world.peripheral.isAdvertising = false
    let connect = world.client.device("Connect")
    world.advance(by: .seconds(38))
    #expect(connect.isPending)
    world.advance(by: .seconds(4))
    #expect(connect.error == "org.bluez.Error.Failed: le-connection-abort-by-local")
  }

  @Test func `a second connect while one is pending fails`() throws {
    let world = try World.discovered()
    world.peripheral.isAdvertising = false
    let first = world.client.device("Connect")
    world.advance(by: .seconds(1))
    let second = world.client.device("Connect")
    world.bluez.run()
    #expect(second.error == "org.bluez.Error.Failed: Operation already in progress")
    #expect(first.isPending)
  }

  @Test func `a disconnect cancels a pending connect`() throws {
    let world = try World.discovered()
    world.peripheral.isAdvertising = false
    world.client.device("Connect")
    world.advance(by: .seconds(1))
    world.client.device("Disconnect")
    world.advance(by: .milliseconds(100))
    #expect(
      world.client.take() == [
        "error Connect Failed: br-connection-canceled", "reply Disconnect",
      ])
    world.peripheral.isAdvertising = true
    world.advance(by: .seconds(5))
    #expect(!world.peripheral.isConnected)
  }

  @Test func `failures of the radio answer with their reason`() throws {
    let world = try World.discovered()
    world.peripheral.failNextConnects(1, reason: "le-connection-timeout")
    let first = world.client.device("Connect")
    world.advance(by: .seconds(1))
    #expect(first.error == "org.bluez.Error.Failed: le-connection-timeout")
    let second = world.client.device("Connect")
    world.advance(by: .seconds(1))
    #expect(second.values == [])
  }

  @Test func `without power a connect is refused or its object is gone`() throws {
    let world = try World.discovered()
    world.adapter.isPowered = false
    world.advance(by: .seconds(1))
    let connect = world.client.device("Connect")
    world.bluez.run()
    let error = try #require(connect.error)
    #expect(error.hasPrefix("org.freedesktop.DBus.Error.UnknownObject: "))
  }

  @Test func `a call that was dropped does not cancel the attempt`() throws {
    let world = try World.discovered()
    let other = Witness(world.bluez)
    world.peripheral.isAdvertising = false
    other.device("Connect")
    world.advance(by: .seconds(1))
    other.leave()
    world.peripheral.isAdvertising = true
    world.advance(by: .seconds(2))
    #expect(world.peripheral.isConnected)
  }
}
