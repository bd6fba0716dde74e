import BlueZ
import BlueZSimulator
import DBus
import Testing

@Suite struct FilterTests {
  private func discover(_ filter: [String: Value], in world: World) -> Bool {
    world.client.adapter("SetDiscoveryFilter", [.properties(filter)])
    world.client.adapter("StartDiscovery")
    world.advance(by: .seconds(1))
    return world.client.objects()[World.devicePath] != nil
  }

  @Test func `a filter by service lets its services through`() throws {
    let service = Value.strings(["0000180d-0000-1000-8000-00805f9b34fb"])
    #expect(discover(["UUIDs": service], in: try World()))
  }

  @Test func `a filter by service accepts the short form`() throws {
    #expect(discover(["UUIDs": .strings(["180d"])], in: try World()))
  }

  @Test func `a filter by service hides other services`() throws {
    #expect(!discover(["UUIDs": .strings(["180f"])], in: try World()))
  }

  @Test func `a pattern is a prefix of the name or of the address`() throws {
    #expect(discover(["Pattern": .string("Be")], in: try World()))
    #expect(discover(["Pattern": .string("C4:BE")], in: try World()))
    #expect(!discover(["Pattern": .string("elt")], in: try World()))
  }

  @Test func `a filter stays over stop and start until it is emptied`() throws {
    let world = try World()
    #expect(!discover(["UUIDs": .strings(["180f"])], in: world))
    world.client.adapter("StopDiscovery")
    world.client.adapter("StartDiscovery")
    world.advance(by: .seconds(1))
    #expect(world.client.objects()[World.devicePath] == nil)
    world.client.adapter("StopDiscovery")
    #expect(discover([:], in: world))
  }

  @Test func `a client gets what another one asked for`() throws {
    let world = try World()
    let other = Witness(world.bluez)
    other.adapter("StartDiscovery")
    #expect(discover(["UUIDs": .strings(["180f"])], in: world))
  }

  @Test(arguments: [
    ["Nonsense": Value.bool(true)], ["RSSI": .int16(-200)], ["RSSI": .string("-60")],
    ["RSSI": .int16(-60), "Pathloss": .uint16(20)], ["Transport": .string("air")],
    ["UUIDs": .strings(["nonsense"])], ["DuplicateData": .string("yes")],
    ["Pathloss": .uint16(200)],
  ])
  func `a filter that is none is refused`(filter: [String: Value]) throws {
    let world = try World()
    let answer = world.client.adapter("SetDiscoveryFilter", [.properties(filter)])
    world.advance(by: .seconds(1))
    #expect(
      answer.error == "org.bluez.Error.InvalidArguments: Invalid arguments in method call")
  }

  @Test func `the names of the filter's keys can be asked for`() throws {
    let world = try World()
    let answer = world.client.adapter("GetDiscoveryFilters")
    world.bluez.run()
    let keys = try #require(answer.values?.first?.asStrings)
    #expect(
      Set(keys).isSuperset(of: [
        "UUIDs", "RSSI", "Pathloss", "Transport", "DuplicateData", "Discoverable", "Pattern",
      ]))
  }
}
