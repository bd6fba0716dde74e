import BlueZ
import BlueZSimulator
import DBus
import Testing

@Suite struct PropertyTests {
  @Test func `every object has the properties that its interface declares`() throws {
    let world = try World.connected()
    var seen: Set<String> = []
    for (path, interfaces) in world.client.objects() {
      for table in InterfaceTable.all {
        guard let properties = interfaces[table.name] else { continue }
        seen.insert(table.name)
        let declared = Dictionary(
          uniqueKeysWithValues: table.properties.map { ($0.name, $0) })
        for property in table.properties where !property.isOptional {
          #expect(properties[property.name] != nil, "\(path) \(property.name)")
        }
        for (name, value) in properties {
          #expect(declared[name]?.signature == value.signature.string, "\(path) \(name)")
        }
      }
    }
    #expect(seen.count == InterfaceTable.all.count)
  }

  @Test func `GetAll, Get and GetManagedObjects agree`() throws {
    let world = try World.connected()
    let path = try world.path(world.measurement)
    let name = InterfaceTable.characteristic.name
    let all = world.client.call(path, BusNames.properties, "GetAll", [.string(name)])
    let flags = world.client.get(path, .characteristic, "Flags")
    world.bluez.run()
    let properties = try #require(all.values?.first?.asProperties)
    #expect(properties == world.client.objects()[path]?[name])
    #expect(flags.values?.first?.asStrings == ["read", "notify"])
  }

  @Test func `power is set by a client`() throws {
    let world = try World()
    world.client.set(World.adapterPath, .adapter, "Powered", .bool(false))
    world.advance(by: .seconds(1))
    let lines = world.client.take()
    #expect(lines == ["reply Set", "changed hci0 Discovering=false Powered=false"])
    #expect(!world.adapter.isPowered)
    world.client.set(World.adapterPath, .adapter, "Powered", .bool(true))
    world.advance(by: .seconds(1))
    #expect(world.client.take() == ["reply Set", "changed hci0 Powered=true"])
  }

  @Test func `setting the present power succeeds without a signal`() throws {
    let world = try World()
    world.client.set(World.adapterPath, .adapter, "Powered", .bool(true))
    world.advance(by: .seconds(1))
    #expect(world.client.take() == ["reply Set"])
  }

  @Test func `other writable properties are set and told`() throws {
    let world = try World.discovered()
    world.client.set(World.devicePath, .device, "Trusted", .bool(true))
    world.bluez.run()
    #expect(
      Set(world.client.take()) == ["reply Set", "changed \(World.device) Trusted=true"])
  }

  @Test func `wrong sets are refused`() throws {
    let world = try World()
    let unknown = world.client.set(World.adapterPath, .adapter, "Colour", .bool(true))
    let readOnly = world.client.set(World.adapterPath, .adapter, "Address", .string("0"))
    let wrongType = world.client.set(World.adapterPath, .adapter, "Powered", .string("on"))
    world.bluez.run()
    #expect(
      unknown.error == "org.freedesktop.DBus.Error.UnknownProperty: No such property 'Colour'")
    #expect(
      readOnly.error
        == "org.freedesktop.DBus.Error.PropertyReadOnly: Property 'Address' is not writable")
    #expect(wrongType.error?.contains("Invalid") == true)
  }

  @Test func `an absent property is an invalid argument`() throws {
    let world = try World.discovered()
    let get = world.client.get(World.devicePath, .device, "TxPower")
    world.bluez.run()
    #expect(get.error == "org.freedesktop.DBus.Error.InvalidArgs: No such property 'TxPower'")
  }

  @Test func `an absent interface is an invalid argument`() throws {
    let world = try World()
    let get = world.client.get(World.adapterPath, .device, "Name")
    world.bluez.run()
    #expect(
      get.error
        == "org.freedesktop.DBus.Error.InvalidArgs: No such interface 'org.bluez.Device1'")
  }

  @Test(arguments: [
    ("/", "<node name=\"org\"/>"), ("/org", "<node name=\"bluez\"/>"),
    ("/org/bluez", "<node name=\"hci0\"/>"),
    ("/org/bluez/hci0", "<node name=\"\(World.device)\"/>"),
    ("/org/bluez/hci0", "<property name=\"Powered\" type=\"b\" access=\"readwrite\"/>"),
    (World.devicePath.string, "<method name=\"Connect\"></method>"),
  ])
  func `objects and the way to them describe themselves`(path: String, part: String) throws {
    let world = try World.discovered()
    let path = try #require(ObjectPath(path))
    let answer = world.client.call(path, BusNames.introspectable, "Introspect")
    world.bluez.run()
    #expect(answer.values?.first?.asString?.contains(part) == true)
  }

  @Test func `nothing describes itself where nothing is`() throws {
    let world = try World()
    let answer = world.client.call("/org/bluez/hci9", BusNames.introspectable, "Introspect")
    world.bluez.run()
    #expect(answer.error?.contains("UnknownObject") == true)
  }

  @Test func `objects and methods that do not exist have the daemon's errors`() throws {
    let world = try World()
    let object = world.client.call("/org/bluez/hci9", "org.bluez.Adapter1", "StartDiscovery")
    let method = world.client.adapter("Sing")
    let signature = world.client.adapter("StartDiscovery", [.bool(true)])
    world.bluez.run()
    #expect(
      object.error
        == "org.freedesktop.DBus.Error.UnknownObject: Method \"StartDiscovery\" with signature "
        + "\"\" on interface \"org.bluez.Adapter1\" doesn't exist\n")
    #expect(
      method.error
        == "org.freedesktop.DBus.Error.UnknownMethod: Method \"Sing\" with signature \"\" on "
        + "interface \"org.bluez.Adapter1\" doesn't exist\n")
    #expect(
      signature.error
        == "org.freedesktop.DBus.Error.UnknownMethod: Method \"StartDiscovery\" with signature "
        + "\"b\" on interface \"org.bluez.Adapter1\" doesn't exist\n")
  }
}
