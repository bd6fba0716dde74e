import BlueZ
import DBus
import FoundationEssentials
import Futures
import GATT
import Testing

@testable import CentralRole

@Suite struct RequestTests {
  let world = ScriptedWorld()
  let peripheral: Peripheral
  let data: Characteristic
  let control: Characteristic
  let twin: Characteristic

  init() throws {
    peripheral = try world.connected()
    data = try world.characteristic(Objects.data, of: peripheral)
    control = try world.characteristic(Objects.control, of: peripheral)
    twin = try world.characteristic(Objects.twin, of: peripheral)
  }

  @Test func `requests start in the order of their calls and a write is a barrier`() {
    world.daemon.always("ReadValue", .never)
    world.daemon.always("WriteValue", .never)
    let first = data.read()
    let second = twin.read()
    let write = control.write(data: Data([1]))
    let third = data.read()
    world.run()
    #expect(world.daemon.calls == ["ReadValue char0011", "ReadValue char0021"])
    world.daemon.answerHeld(.reply([.bytes(Data([1]))]), .reply([.bytes(Data([2]))]))
    world.run()
    #expect(first.success == Data([1]))
    #expect(second.success == Data([2]))
    #expect(world.daemon.calls.last == "WriteValue char0014")
    world.daemon.answerHeld(.done)
    world.run()
    #expect(write.success != nil)
    #expect(world.daemon.calls.last == "ReadValue char0011")
    world.daemon.answerHeld(.reply([.bytes(Data([3]))]))
    world.run()
    #expect(third.success == Data([3]))
  }

  @Test func `two requests on one attribute are never open together`() {
    world.daemon.always("ReadValue", .never)
    _ = data.read()
    _ = data.read()
    world.run()
    #expect(world.daemon.count("ReadValue") == 1)
    world.daemon.answerHeld(.reply([.bytes(Data())]))
    world.run()
    #expect(world.daemon.count("ReadValue") == 2)
  }

  @Test func `a write says its type`() throws {
    _ = control.write(data: Data([7]))
    _ = control.write(data: Data([8]), type: .withoutResponse)
    world.run()
    let bodies = world.daemon.bodies("WriteValue")
    try #require(bodies.count == 2)
    #expect(bodies[0] == [.bytes(Data([7])), .properties(["type": .string("request")])])
    #expect(bodies[1] == [.bytes(Data([8])), .properties(["type": .string("command")])])
  }

  @Test func `a read that timed out keeps its place and its late answer goes nowhere`() {
    world.daemon.script("ReadValue", .after(.seconds(10), .reply([.bytes(Data([1]))])))
    world.daemon.script("ReadValue", .reply([.bytes(Data([2]))]))
    let first = data.read(timeout: .seconds(2))
    world.advance(.seconds(2))
    #expect(first.failure?.code == .readTimeout)
    #expect(first.failure?.description == "the read of FFE1 had no answer in 2.0 seconds")
    let second = data.read()
    world.advance(.seconds(7))
    #expect(world.daemon.count("ReadValue") == 1)
    world.advance(.seconds(2))
    #expect(second.success == Data([2]))
    #expect(first.failure?.code == .readTimeout)
  }

  @Test func `a write without an answer fails at its deadline`() {
    world.daemon.always("WriteValue", .never)
    let write = control.write(data: Data([1]))
    world.advance(.seconds(34))
    #expect(!write.isCompleted)
    world.advance(.seconds(2))
    #expect(write.failure?.description == "the write of FFE2 had no answer in 35.0 seconds")
  }

  @Test func `a request that waits behind another fails at its own deadline`() {
    world.daemon.always("WriteValue", .never)
    _ = control.write(data: Data([1]))
    let read = data.read(timeout: .seconds(3))
    world.advance(.seconds(3))
    #expect(read.failure?.code == .readTimeout)
    #expect(world.daemon.count("ReadValue") == 0)
    world.daemon.answerHeld(.done)
    world.run()
    #expect(world.daemon.count("ReadValue") == 0)
  }

