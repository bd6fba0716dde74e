import CDBus
import FoundationEssentials
import Glibc
import Testing

@testable import DBus

/// Octets that end where the process may not read on.
private final class EdgeOctets {
  private static let page = Int(sysconf(Int32(_SC_PAGESIZE)))
  private let pages: UnsafeMutableRawPointer

  init() throws {
    pages = try #require(
      mmap(nil, 2 * Self.page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
    try #require(pages != MAP_FAILED)
    try #require(mprotect(pages + Self.page, Self.page, PROT_NONE) == 0)
  }

  deinit { munmap(pages, 2 * Self.page) }

  func wire(_ octets: some Collection<UInt8>) -> Wire {
    let start = pages + (Self.page - octets.count)
    UnsafeMutableRawBufferPointer(start: start, count: octets.count).copyBytes(from: octets)
    return Wire(start: start, end: octets.count)
  }
}

private let rich = call([
  .string("org.bluez.Device1"),
  .properties([
    "RSSI": .int16(-60), "UUIDs": .strings(["180d", "180f"]),
    "ManufacturerData": .dictionary(
      key: "q", value: "v", [.init(key: .uint16(0x004C), value: .variant(.bytes(Data([2, 21]))))]),
  ]),
  .array(element: "(is)", [.structure([.int32(1), .string("x")])]),
  .variant(.variant(.structure([.uint64(1), .signature("a{sv}"), .double(0.5)]))),
  .strings([]),
])

private func octets(of message: Message) -> [UInt8] {
  let wire = message.content.wire
  return Array(wire.octets(0..<wire.end))
}

/// How many values can be read before the octets make no sense any more.
private func readable(_ wire: Wire) -> Int {
  var reader = MessageReader(rich, MessageContent(wire))
  var count = 0
  while !reader.isAtEnd, (try? reader.readValue()) != nil { count += 1 }
  return count
}

@Test func `octets that were cut off are not read behind their end`() throws {
  let edge = try EdgeOctets()
  let whole = octets(of: rich)
  var counts: [Int] = []
  for count in whole.indices { counts.append(readable(edge.wire(whole.prefix(count)))) }
  #expect(counts == counts.sorted())
  #expect(counts.last == 4)
  #expect(readable(edge.wire(whole)) == 5)
}

@Test func `octets that were changed are not read behind their end`() throws {
  let edge = try EdgeOctets()
  let whole = octets(of: rich)
  var random: UInt64 = 2026
  for _ in 0..<20_000 {
    var changed = whole
    for _ in 0..<3 {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      changed[Int(random >> 33) % changed.count] = UInt8(truncatingIfNeeded: random >> 24)
    }
    #expect(readable(edge.wire(changed)) <= whole.count)
  }
}

@Test func `a structure without members ends the reading instead of going on for ever`() throws {
  let edge = try EdgeOctets()
  let message = call([.array(element: "(i)", [.structure([.int32(1)])])])
  let whole = octets(of: message)
  let text = Array("a(i)".utf8)
  let place = try #require(whole.indices.first { whole[$0...].starts(with: text) })
  var changed = whole
  changed[place + 2] = UInt8(ascii: ")")
  #expect(readable(edge.wire(whole)) == 1)
  #expect(readable(edge.wire(changed)) == 0)
}

/// A signal `S` of `a.b` with a string and an array of numbers, as a machine of the other byte order
/// sends it.
private let foreignSignal: [UInt8] =
  [UInt8(ascii: "B"), 4, 0, 1, 0, 0, 0, 20, 0, 0, 0, 9, 0, 0, 0, 57]
  + [1, 1, UInt8(ascii: "o"), 0, 0, 0, 0, 4] + Array("/a/b".utf8) + [0, 0, 0, 0]
  + [2, 1, UInt8(ascii: "s"), 0, 0, 0, 0, 3] + Array("a.b".utf8) + [0, 0, 0, 0, 0]
  + [3, 1, UInt8(ascii: "s"), 0, 0, 0, 0, 1] + Array("S".utf8) + [0, 0, 0, 0, 0, 0, 0]
  + [8, 1, UInt8(ascii: "g"), 0, 3] + Array("sau".utf8) + [0, 0, 0, 0, 0, 0, 0, 0]
  + [0, 0, 0, 2] + Array("xy".utf8) + [0, 0] + [0, 0, 0, 8, 0, 0, 1, 0, 0, 0, 0, 7]

@Test func `a message of the other byte order is read in ours`() throws {
  let raw = foreignSignal.withUnsafeBytes {
    dbus_message_demarshal(
      $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count), nil)
  }
  let message = Message(received: try #require(raw))
  #expect(message.path == "/a/b")
  #expect(message.interface == "a.b")
  #expect(message.member == "S")
  #expect(message.signature == "sau")
  #expect(
    try message.body() == [.string("xy"), .array(element: "u", [.uint32(256), .uint32(7)])])
}

@Test func `a header says the same by its octets as by libdbus`() throws {
  let made = Message.methodCall(
    to: ":1.7", path: "/org/bluez/hci0", interface: "org.bluez.Adapter1", member: "StartDiscovery",
    [.string("x")])
  let copy = try #require(made.claim(serial: 7, expectsReply: true)).errorReply(
    name: "org.bluez.Error.Failed", text: "No")
  for message in [made, copy] {
    let (octets, libdbus) = (message.content.head, MessageHead(of: message.raw))
    let texts: [KeyPath<MessageHead, UnsafePointer<CChar>?>] = [
      \.path, \.interface, \.member, \.errorName, \.destination, \.sender, \.signature,
    ]
    for text in texts {
      #expect(
        octets[keyPath: text].map { String(cString: $0) }
          == libdbus[keyPath: text].map { String(cString: $0) })
    }
    #expect(octets.type == libdbus.type)
    #expect(octets.replySerial == libdbus.replySerial)
  }
}
