import BlueZ
import BlueZSimulator
import DBus
import Testing

@Suite struct DaemonLifeTests {
  @Test func `a killed daemon is told by its name only`() throws {
    let world = try World.connected()
    world.bluez.killDaemon()
    world.advance(by: .seconds(5))
    #expect(world.client.take() == ["org.bluez left"])
    #expect(!world.peripheral.isConnected)
  }

  @Test func `open calls of a killed daemon are answered by the bus`() throws {
    let world = try World.discovered()
    world.peripheral.isAdvertising = false
    let connect = world.client.device("Connect")
    world.advance(by: .seconds(1))
    world.bluez.killDaemon()
    world.bluez.run()
    let error = try #require(connect.error)
    #expect(error.hasPrefix("org.freedesktop.DBus.Error.NoReply: "))
  }

  @Test func `without a daemon calls fail`() throws {
    let world = try World()
    world.bluez.killDaemon()
    world.bluez.run()
    let answer = world.client.adapter("StartDiscovery")
    world.bluez.run()
    let error = try #require(answer.error)
    #expect(error.hasPrefix("org.freedesktop.DBus.Error.ServiceUnknown: "))
  }

  @Test func `after a kill come the name, the adapter with power, and devices from storage`() throws
  {
    let world = try World.connected()
    world.bluez.killDaemon()
    world.bluez.startDaemon()
    world.advance(by: .seconds(2))
    #expect(
      world.client.take() == [
        "org.bluez left", "org.bluez came", "added bluez AgentManager1",
        "added hci0 Adapter1 GattManager1 LEAdvertisingManager1",
        "added \(World.device) Device1",
      ])
    let objects = world.client.objects()
    #expect(objects[World.adapterPath]?["org.bluez.Adapter1"]?["Powered"] == .bool(true))
    let device = try #require(objects[World.devicePath]?["org.bluez.Device1"])
    #expect(device["Connected"] == .bool(false))
    #expect(device["ServicesResolved"] == .bool(false))
    #expect(device["RSSI"] == nil)
    #expect(!objects.keys.contains { $0.parent == World.devicePath })
  }

  @Test func `a device that was only found is not in the storage`() throws {
    let world = try World.discovered()
    world.bluez.killDaemon()
    world.bluez.startDaemon()
    world.advance(by: .seconds(2))
    #expect(world.client.objects()[World.devicePath] == nil)
  }

  @Test func `after a good stop the adapter comes without power, then gets it`() throws {
    let world = try World()
    world.bluez.stopDaemon()
    world.bluez.run()
    world.client.take()
    world.bluez.startDaemon()
    world.advance(by: .seconds(2))
    #expect(
      world.client.take() == [
        "org.bluez came", "added bluez AgentManager1",
        "added hci0 Adapter1 GattManager1 LEAdvertisingManager1",
        "changed hci0 Powered=true",
      ])
  }

  @Test func `a question asked at once is answered when the daemon has started`() throws {
    let world = try World()
    world.bluez.killDaemon()
    world.bluez.startDaemon()
    world.bluez.run()
    world.client.take()
    world.client.call("/", BusNames.objectManager, "GetManagedObjects")
    world.bluez.run()
    #expect(world.client.take().isEmpty)
    world.advance(by: .seconds(1))
    let lines = world.client.take()
    #expect(
      lines.prefix(2) == [
        "added bluez AgentManager1", "added hci0 Adapter1 GattManager1 LEAdvertisingManager1",
      ])
    #expect(lines.last?.hasPrefix("reply GetManagedObjects") == true)
  }

  @Test func `the kernel keeps the link of a killed daemon for two seconds`() throws {
    let world = try World.connected()
    world.bluez.killDaemon()
    world.bluez.startDaemon()
    world.advance(by: .seconds(1))
    #expect(world.peripheral.isConnected)
    world.advance(by: .milliseconds(1100))
    #expect(!world.peripheral.isConnected)
  }

  @Test func `a peripheral that drops the link of a killed daemon can be connected to at once`()
    throws
  {
    let world = try World.connected()
    world.bluez.killDaemon()
    world.bluez.startDaemon()
    world.advance(by: .milliseconds(500))
    world.peripheral.dropLink()
    world.client.device("Connect")
    world.advance(by: .milliseconds(500))
    #expect(world.peripheral.isConnected)
    world.advance(by: .seconds(5))
    #expect(world.peripheral.isConnected)
  }

  @Test func `a new daemon connects to the peripheral as soon as it advertises`() throws {
    let world = try World.connected()
    world.bluez.killDaemon()
    world.bluez.startDaemon()
    world.advance(by: .seconds(1))
    let connect = world.client.device("Connect")
    world.advance(by: .milliseconds(500))
    #expect(connect.isPending)
    world.advance(by: .seconds(2))
    #expect(connect.values == [])
    #expect(world.client.take().last?.contains("ServicesResolved=true") == true)
  }

  @Test func `a daemon that stops removes its objects before its name`() throws {
    let world = try World.connected()
    world.bluez.stopDaemon()
    world.advance(by: .seconds(2))
    let lines = world.client.take()
    #expect(lines.last == "org.bluez left")
    #expect(lines.dropLast(2).last?.hasPrefix("removed hci0") == true)
    let isOff = lines.firstIndex { $0.hasPrefix("changed hci0 ") && $0.contains("Powered=false") }
    let isGone = lines.firstIndex { $0.hasPrefix("removed hci0") }
    #expect(try #require(isOff) < #require(isGone))
    #expect(!world.peripheral.isConnected)
  }

  @Test func `a daemon that stopped starts again with its adapters`() throws {
    let world = try World()
    world.bluez.stopDaemon()
    world.bluez.startDaemon()
    world.advance(by: .seconds(2))
    #expect(
      world.client.objects()[World.adapterPath]?["org.bluez.Adapter1"]?["Powered"] == .bool(true))
  }

  @Test func `the storage outlives a daemon that stopped`() throws {
    let world = try World.connected()
    world.bluez.stopDaemon()
    world.bluez.run()
    world.client.take()
    world.bluez.startDaemon()
    world.advance(by: .seconds(2))
    #expect(world.client.take(only: "added").last == "added \(World.device) Device1")
  }

  @Test func `two starts make one daemon`() throws {
    let world = try World()
    world.bluez.startDaemon()
    world.advance(by: .seconds(2))
    #expect(world.client.take().isEmpty)
  }

  @Test func `a restart takes a while`() throws {
    let world = try World()
    world.bluez.restartDaemon(after: .milliseconds(500))
    world.advance(by: .milliseconds(499))
    #expect(world.client.take() == ["org.bluez left"])
    world.advance(by: .milliseconds(1))
    #expect(world.client.take().first == "org.bluez came")
  }

  @Test func `a policy denies every call and no signal`() throws {
    let world = try World()
    world.client.adapter("StartDiscovery")
    world.advance(by: .seconds(1))
    world.client.take()
    world.bluez.denyAccess()
    world.bluez.run()
    let answers = [
      world.client.adapter("StopDiscovery"),
      world.client.call("/", BusNames.objectManager, "GetManagedObjects"),
      world.client.get(World.adapterPath, .adapter, "Powered"),
    ]
    world.bluez.run()
    for answer in answers {
      let error = try #require(answer.error)
      #expect(error.hasPrefix("org.freedesktop.DBus.Error.AccessDenied: Rejected send message"))
    }
    world.bluez.allowAccess()
    world.client.adapter("StopDiscovery")
    world.advance(by: .seconds(1))
    #expect(world.client.take().contains("reply StopDiscovery"))
  }

  @Test func `a denied policy outlives the daemon`() throws {
    let world = try World()
    world.bluez.denyAccess()
    world.bluez.killDaemon()
    world.bluez.startDaemon()
    world.advance(by: .seconds(2))
    let answer = world.client.adapter("StartDiscovery")
    world.bluez.run()
    #expect(answer.error?.contains("AccessDenied") == true)
  }

  @Test func `an unplugged adapter goes with all below it, from the bottom`() throws {
    let world = try World.connected()
    let before = Set(world.client.objects().keys.filter { $0.isInside(World.adapterPath) })
    world.bluez.removeAdapter(world.adapter)
    world.advance(by: .seconds(1))
    let removed = world.client.take().filter { $0.hasPrefix("removed") }
    #expect(removed.count >= before.count)
    #expect(removed.last?.hasPrefix("removed hci0") == true)
    #expect(world.client.objects()[World.adapterPath] == nil)
    #expect(!world.peripheral.isConnected)
  }

  @Test func `an adapter can be plugged in at any time`() throws {
    let world = try World()
    world.bluez.addAdapter(index: 1)
    world.advance(by: .seconds(1))
    let lines = world.client.take()
    #expect(lines.contains { $0.hasPrefix("added hci1 Adapter1") })
    #expect(lines.last == "changed hci1 Powered=true")
  }
}