  @Test func `a request cancelled before its start is never sent`() {
    world.daemon.always("WriteValue", .never)
    _ = control.write(data: Data([1]))
    let waiting = control.write(data: Data([2]))
    let last = control.write(data: Data([3]))
    world.run()
    waiting.cancel()
    world.daemon.answerHeld(.done)
    world.run()
    world.daemon.answerHeld(.done)
    world.run()
    #expect(last.success != nil)
    #expect(
      world.daemon.bodies("WriteValue").map(\.first) == [.bytes(Data([1])), .bytes(Data([3]))])
    guard case .failure(FuturesError.cancelled)? = waiting.result else {
      Issue.record("\(String(describing: waiting.result))")
      return
    }
  }

  @Test func `a request cancelled after its start keeps its place`() {
    world.daemon.always("ReadValue", .never)
    let first = data.read()
    let second = data.read()
    world.run()
    first.cancel()
    world.run()
    #expect(world.daemon.count("ReadValue") == 1)
    world.daemon.answerHeld(.reply([.bytes(Data([1]))]))
    world.run()
    world.daemon.answerHeld(.reply([.bytes(Data([2]))]))
    world.run()
    #expect(second.success == Data([2]))
  }

  @Test func `twenty writes with one cancelled all reach the daemon in order`() {
    world.daemon.always("WriteValue", .after(.milliseconds(5), .done))
    let writes = (0..<20).map { control.write(data: Data([UInt8($0)])) }
    world.run()
    writes[0].cancel()
    world.advance(.seconds(1))
    #expect(writes.dropFirst().allSatisfy { $0.success != nil })
    #expect(
      world.daemon.bodies("WriteValue").compactMap { $0.first?.asData?.first }
        == (0..<20).map { UInt8($0) })
  }

  @Test func `an ATT error names the reason and the attribute`() {
    world.daemon.script("ReadValue", .failed("Operation failed with ATT error: 0x80"))
    let read = data.read()
    world.run()
    #expect(read.failure?.code == .att)
    #expect(read.failure?.attError == ATTError(code: 0x80))
    #expect(read.failure?.attribute == Objects.dataUUID)
    #expect(
      read.failure?.message
        == "the peripheral refused the read of FFE1: \(ATTError(code: 0x80))")
  }

  @Test func `an ATT error 0x0E is told although no loss of the link follows`() {
    world.daemon.script("ReadValue", .failed("Operation failed with ATT error: 0x0e"))
    let read = data.read()
    world.advance(.seconds(1))
    #expect(read.failure?.attError == .unlikelyError)
  }

  @Test func `a busy answer is tried again within the deadline`() {
    let busy = ScriptedDaemon.Answer.error("org.bluez.Error.InProgress", "In Progress")
    world.daemon.script("ReadValue", busy, busy, .reply([.bytes(Data([5]))]))
    let read = data.read()
    world.advance(.seconds(1))
    #expect(read.success == Data([5]))
    #expect(world.daemon.count("ReadValue") == 3)
  }

  @Test func `an answer that stays busy ends at the deadline`() {
    world.daemon.always("ReadValue", .error("org.bluez.Error.InProgress", "In Progress"))
    let read = data.read(timeout: .seconds(5))
    world.advance(.seconds(6))
    #expect(read.failure?.code == .readTimeout)
    let sent = world.daemon.count("ReadValue")
    world.advance(.seconds(60))
    #expect(world.daemon.count("ReadValue") <= sent + 1)
    world.daemon.always("ReadValue", nil)
    let next = data.read()
    world.advance(.seconds(1))
    #expect(next.success == Data())
  }

  @Test func `a busy answer with the default deadline ends at 35 seconds`() {
    world.daemon.always("WriteValue", .error("org.bluez.Error.InProgress", "In Progress"))
    let write = control.write(data: Data([5]))
    world.advance(.seconds(36))
    #expect(write.failure?.code == .writeTimeout)
  }

  @Test func `what the attribute does not offer fails before anything is sent`() {
    let read = data.write(data: Data([1]))
    let long = control.write(data: Data(count: 513))
    world.run()
    #expect(read.failure?.code == .writeNotSupported)
    #expect(read.failure?.description == "FFE1 cannot be written with response")
    #expect(long.failure?.code == .valueTooLong)
    #expect(
      long.failure?.description
        == "FFE2: 513 octets were to be written, at most 512 are possible; nothing was sent")
    #expect(world.daemon.calls.isEmpty)
  }

  @Test func `a command is as long as the MTU allows and an unknown MTU is nil`() {
    #expect(control.mtu == nil)
    world.daemon.change(Objects.control, .characteristic, ["MTU": .uint16(50)])
    world.run()
    #expect(control.mtu == 50)
    let long = control.write(data: Data(count: 48), type: .withoutResponse)
    let fits = control.write(data: Data(count: 47), type: .withoutResponse)
    world.run()
    #expect(long.failure?.code == .valueTooLong)
    #expect(fits.success != nil)
  }

  @Test func `the end of the link fails what is pending at once`() {
    world.daemon.always("ReadValue", .never)
    let read = data.read()
    let write = control.write(data: Data([1]))
    world.run()
    world.daemon.link(false)
    world.run()
    let text =
      "disconnected from C4:BE:84:00:00:01: the link was lost; reconnect() connects again"
    #expect(read.failure?.description == text)
    #expect(write.failure?.description == text)
    #expect(world.daemon.count("WriteValue") == 0)
  }

  @Test func `without a link a request fails and sends nothing`() {
    world.daemon.link(false)
    world.run()
    let read = data.read()
    world.run()
    #expect(
      read.failure?.description == "FFE1: C4:BE:84:00:00:01 is not connected; connect() first")
    #expect(world.daemon.calls.isEmpty)
  }

  @Test func `a request while the link is being ended fails and sends nothing`() {
    world.daemon.always("Disconnect", .never)
    peripheral.disconnect()
    world.run()
    let read = data.read()
    world.run()
    #expect(read.failure?.code == .disconnected)
    #expect(world.daemon.count("ReadValue") == 0)
  }

  @Test func `a request on an attribute that has gone says so`() {
    world.daemon.script(
      "ReadValue",
      .error(
        "org.freedesktop.DBus.Error.UnknownObject", "Method \"ReadValue\" doesn't exist\n"))
    world.daemon.remove(Objects.service)
    world.run()
    let read = data.read()
    world.advance(.seconds(1))
    #expect(read.failure?.code == .invalidated)
    #expect(peripheral.services.map(\.uuid) == [Objects.otherUUID])
  }
}
