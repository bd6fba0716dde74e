import FoundationEssentials
import Glibc
import Testing

@testable import DBus

/// What `dbus_message_iter_append_basic` and its siblings of libdbus 1.14.10 made of the arguments
/// below, on a machine with the low octet first.
private let madeByLibdbus = """
  0700feffffff000001000000fdffffff
  0400000008000000fbffffffffffffff
  0600000000000000000000000000f83f
  05000000636166c3a90000000a000000
  2f6f72672f626c75657a0005617b7376
  7d0000003f0000000400000052535349
  00016e00c4ff0000100000004d616e75
  6661637475726572446174610005617b
  71767d000f0000000d00026179000000
  03000000010203000d00000001000000
  78000000000000000000000000000000
  010000002f0001750000000007000000
  """

@Test(.enabled(if: 1.littleEndian == 1))
func `the octets of arguments are those that libdbus's own writers make`() {
  let message = Message.signal(path: "/", interface: "a.b", member: "C") { writer in
    writer.appendByte(7)
    writer.appendInt16(-2)
    writer.appendUInt16(.max)
    writer.appendBool(true)
    writer.appendInt32(-3)
    writer.appendUInt32(4)
    writer.appendByte(8)
    writer.appendInt64(-5)
    writer.appendUInt64(6)
    writer.appendDouble(1.5)
    writer.appendString("café")
    writer.appendObjectPath("/org/bluez")
    writer.appendSignature("a{sv}")
    writer.appendDictionary([
      ("RSSI", .int16(-60)),
      (
        "ManufacturerData",
        .dictionary(
          key: "q", value: "v",
          [.init(key: .uint16(13), value: .variant(.bytes(Data([1, 2, 3]))))])
      ),
    ])
    writer.appendStrings(["x", ""])
    writer.append(.array(element: "t", []))
    writer.append(.structure([.objectPath("/"), .variant(.uint32(7))]))
  }
  #expect(message.fault == nil)
  #expect(message.signature == "ynqbiuyxtdsoga{sv}asat(ov)")
  let content = message.content
  let octets = content.wire.octets(content.bodyStart..<content.wire.end)
  let text = octets.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  #expect(text == madeByLibdbus.filter { !$0.isWhitespace })
}

@Test func `a message has the header that it was made with`() throws {
  let call = try #require(call([]).claim(serial: 7, expectsReply: true))
  #expect(call.kind == .methodCall)
  #expect(call.path == "/example")
  #expect(call.interface == "org.example.Test")
  #expect(call.member == "Echo")
  #expect(call.destination == "org.example")
  #expect(call.signature == "")
  #expect(call.serial == 7)
  #expect(call.expectsReply)
  let reply = call.reply([.byte(1)])
  #expect(reply.kind == .methodReturn)
  #expect(reply.replySerial == 7)
  #expect(reply.serial == 0)
  #expect(reply.signature == "y")
  #expect(!reply.expectsReply)
  let refusal = call.errorReply(name: "a.b", text: "no")
  #expect(refusal.kind == .error)
  #expect(refusal.errorName == "a.b")
  #expect(refusal.errorText == "no")
  #expect(!refusal.expectsReply)
}

@Test func `an error whose text the bus does not carry is sent without it`() throws {
  let call = try #require(call([]).claim(serial: 7, expectsReply: true))
  let refusal = call.errorReply(name: "no name", text: "a\0b")
  #expect(refusal.fault == nil)
  #expect(refusal.errorName == ErrorName.failed)
  #expect(refusal.errorText == nil)
}

@Test func `what libdbus alone refuses is a fault with its reason`() {
  let local = Message.signal(path: "/", interface: "org.freedesktop.DBus.Local", member: "Gone")
  let text = local.fault?.text ?? ""
  #expect(text.hasPrefix("libdbus refuses the message: "), "\(text)")
  #expect(call([]).reply().fault?.text == "A call that was never sent has no reply.")
  let long = call(Array(repeating: .byte(1), count: 256))
  #expect(long.fault?.text == "The types of a message's arguments have over 255 letters.")
  #expect(call(Array(repeating: .byte(1), count: 255)).fault == nil)
}

@Test func `numbers, texts and descriptors may follow a descriptor`() throws {
  let far = FileDescriptor(owning: dup(0))
  let near = FileDescriptor(owning: dup(0))
  let rest: [Value] = [
    .byte(200), .bool(true), .int16(-2), .uint16(.max), .int32(-3), .uint32(.max), .int64(-4),
    .uint64(.max), .string("é"), .objectPath("/a"), .signature("a{sv}"),
  ]
  let message = call(
    [.properties(["a": .byte(1)]), .fileDescriptor(far)] + rest + [.fileDescriptor(near)])
  #expect(message.fault == nil)
  let body = try message.body()
  #expect(body.first == .properties(["a": .byte(1)]))
  #expect(Array(body[2..<13]) == rest)
  let received = [body[1], body[13]].compactMap(\.asFileDescriptor?.raw)
  #expect(Set(received + [far.raw, near.raw]).count == 4)
}

@Test func `a descriptor stands for itself, and no container behind it`() {
  let descriptor = Value.fileDescriptor(FileDescriptor(owning: dup(0)))
  #expect(
    call([.variant(descriptor)]).fault?.text
      == "A file descriptor cannot stand inside a container of 'h'.")
  #expect(
    call([descriptor, .bytes(Data())]).fault?.text
      == "A container cannot follow a file descriptor.")
}
