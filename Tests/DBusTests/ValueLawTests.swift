import FoundationEssentials
import Testing

@testable import DBus

private let samples: [Value] = [
  .byte(0), .byte(255), .bool(true), .bool(false), .int16(.min), .int16(127), .uint16(.max),
  .int32(.min), .uint32(.max), .int64(.min), .uint64(.max), .double(-0.5), .double(.infinity),
  .string(""), .string("Grüße, 世界 🌍"), .objectPath("/"), .objectPath("/org/bluez/hci0"),
  .signature(.empty), .signature("a{sv}(ii)"), .bytes(Data()), .bytes(Data([0, 1, 255])),
  .strings([]), .strings(["a", "b"]), .objectPaths(["/a", "/b/c"]),
  .array(element: "ay", [.bytes(Data([1])), .bytes(Data())]),
  .array(element: "(is)", [.structure([.int32(1), .string("x")])]),
  .array(element: "aas", [.array(element: "as", [.strings(["deep"])])]),
  .dictionary(
    key: "q", value: "v",
    [.init(key: .uint16(0x004C), value: .variant(.bytes(Data([2, 21]))))]),
  .dictionary(key: "o", value: "a{sa{sv}}", []),
  .properties(["Name": .string("x"), "RSSI": .int16(-60), "UUIDs": .strings(["180d"])]),
  .structure([.byte(1), .structure([.string("in"), .variant(.bool(true))])]),
  .variant(.variant(.variant(.string("nested")))),
  .variant(.structure([.uint64(1), .properties([:])])),
]

@Test(arguments: samples)
func `a value that is written to a message is read back`(_ value: Value) throws {
  let message = call([value])
  #expect(message.fault == nil)
  #expect(message.signature == value.signature.string)
  #expect(try message.body() == [value])
}

@Test(arguments: samples)
func `the signature of a value is one complete type`(_ value: Value) {
  #expect(value.signature.isSingleType)
  #expect(Signature(value.signature.string) == value.signature)
}

@Test func `all values together make one message`() throws {
  let message = call(samples)
  #expect(try message.body() == samples)
  #expect(Signature(message.signature)?.types == samples.map(\.signature))
}

@Test func `an array of bytes is read as octets`() throws {
  let message = call([.array(element: "y", [.byte(1), .byte(2)])])
  #expect(try message.body() == [.bytes(Data([1, 2]))])
}

@Test func `the way without values writes the same message`() throws {
  let quick = Message.methodCall(
    to: "org.bluez", path: "/a", interface: "a.b", member: "C"
  ) { writer in
    writer.appendByte(1)
    writer.appendBool(true)
    writer.appendInt16(-2)
    writer.appendString("x")
    writer.appendBytes(Data([9, 8]))
    writer.appendDictionary([("k", .uint32(3))])
    writer.appendEmptyDictionary()
    writer.appendStrings(["s"])
    writer.appendStructure("(ov)") {
      $0.appendObjectPath("/p")
      $0.appendVariant(of: "u") { $0.appendUInt32(7) }
    }
  }
  #expect(
    try quick.body() == [
      .byte(1), .bool(true), .int16(-2), .string("x"), .bytes(Data([9, 8])),
      .properties(["k": .uint32(3)]), .properties([:]), .strings(["s"]),
      .structure([.objectPath("/p"), .variant(.uint32(7))]),
    ])
}

@Test func `a reader gives what was written, in order`() throws {
  let message = call([
    .uint16(5), .string("name"), .bytes(Data([1, 2])), .properties(["A": .bool(true)]),
  ])
  var reader = message.reader
  #expect(try reader.readUInt16() == 5)
  #expect(try reader.readString(equals: "name"))
  #expect(try reader.withBytes { Array($0) } == [1, 2])
  var found: [String: Bool] = [:]
  try reader.readProperties { name, content throws(DBusError) in
    found[name] = try content.readBool()
  }
  #expect(found == ["A": true])
  #expect(reader.isAtEnd)
}

