import FoundationEssentials
import GATT
import Testing

struct UUIDLaw: Sendable {
  let text: String
  let full: String
  let littleEndian: [UInt8]
}

@Test(arguments: [
  UUIDLaw(
    text: "180D", full: "0000180D-0000-1000-8000-00805F9B34FB", littleEndian: [0x0D, 0x18]),
  UUIDLaw(
    text: "0000", full: "00000000-0000-1000-8000-00805F9B34FB", littleEndian: [0, 0]),
  UUIDLaw(
    text: "FFFF", full: "0000FFFF-0000-1000-8000-00805F9B34FB", littleEndian: [0xFF, 0xFF]),
  UUIDLaw(
    text: "0001180D", full: "0001180D-0000-1000-8000-00805F9B34FB",
    littleEndian: [0x0D, 0x18, 0x01, 0x00]),
  UUIDLaw(
    text: "FFFFFFFF", full: "FFFFFFFF-0000-1000-8000-00805F9B34FB",
    littleEndian: [0xFF, 0xFF, 0xFF, 0xFF]),
  UUIDLaw(
    text: "F000AA10-0451-4000-B000-000000000000", full: "F000AA10-0451-4000-B000-000000000000",
    littleEndian: [0, 0, 0, 0, 0, 0, 0, 0xB0, 0, 0x40, 0x51, 0x04, 0x10, 0xAA, 0x00, 0xF0]),
])
func `a UUID prints and parses in all of its forms`(_ law: UUIDLaw) throws {
  let uuid = try #require(BluetoothUUID(law.text))
  #expect(uuid.shortest == law.text)
  #expect(uuid.description == law.text)
  #expect(uuid.full == law.full)
  #expect(uuid.fullLowercased == law.full.lowercased())
  #expect(uuid.littleEndian == Data(law.littleEndian))
  #expect(BluetoothUUID(littleEndian: law.littleEndian) == uuid)
  #expect(BluetoothUUID(littleEndian: uuid.fullLittleEndian) == uuid)
  #expect(uuid.fullLittleEndian.count == 16)
  for text in [law.text.lowercased(), law.full, law.full.lowercased()] {
    #expect(BluetoothUUID(text) == uuid)
  }
  #expect(BluetoothUUID(law.full.filter { $0 != "-" }) == uuid)
  #expect(uuid.uuid.uuidString == law.full)
  #expect(BluetoothUUID(uuid.uuid) == uuid)
}

@Test func `short and full forms of one UUID are equal and hash alike`() {
  let forms: [BluetoothUUID?] = [
    BluetoothUUID("180D"), BluetoothUUID("0x180D"), BluetoothUUID("0X180d"),
    BluetoothUUID("0000180d"), BluetoothUUID("0000180D-0000-1000-8000-00805F9B34FB"),
    BluetoothUUID(UInt16(0x180D)), BluetoothUUID(UInt32(0x180D)), 0x180D,
    0x0000180D_0000_1000_8000_00805F9B34FB,
  ]
  #expect(Set(forms).count == 1)
  #expect(forms[0]?.form == .short16)
  #expect(forms[0]?.short16 == 0x180D)
}

@Test(arguments: [
  "", "1", "180", "180DA", "0x", "0x180DA", "180G", "+80D", "-80D", " 180D", "180D ", "18 0D",
  "0x0000180D00001000800000805F9B34FB", "0000180D-0000-1000-8000-00805F9B34F",
  "0000180D-0000-1000-8000-00805F9B34FBA", "0000180D0-000-1000-8000-00805F9B34FB",
  "0000180D-0000-1000-8000+00805F9B34FB", "{000180D-0000-1000-8000-00805F9B34FB",
  "١٨٠٥", "é0D", "--------180D------------------------",
])
func `a text that is no UUID is refused`(_ text: String) {
  #expect(BluetoothUUID(text) == nil)
}

@Test(arguments: [0, 1, 3, 5, 8, 15, 17])
func `octets of another count are no UUID`(_ count: Int) {
  #expect(BluetoothUUID(littleEndian: [UInt8](repeating: 1, count: count)) == nil)
}

@Test func `a literal of more than 32 bits is all of the UUID`() {
  let uuid: BluetoothUUID = 0xF000AA10_0451_4000_B000_000000000000
  #expect(uuid.full == "F000AA10-0451-4000-B000-000000000000")
  #expect(uuid.form == .full)
  #expect(uuid.short16 == nil)
}

@Test func `a vendor's base takes a short number`() {
  let base: BluetoothUUID = 0xF0000000_0451_4000_B000_000000000000
  #expect(BluetoothUUID(0xAA10, base: base).full == "F000AA10-0451-4000-B000-000000000000")
  #expect(BluetoothUUID(0x180D, base: .base) == 0x180D)
}

@Test func `UUIDs sort by the digits of their full forms`() {
  let sorted: [BluetoothUUID] = [
    0x180D, 0x180F, 0x0001_0000, 0xF000AA10_0451_4000_B000_000000000000,
  ]
  #expect(sorted.reversed().sorted() == sorted)
}
