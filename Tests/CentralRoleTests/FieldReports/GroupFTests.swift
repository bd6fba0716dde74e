import BlueZ
import BlueZSimulator
import FoundationEssentials
import Futures
import GATT
import Profiles
import Testing

@testable import CentralRole

/// Descriptors.
@Suite struct GroupFTests {
  private static func world(
    _ descriptors: SimulatedDescriptor...
  ) throws -> (AttributeWorld, Characteristic) {
    let world = try AttributeWorld(
      SimulatedService(
        uuid: 0xFFE0,
        characteristics: [
          SimulatedCharacteristic(
            uuid: 0xFFE1, properties: [.read, .notify], descriptors: descriptors)
        ]))
    return (world, try world.characteristic(0xFFE1))
  }

  @Test func `B74 the daemon's own descriptor is not written and others are`() throws {
    let name = SimulatedDescriptor(
      uuid: 0x2901, permissions: [.readable, .writeable], value: Data("old".utf8))
    let (world, characteristic) = try Self.world(name)
    let own = try characteristic.descriptor(withUUID: 0x2902)
    let other = try characteristic.descriptor(withUUID: 0x2901)
    let refused = own.write(data: Data([1, 0]))
    #expect(refused.failure?.code == .useStartNotifying)
    #expect(
      refused.failure?.description
        == "2902: the daemon writes this descriptor itself; startNotifying() and "
        + "stopNotifying() of its characteristic make it do so")
    try world.wait(for: other.write(data: Data("new".utf8)))
    #expect(name.value == Data("new".utf8))
    #expect(other.data == Data("new".utf8))
    #expect(world.arguments("WriteValue").count == 1)
    // Reading it tells what the daemon has written.
    try world.wait(for: characteristic.startNotifying())
    let configuration = try world.wait(for: own.read(as: Descriptors.ClientConfiguration.self))
    #expect(configuration == Descriptors.ClientConfiguration(notify: true))
  }

  @Test func `B76 a value is nil until it is read`() throws {
    let (world, characteristic) = try Self.world(.userDescription("prov-scan"))
    let descriptor = try characteristic.descriptor(withUUID: 0x2901)
    #expect(descriptor.data == nil)
    #expect(try world.wait(for: descriptor.read()) == Data("prov-scan".utf8))
    #expect(descriptor.data == Data("prov-scan".utf8))
    #expect(try world.wait(for: descriptor.read(offset: 5)) == Data("scan".utf8))
    #expect(descriptor.data == Data("prov-scan".utf8))
    #expect(descriptor.name == "Characteristic User Descriptor")
    #expect(descriptor.handle == 0x0014)
    #expect(world.peripheral.descriptor(withHandle: 0x0014) === descriptor)
  }

  @Test func `a descriptor that refuses says which one and why`() throws {
    let (world, characteristic) = try Self.world(
      SimulatedDescriptor(uuid: 0x2901, permissions: [.readable]))
    let descriptor = try characteristic.descriptor(withUUID: 0x2901)
    let write = descriptor.write(data: Data([1]))
    world.bluez.advance(by: .seconds(1))
    #expect(write.failure?.attError == .writeNotPermitted)
    #expect(
      write.failure?.description == "the peripheral refused the write of 2901: "
        + "ATT error 0x03 (Write Not Permitted): the attribute cannot be written")
    let long = descriptor.write(data: Data(count: 513))
    #expect(
      long.failure?.description
        == "2901: 513 octets were to be written, at most 512 are possible; nothing was sent")
    #expect(descriptor.write(data: Data(count: 500), offset: 13).failure?.code == .valueTooLong)
    #expect(
      descriptor.read(offset: 513).failure?.description
        == "2901: the offset 513 is outside of 0...512; nothing was sent")
  }

  @Test func `two descriptors of one kind live side by side and typed values come out`() throws {
    let formats = [
      Data([0x0E, 0xFE, 0x2F, 0x27, 0x01, 0x00, 0x00]), Data([0x04, 0x00, 0xAD, 0x27, 0x01, 0, 0]),
    ]
    let (world, characteristic) = try Self.world(
      SimulatedDescriptor(uuid: 0x2904, value: formats[0]),
      SimulatedDescriptor(uuid: 0x2904, value: formats[1]))
    let found = try #require(characteristic.descriptors(withUUID: 0x2904))
    #expect(try found.map { try world.wait(for: $0.read()) } == formats)
    #expect(found[0].value() as Descriptors.PresentationFormat? != nil)
    let error = #expect(throws: CentralError.self) {
      try characteristic.descriptor(withUUID: 0x2904)
    }
    #expect(
      error?.description == "characteristic FFE1 has 2 descriptors 2904, at the handles "
        + "0x14, 0x15: choose one of the list or by its handle")
  }

  @Test(arguments: 0...32)
  func `B77 octets of any length are a value or an error`(length: Int) {
    for fill in [0x00, 0x01, 0x7F, 0xFF] as [UInt8] {
      let data = Data(repeating: fill, count: length)
      let results: [Result<Data, any Error>] = [
        Result { try Descriptors.ExtendedProperties(profileData: data).profileData() },
        Result { try Descriptors.ClientConfiguration(profileData: data).profileData() },
        Result { try Descriptors.PresentationFormat(profileData: data).profileData() },
      ]
      for (result, needed) in zip(results, [2, 2, 7]) where length < needed {
        #expect(throws: ProfileError.self) { try result.get() }
      }
    }
  }
}