@Test func `a reader that meets another type says what it found`() {
  var reader = call([.string("x")]).reader
  let error = #expect(throws: DBusError.self) { try reader.readUInt32() }
  #expect(
    error?.description
      == "Expected 'u' but found 's' in the message Echo of type 's'.")
  #expect((try? reader.readString()) == "x")
  #expect(throws: DBusError.self) { try reader.readString() }
  #expect(throws: DBusError.self) { try reader.readValue() }
  #expect(throws: DBusError.self) { try reader.enterArray() }
  #expect(throws: DBusError.self) { try reader.readBytes() }
}

private let unsendable: [(Value, String)] = [
  (.string("a\0b"), "A text with a NUL cannot be sent."),
  (.structure([]), "A structure without members cannot be sent."),
  (.array(element: "s", [.int32(1)]), "A value of type 'i' does not fit into an array of 's'."),
  (.array(element: "ss", []), "An array cannot hold 'ss'."),
  (
    .array(element: "(is)", [.structure([.string("x"), .int32(1)])]),
    "A value of type '(si)' does not fit into an array of '(is)'."
  ),
  (
    .dictionary(key: "v", value: "s", []),
    "A dictionary cannot have 'v' as key and 's' as value."
  ),
  (
    .dictionary(key: "s", value: "u", [.init(key: .string("k"), value: .string("v"))]),
    "A value of type 's' does not fit into a container of 'su'."
  ),
  (
    .fileDescriptor(FileDescriptor(owning: -1)), "A closed file descriptor cannot be sent."
  ),
  (.bytes(Data(count: 1 << 26)), "The content of a message is over 64 MiB."),
]

@Test(arguments: unsendable)
func `a value that the bus does not allow makes a message with a fault`(
  _ value: Value, _ text: String
) {
  let message = call([.byte(1), value, .byte(2)])
  #expect(message.fault?.code == .invalidMessage)
  #expect(message.fault?.text == text)
}

@Test func `nesting ends at 64 containers`() {
  func nested(_ depth: Int) -> Value {
    (0..<depth).reduce(Value.byte(1)) { value, _ in .variant(value) }
  }
  #expect(call([nested(64)]).fault == nil)
  #expect(call([nested(65)]).fault?.text == "Containers are nested over 64 deep.")
}

@Test func `a writer refuses what does not fit its container`() {
  let incomplete = Message.signal(path: "/", interface: "a.b", member: "C") {
    $0.appendStructure("(ss)") { $0.appendString("one") }
  }
  #expect(incomplete.fault?.text == "Something is missing in a container of 'ss'.")
  let loose = Message.signal(path: "/", interface: "a.b", member: "C") {
    $0.appendEntry(key: "s", value: "s") { _ in }
  }
  #expect(loose.fault?.text == "A dictionary entry stands outside a dictionary.")
  let crowded = Message.signal(path: "/", interface: "a.b", member: "C") {
    $0.appendVariant(of: "s") {
      $0.appendString("a")
      $0.appendString("b")
    }
  }
  #expect(crowded.fault?.text == "A value of type 's' does not fit into a container of 's'.")
}

@Test func `names that are none make a message with a fault`() {
  func fault(_ destination: String, _ interface: String, _ member: String) -> String? {
    Message.methodCall(to: destination, path: "/", interface: interface, member: member).fault?.text
  }
  #expect(fault("org.bluez", "a.b", "C") == nil)
  #expect(fault("org bluez", "a.b", "C") == "\"org bluez\" is not a bus name.")
  #expect(fault("org.bluez", "ab", "C") == "\"ab\" is not an interface name.")
  #expect(fault("org.bluez", "a.b", "C.D") == "\"C.D\" is not a member name.")
}

@Test func `typed views look through variants and refuse other types`() {
  let value = Value.variant(.variant(.int16(-3)))
  #expect(value.asInt16 == -3)
  #expect(value.asInt == -3)
  #expect(value.asString == nil)
  #expect(Value.uint64(.max).asInt == nil)
  #expect(Value.array(element: "y", [.byte(7)]).asData == Data([7]))
  #expect(Value.properties(["A": .variant(.byte(1))]).asProperties == ["A": .byte(1)])
}

func call(_ body: [Value]) -> Message {
  .methodCall(
    to: "org.example", path: "/example", interface: "org.example.Test", member: "Echo", body)
}
