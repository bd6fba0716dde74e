import FoundationEssentials
import Profiles
import Testing

private func holdsLaws<Value: ProfileValue & Equatable>(_ value: Value, _ octets: [UInt8]) throws {
  #expect(try value.profileData() == Data(octets))
  #expect(try Value(profileData: Data(octets)) == value)
  let texts = value.profileStrings.map { ($0.name, $0.text) }
  #expect(try Value(profileStrings: .init(uniqueKeysWithValues: texts)) == value)
  #expect(SerDe.serialize(value) == Data(octets))
  #expect(SerDe.deserialize(Data(octets)) == value)
}

@Test func `plain numbers are little-endian and lose nothing at their ends`() throws {
  try holdsLaws(UInt8.max, [0xFF])
  try holdsLaws(Int8.min, [0x80])
  try holdsLaws(UInt16(0x1234), [0x34, 0x12])
  try holdsLaws(UInt16.max, [0xFF, 0xFF])
  try holdsLaws(Int16.min, [0x00, 0x80])
  try holdsLaws(Int16.max, [0xFF, 0x7F])
  try holdsLaws(UInt32(0x1234_5678), [0x78, 0x56, 0x34, 0x12])
  try holdsLaws(Int32.min, [0, 0, 0, 0x80])
  try holdsLaws(UInt64.max, [UInt8](repeating: 0xFF, count: 8))
  try holdsLaws(Int64.min, [0, 0, 0, 0, 0, 0, 0, 0x80])
  try holdsLaws(Int64(-2), [0xFE] + [UInt8](repeating: 0xFF, count: 7))
}

@Test func `truth values, text and octets keep the laws`() throws {
  try holdsLaws(true, [1])
  try holdsLaws(false, [0])
  try holdsLaws("", [])
  try holdsLaws(" °C\0", [0x20, 0xC2, 0xB0, 0x43, 0x00])
  try holdsLaws(Data(), [])
  try holdsLaws(Data([0x00, 0x0F, 0xFF]), [0x00, 0x0F, 0xFF])
}

@Test func `a slice of received octets decodes from its own start`() throws {
  let packet = Data([9, 9, 0x34, 0x12, 9])
  #expect(try UInt16(profileData: packet[2..<4]) == 0x1234)
  #expect(try Data(profileData: packet[2..<4]) == Data([0x34, 0x12]))
}

private struct Orders: ProfileValue, Equatable {
  var a: Int
  var b: Int
  var c: Int
  var d: Int

  static let profileLayout = Layout<Orders>(Orders.init(a:b:c:d:)) {
    Field("a", \.a, .uint16(order: .big))
    Field("b", \.b, .int16(order: .big))
    Field("c", \.c, .uint32(order: .big))
    Field("d", \.d, .int64(scale: -3, order: .big))
  }
}

@Test func `big-endian numbers have the most significant octet first`() throws {
  let octets: [UInt8] = [
    0x12, 0x34, 0xFF, 0xFE, 0x01, 0x02, 0x03, 0x04, 0, 0, 0, 0, 0, 0, 0, 2,
  ]
  try holdsLaws(Orders(a: 0x1234, b: -2, c: 0x0102_0304, d: -6), octets)
  #expect(Orders.profileLayout.minimumSize == 16)
}

private struct Narrow: ProfileValue, Equatable {
  var value: Int8

  static let profileLayout = Layout<Narrow>(Narrow.init(value:)) {
    Field("value", \.value, .uint16(scale: 2))
  }
}

@Test(arguments: [[0x40, 0x00], [0x80, 0x00], [0xFF, 0xFF]] as [[UInt8]])
func `a number that its type cannot hold is refused`(_ octets: [UInt8]) {
  let error = #expect(throws: ProfileError.self) { try Narrow(profileData: Data(octets)) }
  #expect(error?.code == ProfileError.outOfRange)
  #expect(error?.field == "value")
  #expect(error?.offset == 0)
}

private struct Odd: ProfileValue {
  var zero: Int
  var huge: Int64

  static let profileLayout = Layout<Odd>(Odd.init(zero:huge:)) {
    Field("zero", \.zero, .uint8(scale: 0))
    Field("huge", \.huge, .int64(scale: -1))
  }
}

@Test func `a senseless scale throws and never traps`() {
  #expect(throws: ProfileError.self) { try Odd(zero: 1, huge: 0).profileData() }
  #expect(throws: ProfileError.self) { try Odd(zero: 0, huge: .min).profileData() }
  #expect(throws: ProfileError.self) {
    try Odd(profileData: Data([1, 0, 0, 0, 0, 0, 0, 0, 0x80]))
  }
}
