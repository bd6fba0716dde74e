import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import GATT
import Testing

/// Blocked devices as BlueZ 5.66 was seen to treat them in a virtual machine.
@Suite struct BlockedTests {
  private static let value = SimulatedCharacteristic(
    uuid: 0x2A37, properties: [.read, .notify], value: Data([7]))

  private func connected() throws -> OneDevice {
    let world = try OneDevice(services: [
      SimulatedService(uuid: 0x180D, characteristics: [Self.value])
    ])
    world.connect()
    return world
  }

  private func block(_ world: OneDevice, _ isBlocked: Bool = true) {
    world.client.set(World.devicePath, .device, "Blocked", .bool(isBlocked))
    world.advance(by: .milliseconds(10))
  }

  @Test func `who is blocked loses its link after the answer, and its notifications`() throws {
    let world = try connected()
    world.client.characteristic(try world.path(0x2A37), "StartNotify")
    world.advance(by: .milliseconds(10))
    world.client.take()
    block(world)
    #expect(
      world.client.take() == [
        "changed \(World.device) Blocked=true", "reply Set",
        "changed \(World.device) Connected=false ServicesResolved=false",
      ])
    #expect(!world.peripheral.isConnected)
    world.peripheral.notify(Data([8]), from: Self.value)
    world.advance(by: .milliseconds(10))
    #expect(world.client.take().isEmpty)
  }

  @Test
  func `a connect call to a blocked device fails in the end, allowed again or not`()
    throws
  {
    for isAllowedMeanwhile in [false, true] {
      let world = try connected()
      block(world)
      let connect = world.client.device("Connect")
      world.advance(by: .seconds(3))
      if isAllowedMeanwhile { block(world, false) }
      world.advance(by: .seconds(36))
      #expect(connect.isPending)
      world.advance(by: .seconds(2))
      #expect(connect.error == "org.bluez.Error.Failed: le-connection-abort-by-local")
      block(world, false)
      world.client.device("Connect")
      world.advance(by: .seconds(1))
      #expect(world.peripheral.isConnected)
    }
  }

  @Test func `a block while it connects is as good`() throws {
    let world = try OneDevice()
    world.discover()
    let connect = world.client.device("Connect")
    block(world)
    world.advance(by: .seconds(41))
    #expect(connect.error == "org.bluez.Error.Failed: le-connection-abort-by-local")
  }

  @Test func `a blocked device does not pair`() throws {
    let world = try OneDevice()
    world.discover()
    block(world)
    let pair = world.client.device("Pair")
    world.advance(by: .seconds(119))
    #expect(pair.isPending)
    world.advance(by: .seconds(2))
    #expect(pair.error == "org.bluez.Error.AuthenticationTimeout: Authentication Timeout")
  }

  @Test func `a blocked device is kept, over a restart too, and is still discovered`() throws {
    let world = try OneDevice()
    world.discover()
    block(world)
    world.peripheral.isAdvertising = false
    world.advance(by: .seconds(60))
    #expect(world.device("Blocked") == .bool(true))
    world.bluez.restartDaemon()
    world.advance(by: .seconds(60))
    #expect(world.device("Blocked") == .bool(true))
    world.peripheral.isAdvertising = true
    world.client.adapter("StartDiscovery")
    world.advance(by: .seconds(1))
    #expect(world.device("RSSI") == .int16(-60))
    world.client.adapter("RemoveDevice", [.objectPath(World.devicePath)])
    world.advance(by: .seconds(1))
    #expect(world.device("Blocked") == .bool(false))
  }

  @Test func `a blocked central gets no link`() throws {
    let world = try PublishedService.connected()
    let path: ObjectPath = "/org/bluez/hci0/dev_D0_00_00_00_00_01"
    let witness = Witness(world.bluez)
    witness.set(path, .device, "Blocked", .bool(true))
    world.bluez.advance(by: .milliseconds(10))
    #expect(!world.central.isConnected)
    #expect(throws: SimulatorError.self) {
      try world.bluez.wait(for: world.central.connect(to: world.adapter))
    }
    witness.set(path, .device, "Blocked", .bool(false))
    try world.bluez.wait(for: world.central.connect(to: world.adapter))
  }
}
