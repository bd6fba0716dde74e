import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Futures
import GATT
import Testing

@testable import CentralRole

/// Reads, writes and their queue.
@Suite struct GroupDTests {
  static func service(
    _ properties: CharacteristicProperties = [.read, .write]
  ) -> (SimulatedService, [SimulatedCharacteristic]) {
    let characteristics = [0xFFE1, 0xFFE2].map {
      SimulatedCharacteristic(
        uuid: BluetoothUUID(UInt16($0)), properties: properties, value: Data([9]))
    }
    return (SimulatedService(uuid: 0xFFE0, characteristics: characteristics), characteristics)
  }

  @Test func `B52 twenty writes at once with one cancelled in flight all succeed in order`() throws
  {
    let (service, simulated) = Self.service()
    let world = try AttributeWorld(service)
    let characteristic = try world.characteristic(0xFFE1)
    let written = Lock<[UInt8]>([])
    simulated[0].onWrite { data in written.withLock { $0 += Array(data) } }
    let order = Lock<[Int]>([])
    let writes = (0..<20).map { number in
      let write = characteristic.write(data: Data([UInt8(number)]))
      write.onSuccess { _ in order.withLock { $0.append(number) } }
      return write
    }
    #expect(characteristic.pendingWriteCount == 20)
    world.bluez.run()
    writes[0].cancel()
    world.bluez.advance(by: .seconds(2))
    #expect(order.withLock { $0 } == Array(1..<20))
    #expect(written.withLock { $0 } == (0..<20).map { UInt8($0) })
    #expect(characteristic.pendingWriteCount == 0)
    #expect(!world.refused(with: "InProgress"))
  }

  @Test func `B52 forty requests over two characteristics never meet`() throws {
    let (service, _) = Self.service()
    let world = try AttributeWorld(service)
    let both = [try world.characteristic(0xFFE1), try world.characteristic(0xFFE2)]
    let writes = (0..<20).map { both[$0 % 2].write(data: Data([UInt8($0)])) }
    let reads = (0..<20).map { both[$0 % 2].read() }
    #expect(world.peripheral.pendingReadCount == 20)
    #expect(world.peripheral.pendingWriteCount == 20)
    #expect(both[0].pendingReadCount == 10)
    world.bluez.advance(by: .seconds(5))
    #expect(writes.allSatisfy { $0.success != nil })
    #expect(reads.map(\.success) == (0..<20).map { Data([UInt8(18 + $0 % 2)]) })
    let requests = world.bluez.calls.filter { ["ReadValue", "WriteValue"].contains($0.method) }
    #expect(requests.allSatisfy { $0.openCalls == 1 })
    #expect(!world.refused(with: "InProgress"))
  }

  @Test func `B52 what another program keeps busy is tried again within the deadline`() throws {
    let (service, simulated) = Self.service()
    let world = try AttributeWorld(service)
    world.bluez.faults.on(
      .writeValue, of: .characteristic(simulated[0]), calls: .numbers(1...3),
      [.fail("InProgress", "In Progress")])
    let write = try world.characteristic(0xFFE1).write(data: Data([1]))
    try world.wait(for: write)
    #expect(simulated[0].value == Data([1]))
  }

  @Test func `B53 a write without a type follows what the characteristic allows`() throws {
    let command = SimulatedCharacteristic(uuid: 0xFFE1, properties: [.writeWithoutResponse])
    let request = SimulatedCharacteristic(uuid: 0xFFE2, properties: [.write])
    let both = SimulatedCharacteristic(
      uuid: 0xFFE3, properties: [.write, .writeWithoutResponse])
    let reliable = SimulatedCharacteristic(uuid: 0xFFE4, properties: [.reliableWrite])
    let all = [command, request, both, reliable]
    let world = try AttributeWorld(SimulatedService(uuid: 0xFFE0, characteristics: all))
    for simulated in all {
      try world.wait(for: world.characteristic(simulated.uuid).write(data: Data([1])))
    }
    let types = world.arguments("WriteValue").map { text in
      ["command", "request", "reliable"].first { text.contains($0) }
    }
    #expect(types == ["command", "request", "request", "reliable"])
    let refused = try world.characteristic(0xFFE1).write(data: Data([1]), type: .withResponse)
    #expect(refused.failure?.code == .writeNotSupported)
    #expect(refused.failure?.description == "FFE1 cannot be written with response")
    let others = [
      try world.characteristic(0xFFE2).write(data: Data([1]), type: .withoutResponse),
      try world.characteristic(0xFFE2).write(data: Data([1]), type: .paced),
      try world.characteristic(0xFFE2).write(data: Data([1]), type: .reliable),
    ]
    #expect(others.allSatisfy { $0.failure?.code == .writeNotSupported })
    #expect(world.arguments("WriteValue").count == 4)
    #expect(world.arguments("AcquireWrite").isEmpty)
  }

