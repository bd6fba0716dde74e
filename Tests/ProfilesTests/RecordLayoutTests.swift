import FoundationEssentials
import Profiles
import Testing

private struct Measurement: Equatable, Sendable {
  var concentration: MedicalFloat16
  var offset: Int
  var status: Int?
  var trend: MedicalFloat16?
  var isProtected: Bool

  static let layout = Layout(
    Measurement.init(concentration:offset:status:trend:isProtected:), flags: .uint8
  ) {
    Field("concentration", \.concentration, .medfloat16, unit: ProfileUnit("mg/dL"))
    Field("timeOffset", \.offset, .uint16(), unit: ProfileUnit("min"))
    Field("status", \.status, .when(7, .uint8()))
    Field("trend", \.trend, .when(0, .medfloat16), unit: ProfileUnit("mg/dL/min"))
    Field("crcValid", \.isProtected, .checksum(.ifOctetsRemain))
  }

  static let records = Layout<[Measurement]>({ $0 }) {
    Field(
      "records", \.self,
      .oneOrMore(.sized(SizePrefix(includesItself: true), .record(Measurement.layout))))
  }
}

@Test func `records with a size before them follow each other`() throws {
  let samples = [
    "06000C100600", "06000C10050006000C100600", "08000C100600596F", "06000C10050008000C100600596F",
  ]
  for hex in samples {
    try holdsLaws(Measurement.records, hex, texts: false)
  }
  let record = try Measurement.records.dynamic.decode(octets("06000C100500" + "08000C100600596F"))
  guard case .list(let records) = record["records"], case .record(let last) = records.last else {
    Issue.record("\(record)")
    return
  }
  #expect(records.count == 2)
  #expect(
    last.description == "{concentration_mg_per_dL: 12e1, timeOffset_min: 6, crcValid: true}")
  #expect(last["concentration_mg_per_dL"]?.doubleValue == 120)
}

@Test(
  arguments: [
    ("08000C100600586F", ProfileError.badChecksum, "records[0].crcValid", 6),
    ("06000C1006", ProfileError.truncated, "records[0]", 1),
    ("06000C10050006000C10", ProfileError.truncated, "records[1]", 7),
    ("00", ProfileError.badValue, "records[0]", 0),
    ("05000C1006", ProfileError.truncated, "records[0].timeOffset", 4),
    ("09000C100600596F00", ProfileError.badChecksum, "records[0].crcValid", 6),
    ("07000C10060059", ProfileError.truncated, "records[0].crcValid", 6),
    ("", ProfileError.truncated, "records[0]", 0),
  ] as [(String, ProfileError.Code, String, Int)])
func `a record that does not fit is named with its place`(
  _ hex: String, _ code: ProfileError.Code, _ field: String, _ offset: Int
) {
  let error = refusal(Measurement.records, hex)
  #expect(error?.code == code)
  #expect(error?.field == field)
  #expect(error?.offset == offset)
}

@Test func `octets that a record's size covers and its layout does not are left over`() throws {
  let layout = Layout<[Int]>({ $0 }) {
    Field("list", \.self, .toEnd(.sized(SizePrefix(.uint16), .uint8())))
  }
  try holdsLaws(layout, "010007010008")
  let error = refusal(layout, "01000702000800")
  #expect(error?.code == ProfileError.trailing)
  #expect(error?.field == "list[1]")
  #expect(error?.offset == 6)
  #expect(refusal(layout, "0000")?.code == ProfileError.truncated)
}

@Test func `the text of a wrong checksum tells both`() {
  #expect(
    refusal(Measurement.records, "08000C100600586F")?.description
      == "field records[0].crcValid at offset 6: the checksum is 6F58 instead of 6F59; the value "
      + "was changed on its way or has another layout")
}

private struct Feature: Equatable {
  var features: Int
  var isProtected: Bool

  static let required = layout(.required)
  static let open = layout(.orAllOnes)

  static func layout(_ presence: ChecksumPresence) -> Layout<Feature> {
    Layout(Feature.init(features:isProtected:)) {
      Field("features", \.features, .uint24())
      Field("crcValid", \.isProtected, .checksum(presence))
    }
  }
}

@Test func `a checksum can be required or marked as absent`() throws {
  let crc = try Feature.required.encode(Feature(features: 0x01_02_03, isProtected: true))
  #expect(crc.count == 5)
  try holdsLaws(Feature.required, hex(crc))
  try holdsLaws(Feature.open, hex(crc))
  try holdsLaws(Feature.open, "030201FFFF")
  #expect(try !Feature.open.decode(octets("030201FFFF")).isProtected)
  #expect(refusal(Feature.required, "030201FFFF")?.code == ProfileError.badChecksum)
  #expect(throws: ProfileError.self) {
    try Feature.required.encode(Feature(features: 1, isProtected: false))
  }
  #expect(try Feature.required.dynamic.encode(["features": 0x010203]) == crc)
}

@Test func `the checksum is the one of the profile's text`() throws {
  // 3E 01 02 03 04 05 06 07 08 09 has the checksum 0x2F01.
  let layout = Layout<Data>({ data, _ in data }) {
    Field("octets", \.self, .opaque(count: 10))
    Field("crcValid", \.isProtected, .checksum())
  }
  let sample = octets("3E010203040506070809")
  #expect(try layout.encode(sample) == sample + octets("012F"))
}

extension Data {
  fileprivate var isProtected: Bool { true }
}

private func hex(_ data: Data) -> String {
  data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

private struct Motion: Equatable {
  var gyro: Vector3
  var keys: [Int]
  var rest: [UInt8]

  static let layout = Layout(Motion.init(gyro:keys:rest:)) {
    Field("gyro", \.gyro, .vector(.int16(scale: 500.0 / 65536)), unit: .degreesPerSecond)
    Field("keys", \.keys, .array(2, Wire.uint8().padded(before: 1)))
    Field("rest", \.rest, .toEnd(.uint8()))
  }
}

@Test func `lists have a fixed count or go to the end`() throws {
  try holdsLaws(Motion.layout, "0A17142E5C0F00010002", texts: false)
  try holdsLaws(Motion.layout, "0A17142E5C0F000100020304")
  let record = try Motion.layout.dynamic.decode(octets("0A17142E5C0F00010002"))
  #expect(record["keys"] == [1, 2])
  #expect(record["rest"] == [])
  #expect(Motion.layout.minimumSize == 10)
  #expect(refusal(Motion.layout, "0A17142E5C0F0001")?.field == "keys[1]")
  #expect(throws: ProfileError.self) {
    try Motion.layout.encode(Motion(gyro: .init(x: 0, y: 0, z: 0), keys: [1], rest: []))
  }
}

extension ProfileDatum {
  static func exact(_ text: String) -> ProfileDatum {
    ProfileDecimal(text).map(ProfileDatum.decimal) ?? .text(text)
  }
}

@Test func `a list of elements without octets ends`() throws {
  let layout = DynamicLayout([FieldSchema("all", .list(.fixed(.max), .list(.fixed(0), .day)))])
  let error = #expect(throws: ProfileError.self) { try layout.decode(octets("0102")) }
  #expect(error?.code == ProfileError.badValue)
  let open = DynamicLayout([
    FieldSchema("all", .list(.toEnd(minimum: .max), .integer(.uint8, .bool)))
  ])
  #expect(throws: ProfileError.self) { try open.decode(octets("0101")) }
}
