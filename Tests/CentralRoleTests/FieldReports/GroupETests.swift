import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Futures
import GATT
import Glibc
import Testing

@testable import CentralRole

/// Notifications.
@Suite struct GroupETests {
  private func octets(_ log: StreamLog<Data>) -> [[UInt8]] { log.values.map { [UInt8]($0) } }

  @Test(arguments: [NotificationRoute.signals, .socket])
  func `B60 values before the answer to the subscription arrive in order`(
    route: NotificationRoute
  ) throws {
    let world = ScriptedWorld()
    let data = try world.characteristic(Objects.data, of: try world.connected())
    world.daemon.script(
      "StartNotify",
      .first(
        { daemon in
          daemon.change(Objects.data, .characteristic, ["Notifying": .bool(true)])
          for octet in 1...4 { daemon.notify(UInt8(octet)) }
        }, then: .done))
    // Signals are the way that a refused socket falls back to.
    let log = StreamLog(
      data.startNotifying(route: route).flatMap { _ in
        data.receiveNotificationUpdates()
      })
    world.run()
    #expect(octets(log) == [[1], [2], [3], [4]])
  }

  @Test func `B62 the value of one's own read is not a notification`() throws {
    let value = SimulatedCharacteristic(
      uuid: 0xFFE1, properties: [.read, .notify], value: Data([1, 2]))
    let world = try AttributeWorld(SimulatedService(uuid: 0xFFE0, characteristics: [value]))
    let characteristic = try world.characteristic(0xFFE1)
    let log = StreamLog(characteristic.receiveNotificationUpdates())
    try world.wait(for: characteristic.startNotifying())
    #expect(try world.wait(for: characteristic.read()) == Data([1, 2]))
    #expect(try world.wait(for: characteristic.read(offset: 1)) == Data([2]))
    #expect(characteristic.data == Data([1, 2]))
    value.notify(Data([3]))
    world.bluez.advance(by: .seconds(1))
    #expect(octets(log) == [[3]])
  }

  @Test func `B63 five reconnects with a new subscription each double nothing`() throws {
    let world = ScriptedWorld()
    let peripheral = try world.connected()
    let data = try world.characteristic(Objects.data, of: peripheral)
    let log = StreamLog(data.receiveNotificationUpdates())
    for _ in 1...5 {
      _ = data.startNotifying()
      world.run()
      world.daemon.link(false)
      world.run()
      peripheral.reconnect()
      world.run()
    }
    _ = data.startNotifying()
    world.run()
    world.daemon.notify(1)
    world.run()
    #expect(octets(log) == [[1]])
  }

  @Test(arguments: [true, false])
  func `B65 all subscriptions come back after a loss that takes the tree along`(
    resuming: Bool
  ) throws {
    let world = ScriptedWorld()
    let tree = Objects.tree
    let extra = try #require(Objects.service.appending("char0017"))
    let name = InterfaceTable.characteristic.name
    let extraProperties = Objects.characteristicProperties(0xFFE7, Objects.service, ["notify"])
    world.daemon.add(extra, .characteristic, extraProperties)
    let peripheral = try world.connected()
    let all = try [Objects.data, extra, Objects.twin].map {
      try world.characteristic($0, of: peripheral)
    }
    let logs = all.map { StreamLog($0.receiveNotificationUpdates(resuming: resuming)) }
    for characteristic in all { _ = characteristic.startNotifying() }
    world.run()
    world.daemon.link(false)
    world.daemon.remove(Objects.service)
    world.daemon.remove(Objects.other)
    world.run()
    for path in tree.keys.sorted() where path.isInside(Objects.device) && path != Objects.device {
      for (interface, properties) in tree[path] ?? [:] {
        world.daemon.add(path, interface == name ? .characteristic : .service, properties)
      }
    }
    world.daemon.add(extra, .characteristic, extraProperties)
    peripheral.reconnect()
    world.run()
    #expect(peripheral.isConnected)
    if !resuming { for characteristic in all { _ = characteristic.startNotifying() } }
    world.run()
    for characteristic in all { world.daemon.notify(8, from: characteristic.node.path) }
    world.run()
    #expect(logs.map(octets) == [[[8]], [[8]], [[8]]])
    #expect(logs.allSatisfy { $0.codes == [.disconnected] })
  }

  @Test(arguments: [true, false])
  func `B66 stopping on a dead link succeeds and sends nothing`(wasSocket: Bool) throws {
    let value = SimulatedCharacteristic(uuid: 0xFFE1, properties: [.notify])
    let world = try AttributeWorld(SimulatedService(uuid: 0xFFE0, characteristics: [value]))
    let characteristic = try world.characteristic(0xFFE1)
    try world.wait(for: characteristic.startNotifying(route: wasSocket ? .socket : .signals))
    world.tag.dropLink()
    world.bluez.advance(by: .seconds(1))
    try world.wait(for: characteristic.stopNotifying())
    try world.wait(for: characteristic.stopNotifying())
    #expect(world.arguments("StopNotify") == [])
  }

