import FoundationEssentials
import Testing

@testable import DBus

private func write(_ data: Data, _ options: [(String, Value)]) -> Message {
  Message.methodCall(
    to: "org.bluez", path: "/org/bluez/hci0/dev_1/service0001/char0002",
    interface: "org.bluez.GattCharacteristic1", member: "WriteValue"
  ) {
    $0.appendBytes(data)
    $0.appendDictionary(options)
  }
}

@Test(
  arguments: [
    [], [("type", .string("request"))],
    [("type", .string("command")), ("offset", .uint16(7)), ("number", .uint64(.max))],
  ] as [[(String, Value)]])
func `a call from a template is the call that libdbus makes`(_ options: [(String, Value)]) throws {
  let template = try #require(CallTemplate(write(Data(), options)))
  for count in Array(0...24) + [512] {
    let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 1) })
    let call = try #require(template.call(with: data)?.claim(serial: 3, expectsReply: true))
    let slow = try #require(write(data, options).claim(serial: 3, expectsReply: true))
    let (octets, expected) = (call.content.wire, slow.content.wire)
    #expect(octets.octets(0..<octets.end).elementsEqual(expected.octets(0..<expected.end)))
  }
}

@Test func `a call of another shape is no template`() {
  #expect(CallTemplate(write(Data([1]), [])) == nil)
  #expect(CallTemplate(call([.string("x")])) == nil)
  #expect(CallTemplate(call([])) == nil)
  #expect(CallTemplate(call([.bytes(Data()), .string("x")])) == nil)
}
