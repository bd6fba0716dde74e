import FoundationEssentials
import Profiles
import Testing

private struct Angles: Equatable {
  var first: Int
  var second: Int

  static let layout = Layout(Angles.init(first:second:), flags: .uint24) {
    Field("first", \.first, .bits(0..<12))
    Field("second", \.second, .bits(12..<24))
  }
}

@Test func `two numbers of 12 bits share three octets`() throws {
  try holdsLaws(Angles.layout, "5AE010")
  #expect(try Angles.layout.decode(octets("5AE010")) == Angles(first: 90, second: 270))
  #expect(refusal(Angles.layout, "5AE0")?.field == "flags")
  let error = #expect(throws: ProfileError.self) {
    try Angles.layout.encode(Angles(first: 4096, second: 0))
  }
  #expect(
    error?.description == "field first: 4096 is outside 0...4095; write a value of that range")
  #expect(throws: ProfileError.self) {
    try Angles.layout.dynamic.encode(["first": -1, "second": 0])
  }
}

private struct Axes: OptionSet, Sendable {
  let rawValue: UInt8
  static let names = Options([.init(2, "x"), .init(1, "y"), .init(0, "z")], style: .names)
}

private struct Range: OpenEnumeration {
  let rawValue: UInt8
  static let names: [(code: Range, name: String)] = [
    (.init(rawValue: 0), "2"), (.init(rawValue: 1), "4"), (.init(rawValue: 2), "8"),
    (.init(rawValue: 3), "16"),
  ]
}

private struct Movement: Equatable {
  var gyro: Axes
  var accel: Axes
  var magnetometer: Bool
  var wakes: Bool
  var range: Range

  static let layout = Layout(
    Movement.init(gyro:accel:magnetometer:wakes:range:), flags: .uint16
  ) {
    Field("gyroAxes", \.gyro, .bits(0..<3, Axes.names))
    Field("accelAxes", \.accel, .bits(3..<6, Axes.names))
    Field("magnetometer", \.magnetometer, .flag(6))
    Field("wakeOnMotion", \.wakes, .flag(7))
    Field("accelRange", \.range, .bits(8..<10, style: .quantity), unit: .standardGravity)
  }
}

@Test func `bits of a word are flags, options and codes that are numbers`() throws {
  try holdsLaws(Movement.layout, "7F02")
  try holdsLaws(Movement.layout, "B801")
  let record = try Movement.layout.dynamic.decode(octets("B801"))
  #expect(record["gyroAxes"] == [])
  #expect(record["accelAxes"] == ["x", "y", "z"])
  #expect(record["magnetometer"] == false)
  #expect(record["accelRange_g"] == 4)
  let expected: ProfileRecord = [
    "gyroAxes": ["z", "x", "y"], "accelAxes": 7, "magnetometer": true, "wakeOnMotion": false,
    "accelRange_g": 8.0,
  ]
  #expect(try Movement.layout.dynamic.encode(expected) == octets("7F02"))
  #expect(
    Movement.layout.dynamic.strings(of: record).map(\.text)
      == ["none", "x, y, z", "false", "true", "4 g"])
}

private struct Nibbles: Equatable {
  var kind: Int
  var site: Int

  static let layout = Layout(Nibbles.init(kind:site:), flags: .uint8) {
    Field("type", \.kind, .bits(0..<4))
    Field("sampleLocation", \.site, .bits(4..<8, signed: true))
  }
}

private struct Glucose: Equatable {
  var sequence: Int
  var time: DateTime
  var offset: Int?
  var concentration: Quantity<MedicalFloat16>?
  var sample: Nibbles?
  var status: Int?
  var isFollowed: Bool

  static let layout = Layout(
    Glucose.init(sequence:time:offset:concentration:sample:status:isFollowed:), flags: .uint8
  ) {
    Field("sequence", \.sequence, .uint16())
    Field("baseTime", \.time, .dateTime)
    Field("timeOffset", \.offset, .when(0, .int16()), unit: ProfileUnit("min"))
    Field(
      "concentration", \.concentration,
      .when(
        1,
        .unit(
          bit: 2, clear: .medfloat16, ProfileUnit("kg/L"), set: .medfloat16, ProfileUnit("mol/L"))))
    Field("sample", \.sample, .when(1, .inline(Nibbles.layout)))
    Field("status", \.status, .when(3, .uint16()))
    Field("contextFollows", \.isFollowed, .flag(4))
  }
}

@Test func `a nested word of nibbles stands in the middle of a value`() throws {
  try holdsLaws(Glucose.layout, "1B0100E307021B0B0A1EFBFF1E00120501")
  try holdsLaws(Glucose.layout, "060100E307021B0B0A1E1EB0F2")
  try holdsLaws(Glucose.layout, "000100E90705150A1E2D")
  let record = try Glucose.layout.dynamic.decode(octets("1B0100E307021B0B0A1EFBFF1E00120501"))
  #expect(
    record.entries.map(\.key) == [
      "sequence", "baseTime", "timeOffset_min", "concentration_kg_per_L", "type",
      "sampleLocation", "status", "contextFollows",
    ])
  #expect(record["baseTime"] == "2019-02-27T11:10:30")
  #expect(record["timeOffset_min"] == -5)
  #expect(record["type"] == 2)
  #expect(record.entry("concentration_kg_per_L")?.unit?.symbol == "kg/L")
  let molar = try Glucose.layout.dynamic.decode(octets("060100E307021B0B0A1E1EB0F2"))
  #expect(molar["concentration_mol_per_L"]?.text == "0.00030")
  #expect(
    refusal(Glucose.layout, "1B0000E207041A0B091E1E00120501")?.code == ProfileError.truncated)
}

private struct Pressures: Equatable {
  var systolic: Quantity<MedicalFloat16>
  var diastolic: Quantity<MedicalFloat16>

  static let layout = Layout(Pressures.init(systolic:diastolic:), flags: .uint8) {
    Field("systolic", \.systolic, .pressure)
    Field("diastolic", \.diastolic, .pressure)
  }
}

extension Wire where Value == Quantity<MedicalFloat16> {
  fileprivate static var pressure: Wire {
    .unit(
      bit: 0, clear: .medfloat16, ProfileUnit("mmHg"), set: .medfloat16, ProfileUnit("kPa"))
  }
}

@Test func `one flag chooses the unit of several numbers`() throws {
  try holdsLaws(Pressures.layout, "01BDF00B00")
  let record = try Pressures.layout.dynamic.decode(octets("01BDF00B00"))
  #expect(record.description == "{systolic_kPa: 18.9, diastolic_kPa: 11}")
  #expect(
    Pressures.layout.dynamic.strings(of: record).map(\.text) == ["18.9 kPa", "11 kPa"])
  #expect(
    try Pressures.layout.dynamic.encode(["systolic_mmHg": 120, "diastolic_mmHg": 80])
      == octets("0078005000"))
  let mixed = Pressures(
    systolic: Quantity(1, ProfileUnit("kPa")), diastolic: Quantity(1, ProfileUnit("mmHg")))
  #expect(throws: ProfileError.self) { try Pressures.layout.encode(mixed) }
  let other = Pressures(
    systolic: Quantity(1, .pascal), diastolic: Quantity(1, ProfileUnit("mmHg")))
  let error = #expect(throws: ProfileError.self) { try Pressures.layout.encode(other) }
  #expect(error?.description == "field systolic: the unit Pa is not mmHg or kPa")
}
