import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Futures
import GATT
import Testing

@Suite struct RequestTests {
  @Test func `a read tells its value before it is answered`() throws {
    let world = try World.connected()
    let path = try world.path(world.setting)
    world.client.read(path)
    world.advance(by: .milliseconds(50))
    #expect(
      world.client.take() == ["changed \(path.lastElement) Value=0b", "reply ReadValue 0b"])
  }

  @Test func `reads of one characteristic at once are one read`() throws {
    let world = try World.connected()
    let path = try world.path(world.setting)
    let count = Lock(0)
    world.setting.onRead {
      count.withLock { count in
        count += 1
        return Data([UInt8(count)])
      }
    }
    world.client.read(path)
    world.client.read(path)
    world.advance(by: .milliseconds(50))
    #expect(
      world.client.take() == [
        "changed \(path.lastElement) Value=01", "reply ReadValue 01", "reply ReadValue 01",
      ])
  }

  @Test func `a read with an offset gives the rest and tells the whole value`() throws {
    let world = try World.connected()
    world.setting.value = Data([1, 2, 3])
    let path = try world.path(world.setting)
    world.client.characteristic(path, "ReadValue", [.properties(["offset": .uint16(1)])])
    world.advance(by: .milliseconds(50))
    #expect(world.client.take().last == "reply ReadValue 0203")
  }

  @Test func `a read with another offset waits for nobody`() throws {
    let world = try World.connected()
    let path = try world.path(world.setting)
    let first = world.client.read(path)
    let second = world.client.characteristic(
      path, "ReadValue", [.properties(["offset": .uint16(1)])])
    world.advance(by: .milliseconds(50))
    #expect(first.values != nil)
    #expect(second.error == "org.bluez.Error.InProgress: In Progress")
  }

  @Test func `an offset of another type is refused`() throws {
    let world = try World.connected()
    let path = try world.path(world.setting)
    let answer = world.client.characteristic(
      path, "ReadValue", [.properties(["offset": .uint64(1)])])
    world.advance(by: .milliseconds(50))
    #expect(
      answer.error == "org.bluez.Error.InvalidArguments: Invalid arguments in method call")
  }

  @Test func `a write reaches the peripheral and is answered`() throws {
    let world = try World.connected()
    let path = try world.path(world.setting)
    world.client.write(path, [1, 2])
    world.advance(by: .milliseconds(50))
    #expect(world.client.take().last == "reply WriteValue")
    #expect(world.setting.value == Data([1, 2]))
  }

  @Test func `one write of a characteristic is open at a time`() throws {
    let world = try World.connected()
    let path = try world.path(world.setting)
    let other = try world.path(world.secret)
    let first = world.client.write(path, [1])
    let second = world.client.write(path, [2])
    let third = world.client.write(other, [3])
    world.advance(by: .milliseconds(50))
    #expect(first.values == [])
    #expect(second.error == "org.bluez.Error.InProgress: In Progress")
    #expect(third.values == [])
    #expect(world.setting.value == Data([1]))
  }

  @Test func `a command is answered at once`() throws {
    let world = try World.connected()
    let path = try world.path(world.command)
    let answer = world.client.write(path, [7], type: "command")
    world.bluez.run()
    #expect(answer.values == [])
    world.advance(by: .milliseconds(50))
    #expect(world.command.value == Data([7]))
  }

  @Test func `a command that is longer than the MTU allows fails`() throws {
    let world = try World.connected()
    let path = try world.path(world.command)
    let answer = world.client.write(path, .init(repeating: 0, count: 515), type: "command")
    world.advance(by: .milliseconds(50))
    #expect(answer.error == "org.bluez.Error.Failed: Failed to initiate write")
  }

  @Test func `a value of more than 512 octets has a bad length`() throws {
    let world = try World.connected()
    let path = try world.path(world.setting)
    let answer = world.client.write(path, .init(repeating: 0, count: 513))
    world.advance(by: .milliseconds(50))
    #expect(answer.error == "org.bluez.Error.InvalidArguments: Invalid Length")
  }

  @Test(arguments: [
    (0x01, "Failed: Operation failed with ATT error: 0x01"),
    (0x02, "NotPermitted: Read not permitted"), (0x03, "NotPermitted: Write not permitted"),
    (0x05, "NotPermitted: Not paired"), (0x06, "NotSupported: Operation is not supported"),
    (0x07, "InvalidArguments: Invalid offset"),
    (0x08, "NotAuthorized: Operation Not Authorized"), (0x0C, "NotPermitted: Not paired"),
    (0x0D, "InvalidArguments: Invalid Length"),
    (0x0E, "Failed: Operation failed with ATT error: 0x0e"),
    (0x0F, "NotPermitted: Not paired"), (0x80, "Failed: Operation failed with ATT error: 0x80"),
    (0xFF, "Failed: Operation failed with ATT error: 0xff"),
  ])
  func `the peripheral's errors have their names`(code: UInt8, text: String) throws {
    let world = try World.connected()
    let path = try world.path(world.setting)
    world.setting.onRead { throw ATTError(code: code) }
    world.setting.onWrite { _ in throw ATTError(code: code) }
    let answers = [world.client.read(path), world.client.write(path, [1])]
    world.advance(by: .milliseconds(50))
    for answer in answers { #expect(answer.error == "org.bluez.Error.\(text)") }
  }

  @Test func `a failing read fails once`() throws {
    let world = try World.connected()
    let path = try world.path(world.setting)
    world.setting.failNextRead(with: ATTError(code: 0x80))
    let first = world.client.read(path)
    world.advance(by: .milliseconds(50))
    let second = world.client.read(path)
    world.advance(by: .milliseconds(50))
    #expect(first.error == "org.bluez.Error.Failed: Operation failed with ATT error: 0x80")
    #expect(second.values == [.bytes(Data([0x0B]))])
  }

  @Test func `what a characteristic cannot do is refused`() throws {
    let world = try World.connected()
    let read = world.client.read(try world.path(world.secret))
    let write = world.client.write(try world.path(world.measurement), [1])
    world.advance(by: .milliseconds(50))
    #expect(read.error == "org.bluez.Error.NotPermitted: Read not permitted")
    #expect(write.error == "org.bluez.Error.NotPermitted: Write not permitted")
  }

  @Test func `without a link requests fail`() throws {
    let world = try World.connected()
    let path = try world.path(world.setting)
    world.peripheral.dropLink()
    world.advance(by: .milliseconds(100))
    let answers = [world.client.read(path), world.client.write(path, [1])]
    world.bluez.run()
    for answer in answers { #expect(answer.error == "org.bluez.Error.Failed: Not connected") }
  }

  @Test func `the MTU is known while there is a link`() throws {
    let world = try World.connected()
    let path = try world.path(world.setting)
    let linked = world.client.get(path, .characteristic, "MTU")
    world.bluez.run()
    #expect(linked.values == [.variant(.uint16(517))])
    world.peripheral.dropLink()
    world.advance(by: .milliseconds(100))
    #expect(world.client.take(only: "MTU=", "-MTU").isEmpty)
    let lost = world.client.get(path, .characteristic, "MTU")
    world.bluez.run()
    #expect(lost.error == "org.freedesktop.DBus.Error.InvalidArgs: No such property 'MTU'")
  }

  @Test func `the client configuration can be read and not be written`() throws {
    let world = try World.connected()
    let path = try world.path(world.measurement)
    let descriptor = try #require(
      world.client.objects().keys.first { $0.parent == path })
    let read = world.client.call(
      descriptor, InterfaceTable.descriptor.name, "ReadValue", [.properties([:])])
    let write = world.client.call(
      descriptor, InterfaceTable.descriptor.name, "WriteValue",
      [.bytes(Data([1, 0])), .properties([:])])
    world.advance(by: .milliseconds(50))
    #expect(read.values == [.bytes(Data([0, 0]))])
    #expect(write.error == "org.bluez.Error.NotPermitted: Write not permitted")
  }
}
