import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import GATT
import Testing

/// Advertisements that programs register.
@Suite struct AdvertisementTests {
  @Test func `an advertisement is heard and takes one of five slots`() throws {
    let world = try PublishedService()
    let properties: Properties = [
      "Type": .string("peripheral"), "ServiceUUIDs": .strings(["180D"]),
      "LocalName": .string("Strap"),
      "ManufacturerData": .dictionary(
        key: "q", value: "v",
        [.init(key: .uint16(0x4C), value: .variant(.bytes(Data([1, 2]))))]),
    ]
    #expect(world.advertise(properties).values == [])
    #expect(
      world.adapter.advertisements == [
        SimulatedAdvertisement(
          localName: "Strap", services: [0x180D], manufacturerData: [0x4C: Data([1, 2])])
      ])
    #expect(world.property("ActiveInstances", .advertisingManager) == .byte(1))
    #expect(world.property("SupportedInstances", .advertisingManager) == .byte(4))
    #expect(
      world.advertise(properties).error == "org.bluez.Error.AlreadyExists: Already Exists")
    for number in 1...4 {
      let path = try #require(ObjectPath("/ad\(number)"))
      #expect(world.advertise(at: path).values == [])
    }
    #expect(
      world.advertise(at: "/sixth").error
        == "org.bluez.Error.NotPermitted: Maximum advertisements reached")
    world.program.leave()
    world.bluez.run()
    #expect(world.property("SupportedInstances", .advertisingManager) == .byte(5))
  }

  @Test func `what does not fit or contradicts itself is not parsed`() throws {
    let type: Properties = ["Type": .string("peripheral")]
    func company(_ count: Int) -> Value {
      .dictionary(
        key: "q", value: "v",
        [.init(key: .uint16(1), value: .variant(.bytes(Data(repeating: 0, count: count))))])
    }
    let refused: [Properties] = [
      [:], ["Type": .string("sideways")],
      ["Type": .string("broadcast"), "Discoverable": .bool(true)],
      type.merging(["ManufacturerData": company(25)]) { $1 },
      type.merging(["LocalName": .string("A"), "Includes": .strings(["local-name"])]) { $1 },
    ]
    for properties in refused {
      let world = try PublishedService()
      #expect(
        world.advertise(properties).error
          == "org.bluez.Error.Failed: Failed to parse advertisement.")
    }
    let world = try PublishedService()
    #expect(world.advertise(type.merging(["ManufacturerData": company(24)]) { $1 }).values == [])
  }

  @Test func `the program is told when its advertisement goes with the adapter`() throws {
    let world = try PublishedService()
    #expect(world.advertise().values == [])
    world.adapter.isPowered = false
    world.bluez.advance(by: .milliseconds(10))
    #expect(world.program.calls == ["GetAll org.bluez.LEAdvertisement1", "Release"])
    #expect(world.adapter.advertisements.isEmpty)
    #expect(world.advertise().error == "org.bluez.Error.NotReady: Resource Not Ready")
    world.adapter.isPowered = true
    world.bluez.advance(by: .milliseconds(10))
    #expect(world.advertise().values == [])
    world.bluez.removeAdapter(world.adapter)
    world.bluez.run()
    #expect(world.program.calls.suffix(2) == ["GetAll org.bluez.LEAdvertisement1", "Release"])
  }

  @Test func `a program takes its advertisement back`() throws {
    let world = try PublishedService()
    #expect(world.advertise().values == [])
    func unregister() -> Answer {
      let answer = world.program.call(
        World.adapterPath, .advertisingManager, "UnregisterAdvertisement", [.objectPath("/ad")])
      world.bluez.run()
      return answer
    }
    #expect(unregister().values == [])
    #expect(unregister().error == "org.bluez.Error.DoesNotExist: Does Not Exist")
    #expect(world.program.calls == ["GetAll org.bluez.LEAdvertisement1"])
  }
}
