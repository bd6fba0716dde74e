import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Futures
import GATT
import Testing

/// Peripherals that answer later, and every type of write.
@Suite struct AnswerTests {
  @Test func `a read is answered when its future is`() throws {
    let world = try World.connected()
    let path = try world.path(world.setting)
    let promise = Promise<Data>()
    let requests = Lock<[SimulatedReadRequest]>([])
    world.setting.onReadRequest { request in
      requests.withLock { $0.append(request) }
      return promise.future
    }
    let read = world.client.read(path)
    world.advance(by: .seconds(10))
    #expect(read.isPending)
    #expect(requests.withLock { $0.map(\.mtu) } == [517])
    #expect(requests.withLock { $0.map(\.central) } == [world.adapter.address])
    promise.success(Data([5]))
    world.bluez.run()
    #expect(read.values == [.bytes(Data([5]))])
    world.setting.onReadRequest { _ in Future(error: ATTError(code: 0x80)) }
    let refused = world.client.read(path)
    world.advance(by: .milliseconds(10))
    #expect(refused.error == "org.bluez.Error.Failed: Operation failed with ATT error: 0x80")
  }

  @Test func `a peripheral that does not answer within 30 seconds loses its link`() throws {
    let world = try World.connected()
    let path = try world.path(world.setting)
    let never = Promise<Data>()
    world.setting.onReadRequest { _ in never.future }
    let read = world.client.read(path)
    world.advance(by: .milliseconds(30_004))
    #expect(read.isPending)
    world.client.take()
    world.advance(by: .milliseconds(1))
    #expect(
      world.client.take() == [
        "error ReadValue Failed: Operation failed with ATT error: 0x0e",
        "changed \(World.device) Connected=false ServicesResolved=false",
      ])
    never.success(Data())
    world.advance(by: .seconds(1))
    #expect(world.client.take().isEmpty)
  }

  @Test func `a late answer does not answer a read over the next link`() throws {
    let world = try World.connected()
    let path = try world.path(world.setting)
    let promises = [Promise<Data>(), Promise<Data>()]
    let count = Lock(0)
    world.setting.onReadRequest { _ in
      promises[
        count.withLock { count in
          count += 1
          return count - 1
        }
      ].future
    }
    let first = world.client.read(path)
    world.advance(by: .milliseconds(10))
    world.peripheral.dropLink()
    world.client.device("Connect")
    world.advance(by: .seconds(1))
    #expect(first.error == "org.bluez.Error.Failed: Operation failed with ATT error: 0x0e")
    let second = world.client.read(path)
    world.advance(by: .milliseconds(10))
    promises[0].success(Data([1]))
    world.bluez.run()
    #expect(second.isPending)
    promises[1].success(Data([2]))
    world.bluez.run()
    #expect(second.values == [.bytes(Data([2]))])
  }

  private struct Written: Equatable {
    let kind: SimulatedWriteRequest.Kind
    let offset: Int
    let value: [UInt8]
  }

  private func written(
    properties: CharacteristicProperties, _ octets: [UInt8], _ options: Properties
  ) throws -> (Written?, error: String?) {
    let value = SimulatedCharacteristic(
      uuid: 0x2A39, properties: properties, value: Data([1, 2, 3]))
    let world = try OneDevice(
      mtu: 23, services: [SimulatedService(uuid: 0x180D, characteristics: [value])])
    let written = Lock<Written?>(nil)
    value.onWriteRequest { request in
      let seen = Written(kind: request.kind, offset: request.offset, value: Array(request.value))
      written.withLock { $0 = seen }
      return Future(value: ())
    }
    world.connect()
    let answer = world.client.characteristic(
      try world.path(0x2A39), "WriteValue", [.bytes(Data(octets)), .properties(options)])
    world.advance(by: .milliseconds(50))
    return (written.withLock { $0 }, answer.error)
  }

  @Test func `without a type a write is the best that the characteristic can do`() throws {
    let cases: [(CharacteristicProperties, SimulatedWriteRequest.Kind)] = [
      ([.write, .reliableWrite], .reliable), ([.write, .writeWithoutResponse], .request),
      (.writeWithoutResponse, .command),
    ]
    for (properties, kind) in cases {
      let (written, error) = try written(properties: properties, [9], [:])
      #expect(written == Written(kind: kind, offset: 0, value: [9]))
      #expect(error == nil)
    }
    let (written, error) = try written(properties: .read, [9], [:])
    #expect(written == nil)
    #expect(error == "org.bluez.Error.NotSupported: Operation is not supported")
  }

  @Test func `a long request and one with an offset are prepared in parts`() throws {
    let long = [UInt8](repeating: 7, count: 21)
    let request: Properties = ["type": .string("request")]
    #expect(
      try written(properties: .write, long, request).0
        == Written(kind: .long, offset: 0, value: long))
    let offset = request.merging(["offset": .uint16(2)]) { $1 }
    #expect(
      try written(properties: .write, [9], offset).0
        == Written(kind: .long, offset: 2, value: [1, 2, 9]))
    let beyond = request.merging(["offset": .uint16(4)]) { $1 }
    #expect(
      try written(properties: .write, [9], beyond).error
        == "org.bluez.Error.InvalidArguments: Invalid offset")
    let command: Properties = ["type": .string("command"), "offset": .uint16(1)]
    #expect(
      try written(properties: .write, [9], command).error
        == "org.bluez.Error.NotSupported: Operation is not supported")
    #expect(
      try written(properties: .write, [9], ["type": .string("wish")]).error
        == "org.bluez.Error.NotSupported: Operation is not supported")
  }

  @Test func `a peripheral may refuse writes in parts`() throws {
    let world = try World.connected()
    let path = try world.path(world.setting)
    world.peripheral.longWriteError = .requestNotSupported
    let long = world.client.write(path, .init(repeating: 1, count: 515))
    world.advance(by: .milliseconds(10))
    let short = world.client.write(path, [1])
    world.advance(by: .milliseconds(10))
    #expect(long.error == "org.bluez.Error.NotSupported: Operation is not supported")
    #expect(short.values == [])
    world.setting.failNextWrite(with: .insufficientResources, times: 2)
    let errors = (1...3).map { _ in
      let answer = world.client.write(path, [2])
      world.advance(by: .milliseconds(10))
      return answer.error
    }
    let text = "org.bluez.Error.Failed: Operation failed with ATT error: 0x11"
    #expect(errors == [text, text, nil])
  }

  @Test func `no value is longer than 512 octets`() throws {
    let world = try World.connected()
    let path = try world.path(world.setting)
    world.setting.value = Data(repeating: 1, count: 600)
    let read = world.client.read(path)
    world.advance(by: .milliseconds(10))
    #expect(read.values?.first?.asData?.count == 512)
  }
}