  @Test func `B55 an unknown MTU is nil and a known one is followed`() throws {
    let world = ScriptedWorld()
    let peripheral = try world.connected()
    let control = try world.characteristic(Objects.control, of: peripheral)
    let told = StreamLog(peripheral.whenMTUChanges())
    #expect(control.maximumWriteLength(for: .withoutResponse) == nil)
    #expect(peripheral.mtu == nil)
    #expect(control.maximumWriteLength(for: .withResponse) == 512)
    world.daemon.change(Objects.control, .characteristic, ["MTU": .uint16(247)])
    world.daemon.change(Objects.data, .characteristic, ["MTU": .uint16(247)])
    world.run()
    #expect(control.maximumWriteLength(for: .withoutResponse) == 244)
    #expect(control.maximumWriteLength(for: .reliable) == 512)
    #expect(peripheral.mtu == 247)
    #expect(told.values == [247])
    #expect(StreamLog(peripheral.whenMTUChanges()).count == 0)
    world.run()
    world.daemon.link(false)
    world.run()
    #expect(control.maximumWriteLength(for: .withoutResponse) == nil)
    #expect(peripheral.mtu == nil)
  }

  @Test(arguments: [0, 22, 518] as [UInt16])
  func `B55 a number that can be no MTU is not known`(octets: UInt16) throws {
    let world = ScriptedWorld()
    let peripheral = try world.connected()
    let control = try world.characteristic(Objects.control, of: peripheral)
    world.daemon.change(Objects.control, .characteristic, ["MTU": .uint16(octets)])
    world.run()
    #expect(control.mtu == nil)
    #expect(peripheral.mtu == nil)
  }

  @Test func `B57 the late answer of a read that timed out is not the next one's`() throws {
    let world = ScriptedWorld()
    let data = try world.characteristic(Objects.data, of: try world.connected())
    world.daemon.script(
      "ReadValue", .after(.seconds(10), .reply([.bytes(Data([1]))])),
      .after(.seconds(1), .reply([.bytes(Data([2]))])))
    let first = data.read(timeout: .seconds(2))
    world.advance(.seconds(2))
    let second = data.read()
    world.advance(.seconds(9))
    #expect(second.success == Data([2]))
    #expect(first.failure?.description == "the read of FFE1 had no answer in 2.0 seconds")
  }

  @Test func `B57 a late answer of a descriptor is not that of another attribute`() throws {
    let world = ScriptedWorld()
    GroupCTests.addDescription(world.daemon)
    let peripheral = try world.connected()
    let data = try world.characteristic(Objects.data, of: peripheral)
    _ = data.discoverAllDescriptors()
    world.daemon.script(
      "ReadValue", .after(.seconds(10), .reply([.bytes(Data([1]))])),
      .reply([.bytes(Data([2]))]))
    let first = data.descriptors[0].read(timeout: .seconds(2))
    let second = data.read()
    world.advance(.seconds(11))
    #expect(first.failure?.code == .readTimeout)
    #expect(data.descriptors[0].data == nil)
    #expect(second.success == Data([2]))
  }

  @Test func `B58 nothing is sent while the link is being ended or the radio is off`() throws {
    let world = ScriptedWorld()
    GroupCTests.addDescription(world.daemon)
    let peripheral = try world.connected()
    let data = try world.characteristic(Objects.data, of: peripheral)
    let control = try world.characteristic(Objects.control, of: peripheral)
    _ = data.discoverAllDescriptors()
    world.daemon.script("Disconnect", .never)
    peripheral.disconnect()
    world.run()
    world.daemon.forgetCalls()
    let text = "FFE1: C4:BE:84:00:00:01 is not connected; connect() first"
    #expect(data.read().failure?.description == text)
    #expect(control.write(data: Data([1])).failure?.code == .disconnected)
    #expect(data.descriptors[0].read().failure?.code == .disconnected)
    #expect(peripheral.discoverAttributes().failure?.code == .disconnected)
    world.daemon.change(Objects.adapter, .adapter, ["Powered": .bool(false)])
    world.run()
    let write = control.write(data: Data([1]))
    let paced = control.write(data: Data([1]), type: .paced)
    let end = control.endPacedWrites()
    let stop = data.stopNotifying()
    let start = data.startNotifying()
    world.run()
    #expect(write.failure?.code == .disconnected)
    #expect(paced.failure?.code == .disconnected)
    #expect(start.failure?.code == .disconnected)
    #expect(stop.success != nil)
    #expect(end.success != nil)
    #expect(world.daemon.calls == [])
  }
}
