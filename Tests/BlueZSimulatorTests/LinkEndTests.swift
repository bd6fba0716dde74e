import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Testing

@Suite struct LinkEndTests {
  @Test func `a disconnect ends services, then is answered, then tells the link's end`() throws {
    let world = try World.connected()
    world.client.device("Disconnect")
    world.advance(by: .seconds(1))
    #expect(world.client.take().isEmpty)
    #expect(world.peripheral.isConnected)
    world.advance(by: .seconds(2))
    #expect(
      world.client.take() == [
        "changed \(World.device) ServicesResolved=false", "reply Disconnect",
        "changed \(World.device) Connected=false",
      ])
    #expect(!world.peripheral.isConnected)
  }

  @Test func `requests are served until a disconnect has ended the link`() throws {
    let world = try World.connected()
    let path = try world.path(world.setting)
    world.client.device("Disconnect")
    world.advance(by: .seconds(1))
    let read = world.client.read(path)
    world.advance(by: .milliseconds(50))
    #expect(read.values == [.bytes(.init([0x0B]))])
  }

  @Test func `a disconnect of a device without a link succeeds`() throws {
    let world = try World.discovered()
    let answer = world.client.device("Disconnect")
    world.bluez.run()
    // The documentation says NotConnected; the daemon was seen to answer success.
    #expect(answer.values == [])
  }

  @Test func `two disconnects at once are both answered`() throws {
    let world = try World.connected()
    let first = world.client.device("Disconnect")
    world.advance(by: .milliseconds(100))
    let second = world.client.device("Disconnect")
    world.advance(by: .seconds(3))
    #expect(first.values == [])
    #expect(second.values == [])
    #expect(world.client.take(only: "Connected").count == 1)
  }

  @Test func `a peripheral that drops the link is told in one signal`() throws {
    let world = try World.connected()
    world.peripheral.dropLink()
    world.advance(by: .milliseconds(100))
    #expect(
      world.client.take() == [
        "changed \(World.device) Connected=false ServicesResolved=false"
      ])
  }

  @Test func `attributes stay exported over a lost link and are not added again`() throws {
    let world = try World.connected()
    let before = world.client.objects().keys.sorted()
    world.peripheral.dropLink()
    world.advance(by: .milliseconds(100))
    #expect(world.client.objects().keys.sorted() == before)
    world.client.take()
    world.client.device("Connect")
    world.advance(by: .seconds(1))
    let lines = world.client.take()
    #expect(!lines.contains { $0.hasPrefix("added") })
    #expect(lines.first == "changed \(World.device) Connected=true")
    #expect(lines.last?.contains("ServicesResolved=true") == true)
  }

  @Test func `requests that are open when the link is lost fail`() throws {
    let world = try World.connected()
    let path = try world.path(world.setting)
    let read = world.client.read(path)
    let write = world.client.write(path, [1])
    world.peripheral.dropLink()
    world.advance(by: .milliseconds(100))
    let errors = [read.error, write.error]
    for error in errors {
      #expect(error?.hasPrefix("org.bluez.Error.Failed: ") == true, "\(error ?? "no error")")
    }
  }

  @Test func `a link that is lost during a disconnect answers it`() throws {
    let world = try World.connected()
    let disconnect = world.client.device("Disconnect")
    world.advance(by: .milliseconds(500))
    world.peripheral.dropLink()
    world.advance(by: .milliseconds(100))
    #expect(disconnect.values == [])
    #expect(world.client.take(only: "Connected").count == 1)
  }

  @Test func `a link that is lost before its services is told without services`() throws {
    let world = try World.discovered()
    world.client.device("Connect")
    while !world.peripheral.isConnected { world.advance(by: .milliseconds(5)) }
    world.peripheral.dropLink()
    world.advance(by: .seconds(1))
    let lines = world.client.take()
    #expect(lines.first == "changed \(World.device) Connected=true")
    #expect(lines.contains("changed \(World.device) Connected=false"))
    #expect(!lines.contains { $0.contains("ServicesResolved=true") })
  }

  @Test func `switching the power off ends the link, is answered, and then told`() throws {
    let world = try World.connected()
    world.client.set(World.adapterPath, .adapter, "Powered", .bool(false))
    world.advance(by: .seconds(1))
    #expect(
      world.client.take() == [
        "changed \(World.device) Connected=false ServicesResolved=false", "reply Set",
        "changed hci0 Discovering=false Powered=false",
      ])
    #expect(!world.peripheral.isConnected)
    // A device that was connected goes with its time only.
    #expect(world.client.objects()[World.devicePath] != nil)
  }

  @Test func `a client that leaves keeps the link`() throws {
    let world = try World.discovered()
    let other = Witness(world.bluez)
    other.device("Connect")
    world.advance(by: .seconds(1))
    other.leave()
    world.advance(by: .seconds(60))
    #expect(world.peripheral.isConnected)
    #expect(
      world.client.objects()[World.devicePath]?["org.bluez.Device1"]?["Connected"] == .bool(true))
  }

  @Test func `a peripheral that was taken away is lost`() throws {
    let world = try World.connected()
    world.adapter.remove(world.peripheral)
    world.advance(by: .milliseconds(100))
    #expect(
      world.client.take() == [
        "changed \(World.device) Connected=false ServicesResolved=false"
      ])
  }
}
