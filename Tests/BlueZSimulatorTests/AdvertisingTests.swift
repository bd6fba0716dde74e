import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import GATT
import Testing

@Suite struct AdvertisingTests {
  private func discovering(
    _ options: Properties = ["DuplicateData": .bool(false)]
  ) throws
    -> OneDevice
  {
    let world = try OneDevice()
    world.client.adapter("SetDiscoveryFilter", [.properties(options)])
    world.client.adapter("StartDiscovery")
    world.advance(by: .milliseconds(150))
    world.client.take()
    return world
  }

  @Test func `an advertisement carries everything that a device can have`() throws {
    let world = try OneDevice()
    world.peripheral.advertisement = SimulatedAdvertisement(
      localName: "Strap", rssi: -51, services: [0x180D], manufacturerData: [0x4C: Data([1])],
      serviceData: [0x180F: Data([99])], txPower: 4, appearance: 0x0341)
    world.client.adapter("StartDiscovery")
    world.advance(by: .milliseconds(150))
    #expect(world.device("Name") == .string("Strap"))
    #expect(world.device("RSSI") == .int16(-51))
    #expect(world.device("TxPower") == .int16(4))
    #expect(world.device("Appearance") == .uint16(0x0341))
    #expect(
      world.device("ServiceData")?.asProperties
        == ["0000180f-0000-1000-8000-00805f9b34fb": .bytes(Data([99]))])
    #expect(world.device("UUIDs")?.asStrings == ["0000180d-0000-1000-8000-00805f9b34fb"])
    world.client.adapter("StopDiscovery")
    world.advance(by: .milliseconds(10))
    #expect(world.device("TxPower") == nil)
  }

  @Test func `an advertisement changes each time that it is sent`() throws {
    let world = try discovering()
    world.peripheral.onAdvertise { advertisement, _, _ in advertisement.rssi -= 1 }
    world.advance(by: .milliseconds(300))
    #expect(
      world.client.take() == [
        "changed \(World.device) RSSI=-61", "changed \(World.device) RSSI=-62",
        "changed \(World.device) RSSI=-63",
      ])
  }

  @Test func `manufacturer data goes through a sequence and its companies add up`() throws {
    let world = try discovering()
    world.peripheral.advertise(manufacturerData: [[1: Data([1])], [2: Data([2])]])
    world.advance(by: .milliseconds(400))
    #expect(
      world.client.take() == [
        "changed \(World.device) ManufacturerData={2:02}",
        "changed \(World.device) ManufacturerData={1:01 2:02}",
      ])
  }

  @Test func `the interval between advertisements can be chosen`() throws {
    let world = try discovering(["DuplicateData": .bool(true)])
    world.peripheral.advertisingInterval = .milliseconds(50)
    world.advance(by: .milliseconds(1_050))
    #expect((19...21).contains(world.client.take().count))
    world.peripheral.advertisingInterval = .seconds(1)
    world.advance(by: .milliseconds(100))
    world.client.take()
    world.advance(by: .seconds(5))
    #expect(world.client.take().count == 5)
    world.peripheral.advertisingInterval = .zero
    #expect(world.peripheral.advertisingInterval == .milliseconds(20))
  }

  @Test func `a name that changes is told, and its alias with it`() throws {
    let world = try discovering()
    world.peripheral.advertisement.localName = "Strap"
    world.advance(by: .milliseconds(100))
    #expect(world.client.take() == ["changed \(World.device) Alias=Strap Name=Strap"])
    world.client.set(World.devicePath, .device, "Alias", .string("Mine"))
    world.advance(by: .milliseconds(10))
    world.client.take()
    world.peripheral.advertisement.localName = "Belt"
    world.advance(by: .milliseconds(100))
    #expect(world.client.take() == ["changed \(World.device) Name=Belt"])
    world.client.set(World.devicePath, .device, "Alias", .string(""))
    world.advance(by: .milliseconds(10))
    #expect(world.client.take().first == "changed \(World.device) Alias=Belt")
  }

  @Test func `proximity sets the signal strength`() throws {
    let world = try discovering()
    for (proximity, rssi) in [(SimulatedProximity.immediate, -40), (.far, -90), (.near, -60)] {
      world.peripheral.move(to: proximity)
      world.advance(by: .milliseconds(100))
      #expect(world.client.take() == ["changed \(World.device) RSSI=\(rssi)"])
    }
  }

  @Test func `out of range a link is lost and a connect fails as the daemon's does`() throws {
    let world = try OneDevice()
    world.connect()
    world.peripheral.move(to: .outOfRange)
    world.advance(by: .milliseconds(400))
    #expect(world.client.take().isEmpty)
    world.advance(by: .milliseconds(50))
    #expect(
      world.client.take() == ["changed \(World.device) Connected=false ServicesResolved=false"])
    let connect = world.client.device("Connect")
    world.advance(by: .seconds(25))
    world.peripheral.move(to: .near)
    world.advance(by: .milliseconds(150))
    #expect(connect.values == [])
    world.peripheral.move(to: .outOfRange)
    world.advance(by: .seconds(1))
    world.client.take()
    world.client.device("Connect")
    world.advance(by: .seconds(41))
    #expect(
      world.client.take().contains("error Connect Failed: le-connection-abort-by-local"))
  }

  @Test func `who comes back in time keeps its link`() throws {
    let world = try OneDevice()
    world.connect()
    world.peripheral.move(to: .outOfRange)
    world.advance(by: .milliseconds(300))
    world.peripheral.move(to: .far)
    world.advance(by: .seconds(2))
    #expect(world.peripheral.isConnected)
  }

  @Test func `a timeout of an old link does not end a new one`() throws {
    let world = try OneDevice()
    world.connect()
    world.peripheral.move(to: .outOfRange)
    world.peripheral.dropLink()
    world.peripheral.move(to: .near)
    world.client.device("Connect")
    world.advance(by: .milliseconds(300))
    world.peripheral.move(to: .outOfRange)
    world.advance(by: .milliseconds(200))
    #expect(world.peripheral.isConnected)
    world.advance(by: .milliseconds(300))
    #expect(!world.peripheral.isConnected)
  }

  @Test func `a name ends before a NUL`() throws {
    let world = try OneDevice(name: "Belt\0Buckle")
    #expect(world.peripheral.name == "Belt")
    world.peripheral.advertisement.localName = "A\0B"
    world.client.adapter("StartDiscovery")
    world.advance(by: .milliseconds(150))
    #expect(world.device("Name") == .string("A"))
  }

  @Test func `a peripheral is added once, to one world, with an address of its own`() throws {
    let world = try OneDevice()
    let twin = SimulatedPeripheral(name: "Twin", address: world.peripheral.address)
    world.adapter.add(world.peripheral)
    world.adapter.add(twin)
    SimulatedBlueZ().addAdapter().add(world.peripheral)
    let other = try OneDevice()
    other.adapter.add(world.peripheral)
    #expect(world.adapter.peripherals.count == 1)
    #expect(other.adapter.peripherals.count == 1)
    let address = "C4:BE:84:00:00:01"
    #expect(
      world.bluez.transcript.filter { $0.contains("not added") }
        == Array(repeating: "\(address) is there already and was not added", count: 2))
    #expect(
      other.bluez.transcript.last == "\(address) belongs to another world and was not added")
    world.adapter.remove(world.peripheral)
    world.adapter.add(twin)
    #expect(world.adapter.peripherals.map(\.name) == ["Twin"])
  }
}
