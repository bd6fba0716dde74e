import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Futures
import GATT
import Testing

@Suite struct AttributeTreeTests {
  private func read(_ path: ObjectPath, in world: OneDevice, offset: UInt16? = nil) -> Answer {
    let options: Properties = offset.map { ["offset": .uint16($0)] } ?? [:]
    return world.client.call(
      path, InterfaceTable.descriptor.name, "ReadValue", [.properties(options)])
  }

  private func write(_ path: ObjectPath, _ octets: [UInt8], in world: OneDevice) -> Answer {
    world.client.call(
      path, InterfaceTable.descriptor.name, "WriteValue",
      [.bytes(Data(octets)), .properties([:])])
  }

  @Test func `services may be of one kind, secondary, and include each other`() throws {
    let battery = SimulatedService(uuid: 0x180F, isPrimary: false)
    let late = SimulatedService(uuid: 0x180A)
    let first = SimulatedService(uuid: 0x180D, includedServices: [battery, late])
    let second = SimulatedService(uuid: 0x180D)
    let world = try OneDevice(services: [battery, first, second, late])
    world.discover()
    world.client.take()
    world.client.device("Connect")
    world.advance(by: .seconds(1))
    #expect(
      world.client.take(only: "service") == [
        "added service0010 GattService1", "added service0011 GattService1",
        "added service0014 GattService1", "added service0015 GattService1",
        "changed service0011 Includes=[service0010 service0015]",
      ])
    let objects = world.client.objects()
    let primary = try (0...1).map { number in
      objects[try world.path(0x180D, number)]?[InterfaceTable.service.name]?["Primary"]
    }
    #expect(primary == [.bool(true), .bool(true)])
    let secondary = objects[try world.path(0x180F)]?[InterfaceTable.service.name]?["Primary"]
    #expect(secondary == .bool(false))
  }

  @Test func `the generic access service is not exported but has its handles`() throws {
    let name = SimulatedCharacteristic(uuid: 0x2A00, properties: .read)
    let world = try OneDevice(services: [
      SimulatedService(uuid: 0x1800, characteristics: [name]), SimulatedService(uuid: 0x180A),
    ])
    world.connect()
    #expect(try world.path(0x180A).lastElement == "service0013")
    #expect(world.client.objects().keys.filter { $0.string.contains("service") }.count == 1)
    #expect(world.device("UUIDs")?.asStrings?.first == "00001800-0000-1000-8000-00805f9b34fb")
  }

  @Test func `descriptors are read and written like values`() throws {
    let range = SimulatedDescriptor(
      uuid: 0x2906, permissions: [.readable, .writeable], value: Data([1, 2, 3]))
    let level = SimulatedCharacteristic(
      uuid: 0x2A19, properties: [.read, .notify],
      descriptors: [.userDescription("Level"), range])
    let world = try OneDevice(services: [
      SimulatedService(uuid: 0x180F, characteristics: [level])
    ])
    world.connect()
    let path = try world.path(0x2906)
    #expect(path.string.hasSuffix("/service0010/char0011/desc0015"))
    let whole = read(path, in: world)
    let again = read(path, in: world)
    let part = read(path, in: world, offset: 1)
    let text = read(try world.path(0x2901), in: world)
    world.advance(by: .milliseconds(10))
    #expect(whole.values == [.bytes(Data([1, 2, 3]))])
    #expect(again.values == whole.values)
    #expect(part.error == "org.bluez.Error.InProgress: In Progress")
    #expect(text.values == [.bytes(Data("Level".utf8))])
    #expect(
      world.client.take(only: "desc0015", "ReadValue 010203").prefix(3) == [
        "changed desc0015 Value=010203", "reply ReadValue 010203", "reply ReadValue 010203",
      ])
    let first = write(path, [9], in: world)
    let second = write(path, [8], in: world)
    let refused = write(try world.path(0x2901), [1], in: world)
    world.advance(by: .milliseconds(10))
    #expect(first.values == [])
    #expect(second.error == "org.bluez.Error.InProgress: In Progress")
    #expect(refused.error == "org.bluez.Error.NotPermitted: Write not permitted")
    #expect(range.value == Data([9]))
    range.onRead { throw ATTError(code: 0x81) }
    let failing = read(path, in: world)
    world.advance(by: .milliseconds(10))
    #expect(failing.error == "org.bluez.Error.Failed: Operation failed with ATT error: 0x81")
    world.peripheral.dropLink()
    world.advance(by: .milliseconds(10))
    let late = [read(path, in: world), write(path, [1], in: world)]
    world.advance(by: .milliseconds(10))
    #expect(
      late.map(\.error) == Array(repeating: "org.bluez.Error.Failed: Not connected", count: 2))
  }

  @Test func `the configuration tells what is subscribed, the extended properties what there is`()
    throws
  {
    let value = SimulatedCharacteristic(
      uuid: 0x2A37, properties: [.notify, .write, .reliableWrite])
    let world = try OneDevice(services: [
      SimulatedService(uuid: 0x180D, characteristics: [value])
    ])
    world.connect()
    world.client.characteristic(try world.path(0x2A37), "StartNotify")
    world.advance(by: .milliseconds(10))
    let configuration = read(try world.path(0x2902), in: world)
    let extended = read(try world.path(0x2900), in: world)
    let write = write(try world.path(0x2902), [0, 0], in: world)
    world.advance(by: .milliseconds(10))
    #expect(configuration.values == [.bytes(Data([1, 0]))])
    #expect(extended.values == [.bytes(Data([1, 0]))])
    #expect(write.error == "org.bluez.Error.NotPermitted: Write not permitted")
    let flags = world.client.get(try world.path(0x2A37), .characteristic, "Flags")
    world.bluez.run()
    #expect(
      flags.values?.first?.asStrings
        == ["write", "notify", "extended-properties", "reliable-write"])
  }

  @Test func `a value is notified on a schedule as long as somebody is subscribed`() throws {
    let rate = SimulatedCharacteristic(uuid: 0x2A37, properties: .notify)
    rate.notify(every: .milliseconds(500), repeating: [Data([60]), Data([61])])
    let world = try OneDevice(services: [SimulatedService(uuid: 0x180D, characteristics: [rate])])
    world.connect()
    let path = try world.path(0x2A37)
    world.advance(by: .seconds(2))
    world.client.characteristic(path, "StartNotify")
    world.advance(by: .milliseconds(1_600))
    #expect(
      world.client.take(only: "Value") == ["3c", "3d", "3c"].map { "changed char0011 Value=\($0)" })
    world.client.characteristic(path, "StopNotify")
    world.advance(by: .seconds(2))
    #expect(world.client.take(only: "Value").isEmpty)
    rate.notify(every: .milliseconds(100), once: [Data([7])])
    world.client.characteristic(path, "StartNotify")
    world.advance(by: .seconds(1))
    #expect(world.client.take(only: "Value") == ["changed char0011 Value=07"])
  }

  @Test func `a notification is no longer than the MTU less three`() throws {
    let rate = SimulatedCharacteristic(uuid: 0x2A37, properties: .notify)
    let world = try OneDevice(
      mtu: 23, services: [SimulatedService(uuid: 0x180D, characteristics: [rate])])
    world.connect()
    let path = try world.path(0x2A37)
    world.client.characteristic(path, "StartNotify")
    world.advance(by: .milliseconds(10))
    rate.notify(Data(repeating: 1, count: 30))
    world.bluez.run()
    let value = world.client.get(path, .characteristic, "Value")
    let mtu = world.client.get(path, .characteristic, "MTU")
    world.bluez.run()
    #expect(value.values?.first?.asData?.count == 20)
    #expect(mtu.values == [.variant(.uint16(23))])
    #expect(
      world.bluez.transcript.contains("a notification of 30 octets was cut to 20 by the MTU"))
  }
}
