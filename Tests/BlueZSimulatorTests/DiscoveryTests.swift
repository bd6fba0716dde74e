import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import GATT
import Testing

@Suite struct DiscoveryTests {
  @Test func `discovery is answered, then told, then finds the peripheral`() throws {
    let world = try World()
    world.client.adapter("StartDiscovery")
    world.advance(by: .milliseconds(50))
    world.advance(by: .milliseconds(200))
    #expect(
      world.client.take().prefix(3) == [
        "reply StartDiscovery", "changed hci0 Discovering=true", "added \(World.device) Device1",
      ])
  }

  @Test func `the transcript keeps no more lines than it may, the newest`() throws {
    let world = try World()
    world.client.adapter("StartDiscovery")
    world.advance(by: .seconds(1))
    let all = world.bluez.transcript
    world.bluez.transcriptLimit = 3
    #expect(world.bluez.transcript == all.suffix(3))
    world.client.adapter("StopDiscovery")
    world.advance(by: .seconds(1))
    #expect(world.bluez.transcript.count == 3)
    #expect(world.bluez.transcript.last?.contains("'Discovering': false") == true)
    world.bluez.transcriptLimit = 0
    #expect(world.bluez.transcript.count == 1)
  }

  @Test func `a shortened name is the name until a whole one is known`() throws {
    let world = try World()
    world.peripheral.advertisement.localName = "Bel"
    world.peripheral.advertisement.isNameShortened = true
    func name() -> Value? {
      world.advance(by: .seconds(1))
      return world.client.objects()[World.devicePath]?["org.bluez.Device1"]?["Name"]
    }
    world.client.adapter("StartDiscovery")
    #expect(name() == .string("Bel"))
    world.client.device("Connect")
    #expect(name() == .string("Belt"))
    world.peripheral.dropLink()
    #expect(name() == .string("Belt"))
    world.peripheral.advertisement.isNameShortened = false
    #expect(name() == .string("Bel"))
  }

  @Test func `a found device carries what it advertises`() throws {
    let world = try World()
    world.client.adapter("StartDiscovery")
    world.advance(by: .seconds(1))
    let device = try #require(world.client.objects()[World.devicePath]?["org.bluez.Device1"])
    #expect(device["Address"] == .string("C4:BE:84:00:00:01"))
    #expect(device["AddressType"] == .string("random"))
    #expect(device["Name"] == .string("Belt"))
    #expect(device["Alias"] == .string("Belt"))
    #expect(device["RSSI"] == .int16(-60))
    #expect(device["Adapter"] == .objectPath(World.adapterPath))
    #expect(device["UUIDs"] == .strings(["0000180d-0000-1000-8000-00805f9b34fb"]))
    #expect(device["Connected"] == .bool(false))
    #expect(device["ServicesResolved"] == .bool(false))
    #expect(device["ManufacturerData"].map(Text.value) == "{13:0102}")
  }

  @Test func `a device without a name has its address with dashes as alias`() throws {
    let world = try World()
    let nameless = SimulatedPeripheral(
      name: nil, address: try #require(.init("C4:BE:84:00:00:02")))
    world.adapter.add(nameless)
    world.client.adapter("StartDiscovery")
    world.advance(by: .seconds(1))
    let device = try #require(
      world.client.objects()["/org/bluez/hci0/dev_C4_BE_84_00_00_02"]?["org.bluez.Device1"])
    #expect(device["Name"] == nil)
    #expect(device["Alias"] == .string("C4-BE-84-00-00-02"))
  }

  @Test func `a second start by the same client is refused`() throws {
    let world = try World()
    world.client.adapter("StartDiscovery")
    world.advance(by: .seconds(1))
    let second = world.client.adapter("StartDiscovery")
    world.advance(by: .seconds(1))
    #expect(second.error == "org.bluez.Error.InProgress: Operation already in progress")
  }

  @Test func `a stop without a session is refused`() throws {
    let world = try World()
    let stop = world.client.adapter("StopDiscovery")
    world.advance(by: .seconds(1))
    #expect(stop.error == "org.bluez.Error.Failed: No discovery started")
  }

  @Test func `without power discovery is refused`() throws {
    let world = try World()
    world.adapter.isPowered = false
    world.advance(by: .seconds(1))
    let answers = [
      world.client.adapter("StartDiscovery"), world.client.adapter("StopDiscovery"),
      world.client.adapter("SetDiscoveryFilter", [.properties([:])]),
    ]
    world.advance(by: .seconds(1))
    for answer in answers {
      #expect(answer.error == "org.bluez.Error.NotReady: Resource Not Ready")
    }
  }

  @Test func `discovery goes on until the last client has stopped`() throws {
    let world = try World()
    let other = Witness(world.bluez)
    world.client.adapter("StartDiscovery")
    other.adapter("StartDiscovery")
    world.advance(by: .seconds(1))
    #expect(world.client.take(only: "Discovering") == ["changed hci0 Discovering=true"])
    world.client.adapter("StopDiscovery")
    world.advance(by: .seconds(1))
    #expect(world.client.take(only: "Discovering", "StopDiscovery") == ["reply StopDiscovery"])
    other.adapter("StopDiscovery")
    world.advance(by: .seconds(1))
    #expect(world.client.take(only: "Discovering") == ["changed hci0 Discovering=false"])
  }

  @Test func `a client that leaves the bus ends its discovery`() throws {
    let world = try World()
    let other = Witness(world.bluez)
    other.adapter("StartDiscovery")
    world.advance(by: .seconds(1))
    world.client.take()
    other.leave()
    world.advance(by: .seconds(1))
    #expect(world.client.take(only: "Discovering") == ["changed hci0 Discovering=false"])
  }

  @Test func `the end of discovery invalidates the signal strength`() throws {
    let world = try World()
    world.client.adapter("StartDiscovery")
    world.advance(by: .seconds(1))
    world.client.take()
    world.client.adapter("StopDiscovery")
    world.advance(by: .milliseconds(50))
    let lines = world.client.take()
    #expect(lines.contains("changed \(World.device) -RSSI"))
    let get = world.client.get(World.devicePath, .device, "RSSI")
    world.bluez.run()
    #expect(get.error == "org.freedesktop.DBus.Error.InvalidArgs: No such property 'RSSI'")
  }

  @Test func `advertisements of a known device are told by changes`() throws {
    let world = try World()
    world.client.adapter("StartDiscovery")
    world.advance(by: .seconds(1))
    world.client.take()
    world.peripheral.rssi = -40
    world.peripheral.manufacturerData = [0x000E: .init([3])]
    world.advance(by: .seconds(1))
    let changes = world.client.take(only: "changed \(World.device)")
    #expect(changes.contains { $0.contains("RSSI=-40") })
    // Keys of earlier advertisements stay.
    #expect(changes.contains { $0.contains("13:0102") && $0.contains("14:03") })
  }

  @Test func `small changes of the signal strength are told to those who filter`() throws {
    for (filter, isTold) in [([:], false), (["Transport": Value.string("le")], true)] {
      let world = try World()
      world.client.adapter("SetDiscoveryFilter", [.properties(filter)])
      world.client.adapter("StartDiscovery")
      world.advance(by: .seconds(1))
      world.client.take()
      world.peripheral.rssi = -57
      world.advance(by: .seconds(1))
      #expect(world.client.take(only: "RSSI").isEmpty == !isTold)
    }
  }

  @Test func `repeated advertisements are told to those who want duplicates`() throws {
    for wants in [false, true] {
      let world = try World()
      world.client.adapter(
        "SetDiscoveryFilter", [.properties(["DuplicateData": .bool(wants)])])
      world.client.adapter("StartDiscovery")
      world.advance(by: .seconds(1))
      world.client.take()
      world.advance(by: .seconds(1))
      #expect(world.client.take(only: "RSSI=-60", "13:0102").count == (wants ? 10 : 0))
    }
  }

  @Test func `a device that is known and heard again is added no second time`() throws {
    let world = try World.discovered()
    world.client.adapter("StartDiscovery")
    world.advance(by: .seconds(1))
    let lines = world.client.take()
    #expect(!lines.contains { $0.hasPrefix("added") })
    #expect(lines.contains { $0.hasPrefix("changed \(World.device)") && $0.contains("RSSI=-60") })
  }

  @Test func `a silent peripheral is not found`() throws {
    let world = try World()
    world.peripheral.isAdvertising = false
    world.client.adapter("StartDiscovery")
    world.advance(by: .seconds(5))
    #expect(world.client.objects()[World.devicePath] == nil)
    world.peripheral.isAdvertising = true
    world.advance(by: .seconds(1))
    #expect(world.client.objects()[World.devicePath] != nil)
  }

  @Test func `two silences last until both are over`() throws {
    let world = try World()
    world.client.adapter("StartDiscovery")
    world.peripheral.goSilent(for: .seconds(2))
    world.peripheral.goSilent(for: .seconds(4))
    world.advance(by: .seconds(3))
    #expect(world.client.objects()[World.devicePath] == nil)
    world.advance(by: .seconds(2))
    #expect(world.client.objects()[World.devicePath] != nil)
  }

  @Test func `switching the power off ends discovery and takes unpaired devices away`() throws {
    let world = try World()
    world.client.adapter("StartDiscovery")
    world.advance(by: .seconds(1))
    world.client.take()
    world.adapter.isPowered = false
    world.advance(by: .seconds(1))
    let lines = world.client.take()
    #expect(lines.contains("removed \(World.device) Device1"))
    #expect(lines.contains { $0.contains("Discovering=false") })
    #expect(lines.contains { $0.contains("Powered=false") })
    world.adapter.isPowered = true
    world.advance(by: .seconds(5))
    #expect(world.client.take(only: "Discovering", "added").isEmpty)
  }
}
