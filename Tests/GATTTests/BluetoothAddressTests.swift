import FoundationEssentials
import GATT
import Testing

@Test(
  arguments: [
    ("00:00:00:00:00:00", [0, 0, 0, 0, 0, 0]),
    ("FF:FF:FF:FF:FF:FF", [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
    ("BC:6A:29:AB:0C:DE", [0xBC, 0x6A, 0x29, 0xAB, 0x0C, 0xDE]),
  ] as [(String, [UInt8])])
func `an address prints and parses`(_ text: String, _ octets: [UInt8]) throws {
  let address = try #require(BluetoothAddress(text))
  #expect(address.description == text)
  #expect(BluetoothAddress(text.lowercased()) == address)
  #expect(address.octets == Data(octets))
  #expect(BluetoothAddress(octets: octets) == address)
  #expect(address.littleEndian == Data(octets.reversed()))
  #expect(BluetoothAddress(littleEndian: address.littleEndian) == address)
  #expect(BluetoothAddress(value: address.value) == address)
}

@Test(arguments: [
  "", "BC:6A:29:AB:0C", "BC:6A:29:AB:0C:DE:00", "BC6A29AB0CDE", "BC:6A:29:AB:0C:D",
  "BC:6A:29:AB:0C:DEF", "BC:6A:29:AB:0C:+E", "BC-6A-29-AB-0C-DE", "BC:6A:29:AB::0CDE",
  ":BC:6A:29:AB:0C:DE", "GC:6A:29:AB:0C:DE", "BC:6A:29:AB:0C:DE ",
])
func `a text that is no address is refused`(_ text: String) {
  #expect(BluetoothAddress(text) == nil)
}

@Test func `numbers and octets of another size are no address`() {
  #expect(BluetoothAddress(value: 1 << 48) == nil)
  #expect(BluetoothAddress(octets: [1, 2, 3, 4, 5]) == nil)
  #expect(BluetoothAddress(littleEndian: [1, 2, 3, 4, 5, 6, 7]) == nil)
}

@Test(
  arguments: [
    ("C0:00:00:00:00:01", .static), ("FF:00:00:00:00:01", .static),
    ("40:00:00:00:00:01", .resolvable), ("7F:00:00:00:00:01", .resolvable),
    ("00:00:00:00:00:01", .nonResolvable), ("3F:00:00:00:00:01", .nonResolvable),
    ("80:00:00:00:00:01", .reserved), ("BF:00:00:00:00:01", .reserved),
  ] as [(String, BluetoothAddress.RandomKind)])
func `the top bits say how long a random address lasts`(
  _ text: String, _ kind: BluetoothAddress.RandomKind
) {
  #expect(BluetoothAddress(text)?.randomKind == kind)
}

@Test func `address types have BlueZ's names`() {
  #expect(AddressType(rawValue: "public") == .public)
  #expect(AddressType(rawValue: "random") == .random)
  #expect(AddressType.allCases.map(\.rawValue) == ["public", "random"])
}

@Test func `addresses sort as their texts do`() {
  let texts = ["00:00:00:00:00:01", "0F:00:00:00:00:00", "BC:6A:29:AB:0C:DE"]
  #expect(texts.reversed().compactMap { BluetoothAddress($0) }.sorted().map(\.description) == texts)
}
