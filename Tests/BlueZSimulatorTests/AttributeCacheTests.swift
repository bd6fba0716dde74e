import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Testing

/// The daemon with `Cache = yes`, which forgets the attributes of unpaired devices.
@Suite struct AttributeCacheTests {
  private let removals = [
    "removed desc0013 GattDescriptor1", "removed char0011 GattCharacteristic1",
    "removed char0014 GattCharacteristic1", "removed char0016 GattCharacteristic1",
    "removed desc001a GattDescriptor1", "removed char0018 GattCharacteristic1",
    "removed char001b GattCharacteristic1", "removed service0010 GattService1",
    "removed char001e GattCharacteristic1", "removed service001d GattService1",
  ]

  private func connected() throws -> World {
    let world = try World.discovered()
    world.bluez.keepsAttributes = false
    world.client.device("Connect")
    world.advance(by: .seconds(1))
    world.client.take()
    return world
  }

  @Test func `a lost link takes attributes from the bottom, then is told with no UUIDs`() throws {
    let world = try connected()
    world.peripheral.dropLink()
    world.bluez.run()
    #expect(
      world.client.take()
        == removals + ["changed \(World.device) Connected=false ServicesResolved=false UUIDs=[]"])
  }

  @Test func `a disconnect is answered before attributes go`() throws {
    let world = try connected()
    world.client.device("Disconnect")
    world.advance(by: .seconds(3))
    #expect(
      world.client.take()
        == ["changed \(World.device) ServicesResolved=false", "reply Disconnect"] + removals
        + ["changed \(World.device) Connected=false UUIDs=[]"])
  }

  @Test func `power that goes off is answered before attributes go`() throws {
    let world = try connected()
    world.client.set(World.adapterPath, .adapter, "Powered", .bool(false))
    world.bluez.run()
    #expect(
      world.client.take()
        == ["changed \(World.device) Connected=false ServicesResolved=false", "reply Set"]
        + removals
        + ["changed hci0 Discovering=false Powered=false", "changed \(World.device) UUIDs=[]"])
  }

  @Test func `the next link adds them again with their UUIDs`() throws {
    let world = try connected()
    world.peripheral.dropLink()
    world.bluez.run()
    world.client.take()
    world.client.device("Connect")
    world.advance(by: .seconds(1))
    let lines = world.client.take()
    #expect(lines.filter { $0.hasPrefix("added") }.count == removals.count)
    #expect(lines.last?.contains("ServicesResolved=true UUIDs=[0000180d") == true)
  }

  @Test func `a subscription ends with its characteristic`() throws {
    let world = try connected()
    let path = try world.path(world.measurement)
    world.client.characteristic(path, "StartNotify")
    world.advance(by: .milliseconds(50))
    world.peripheral.dropLink()
    world.bluez.run()
    let stop = world.client.characteristic(path, "StopNotify")
    world.client.device("Connect")
    world.advance(by: .seconds(1))
    #expect(stop.error?.contains("UnknownObject") == true)
    world.client.take()
    world.peripheral.notify(Data([9]), from: world.measurement)
    world.bluez.run()
    #expect(world.client.take().isEmpty)
  }
}