  @Test func `B68 the loss of one peripheral leaves another's notifications alone`() throws {
    let world = SimulatedWorld()
    let first = try world.connected()
    let (second, value) = SimulatedWorld.peripheral(2)
    world.adapter.add(second)
    let scan = world.manager.startScanning().withFilter { $0.name == "Tag 2" }
    let other = try world.bluez.wait(for: scan.first(), within: .seconds(5))
    other.connect().forEach { _ in }
    world.bluez.advance(by: .seconds(1))
    let characteristic = try world.characteristic(of: other)
    let log = StreamLog(characteristic.receiveNotificationUpdates())
    for subscribed in [first, characteristic] {
      try world.bluez.wait(for: subscribed.startNotifying())
    }
    world.bluez.faults.after(.zero, [.removeObject(first.service.peripheral.path.string)])
    world.tag.dropLink()
    world.bluez.advance(by: .seconds(1))
    value.notify(Data([1]))
    world.bluez.advance(by: .seconds(1))
    #expect(octets(log) == [[1]])
    #expect(log.failures == [])
  }

  @Test func `B69 an empty packet is a value and the hang-up is the end, once`() throws {
    let world = ScriptedWorld()
    let data = try world.characteristic(Objects.data, of: try world.connected())
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    #expect(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    var end: FileDescriptor? = FileDescriptor(owning: ends[0])
    world.daemon.script(
      "AcquireNotify", .reply([.fileDescriptor(FileDescriptor(owning: ends[1])), .uint16(247)]))
    let log = StreamLog(data.receiveNotificationUpdates())
    _ = data.startNotifying(route: .socket)
    world.run()
    for packet in [Data(), Data([1])] { #expect(end?.sendPacket(packet) == .sent) }
    end = nil
    world.run()
    world.daemon.link(false)
    world.run()
    #expect(octets(log) == [[], [1]])
    #expect(log.codes == [.disconnected])
  }

  @Test func `B69 an empty value of a signal is a value`() throws {
    let world = ScriptedWorld()
    let data = try world.characteristic(Objects.data, of: try world.connected())
    let log = StreamLog(data.receiveNotificationUpdates())
    _ = data.startNotifying()
    world.run()
    world.daemon.notify()
    world.run()
    #expect(octets(log) == [[]])
  }

  @Test func `B70 a lost link is told to the subscriber within 100 ms`() throws {
    let world = ScriptedWorld()
    let data = try world.characteristic(Objects.data, of: try world.connected())
    let log = StreamLog(data.receiveNotificationUpdates())
    _ = data.startNotifying()
    world.run()
    world.daemon.link(false)
    world.advance(.milliseconds(100))
    #expect(log.codes == [.disconnected])
  }

  @Test func `B70 a loop over the values of a stream that resumes goes on after the loss`()
    async throws
  {
    let world = ScriptedWorld()
    let peripheral = try world.connected()
    let data = try world.characteristic(Objects.data, of: peripheral)
    var values = data.receiveNotificationUpdates(resuming: true).values.makeAsyncIterator()
    var plain = data.receiveNotificationUpdates().makeAsyncIterator()
    _ = data.startNotifying()
    world.run()
    world.daemon.notify(1)
    world.run()
    world.daemon.link(false)
    world.run()
    peripheral.reconnect()
    world.run()
    world.daemon.notify(2)
    world.run()
    #expect(await values.next() == Data([1]))
    #expect(await values.next() == Data([2]))
    #expect(try await plain.next() == Data([1]))
    await #expect(throws: CentralError.self) { try await plain.next() }
  }

  @Test func `B72 subscribers are counted for each characteristic, whatever its UUID`() throws {
    let world = ScriptedWorld()
    let peripheral = try world.connected()
    let data = try world.characteristic(Objects.data, of: peripheral)
    let twin = try world.characteristic(Objects.twin, of: peripheral)
    let first = StreamLog(data.receiveNotificationUpdates())
    let second = StreamLog(data.receiveNotificationUpdates())
    let other = StreamLog(twin.receiveNotificationUpdates())
    for characteristic in [data, data, twin] { _ = characteristic.startNotifying() }
    world.run()
    first.leave()
    world.daemon.notify(1)
    world.run()
    #expect(octets(second) == [[1]])
    #expect(octets(other) == [])
    #expect(world.daemon.count("StopNotify") == 0)
    second.leave()
    world.run()
    #expect(world.daemon.calls.filter { $0.hasPrefix("StopNotify") } == ["StopNotify char0011"])
    #expect(twin.isNotifying)
  }
}
