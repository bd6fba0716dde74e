import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Futures
import GATT
import Profiles
import Testing

@Suite struct SensorTagTests {
  private struct Tag {
    let bluez = SimulatedBlueZ()
    let peripheral = SimulatedPeripheral.sensorTag(motion: .counting)
    let client: Witness

    init() throws {
      bluez.addAdapter().add(peripheral)
      bluez.advance(by: .seconds(1))
      client = Witness(bluez)
      client.adapter("StartDiscovery")
      bluez.advance(by: .seconds(1))
      client.adapter("StopDiscovery")
      bluez.advance(by: .seconds(1))
      try connect()
    }

    func connect() throws {
      client.device("Connect")
      bluez.advance(by: .seconds(1))
      try #require(client.take().contains { $0.contains("ServicesResolved=true") })
    }

    func path(_ short: UInt16) throws -> ObjectPath {
      let uuid = BluetoothUUID(short, base: TISensorTag.base).fullLowercased
      return try #require(
        client.objects().first { _, interfaces in
          interfaces[InterfaceTable.characteristic.name]?["UUID"]?.asString == uuid
        }?.key)
    }

    func write(_ short: UInt16, _ octets: [UInt8]) throws -> Answer {
      let answer = client.write(try path(short), octets)
      bluez.advance(by: .milliseconds(20))
      return answer
    }

    func read(_ short: UInt16) throws -> Answer {
      let answer = client.read(try path(short))
      bluez.advance(by: .milliseconds(20))
      return answer
    }
  }

  @Test func `it measures nothing until it is enabled`() throws {
    let tag = try Tag()
    #expect(try tag.read(0xAA11).values == [.bytes(Data([0, 0, 0]))])
    #expect(try tag.write(0xAA12, [1]).values == [])
    #expect(try tag.read(0xAA11).values == [.bytes(Data([1, 0xFE, 63]))])
  }

  @Test func `it notifies once a period while somebody listens`() throws {
    let tag = try Tag()
    _ = try tag.write(0xAA13, [10])
    _ = try tag.write(0xAA12, [1])
    tag.client.characteristic(try tag.path(0xAA11), "StartNotify")
    tag.bluez.advance(by: .milliseconds(50))
    tag.client.take()
    tag.bluez.advance(by: .seconds(1))
    let values = tag.client.take(only: "Value=")
    #expect(values.count == 10)
    #expect(values.allSatisfy { $0.hasSuffix("fe3f") })
    #expect(Set(values).count == 10)
  }

  @Test func `it refuses bad lengths and periods`() throws {
    let tag = try Tag()
    let length = "org.bluez.Error.InvalidArguments: Invalid Length"
    let range = "org.bluez.Error.Failed: Operation failed with ATT error: 0x80"
    #expect(try tag.write(0xAA13, [10, 0]).error == length)
    #expect(try tag.write(0xAA13, []).error == length)
    #expect(try tag.write(0xAA13, [9]).error == range)
    #expect(try tag.write(0xAA12, [2]).error == range)
  }

  @Test func `its first command drops the link`() throws {
    let tag = try Tag()
    _ = try tag.write(0xAA1F, [1])
    tag.bluez.advance(by: .milliseconds(250))
    #expect(tag.peripheral.isConnected)
    tag.bluez.advance(by: .milliseconds(50))
    #expect(!tag.peripheral.isConnected)
    tag.client.take()
    try tag.connect()
  }

  @Test func `its second command drops the link and is silent for three seconds`() throws {
    let tag = try Tag()
    _ = try tag.write(0xAA1F, [2])
    tag.bluez.advance(by: .milliseconds(300))
    tag.client.take()
    let connect = tag.client.device("Connect")
    tag.bluez.advance(by: .milliseconds(2900))
    #expect(connect.isPending)
    tag.bluez.advance(by: .milliseconds(300))
    #expect(connect.values == [])
  }

  @Test func `its third command fails the next read`() throws {
    let tag = try Tag()
    _ = try tag.write(0xAA1F, [3])
    #expect(
      try tag.read(0xAA11).error
        == "org.bluez.Error.Failed: Operation failed with ATT error: 0x80")
    #expect(try tag.read(0xAA11).values != nil)
  }
}
