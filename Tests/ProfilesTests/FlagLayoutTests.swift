import FoundationEssentials
import Profiles
import Testing

private struct Contact: OpenEnumeration {
  let rawValue: UInt8
  static let names: [(code: Contact, name: String)] = [
    (.init(rawValue: 0), "notSupported"), (.init(rawValue: 1), "notSupported"),
    (.init(rawValue: 2), "notDetected"), (.init(rawValue: 3), "detected"),
  ]
}

private struct HeartRate: Equatable {
  var contact: Contact
  var rate: Int
  var energy: Int?
  var intervals: [Double]?

  static let layout = Layout(HeartRate.init(contact:rate:energy:intervals:), flags: .uint8) {
    Field("sensorContact", \.contact, .bits(1..<3))
    Field("heartRate", \.rate, .either(bit: 0, .uint8(), .uint16()), unit: .beatsPerMinute)
    Field("energyExpended", \.energy, .when(3, .uint16()), unit: .kilojoule)
    Field(
      "rrIntervals", \.intervals, .when(4, .oneOrMore(.uint16(scale: 1.0 / 1024))), unit: .second)
  }
}

@Test(arguments: [
  "0055", "04FF", "1E5532002100", "1F0101320101000201FFFF", "06AA", "1E48E803A002",
])
func `a layout with flags keeps the laws`(_ hex: String) throws {
  try holdsLaws(HeartRate.layout, hex)
}

@Test func `flags decide widths and presence and are computed when writing`() throws {
  let value = try HeartRate.layout.decode(octets("1F0101320101000201FFFF"))
  #expect(value.rate == 257)
  #expect(value.energy == 306)
  let expected = [0.0009765625, 0.251953125, 63.9990234375]
  #expect(value.intervals == expected)
  let plain = HeartRate(contact: .init(rawValue: 3), rate: 85, energy: nil, intervals: nil)
  #expect(try HeartRate.layout.encode(plain) == octets("0655"))
  var wide = plain
  wide.rate = 256
  #expect(try HeartRate.layout.encode(wide) == octets("070001"))
  wide.rate = 65536
  #expect(throws: ProfileError.self) { try HeartRate.layout.encode(wide) }
}

@Test func `a record shows names with units in the order of the fields`() throws {
  let record = try HeartRate.layout.dynamic.decode(octets("1E5532002100"))
  #expect(
    record.entries.map(\.key) == [
      "sensorContact", "heartRate_bpm", "energyExpended_kJ", "rrIntervals_s",
    ])
  #expect(record.entries.map(\.unit?.symbol) == [nil, "bpm", "kJ", "s"])
  #expect(record["sensorContact"] == "detected")
  #expect(record["rrIntervals_s"] == [0.0322265625])
  let strings = HeartRate.layout.dynamic.strings(of: record).map { "\($0.name)=\($0.text)" }
  #expect(
    strings == [
      "sensorContact=detected", "heartRate=85 bpm", "energyExpended=50 kJ",
      "rrIntervals=0.0322 s",
    ])
}

@Test func `reserved bits are ignored when read and zero when written`() throws {
  let value = try HeartRate.layout.decode(octets("E055"))
  #expect(value.rate == 85)
  #expect(try HeartRate.layout.encode(value) == octets("0055"))
}

@Test(arguments: [
  ("", "flags", 0, 1, 0), ("00", "heartRate", 1, 1, 0), ("0101", "heartRate", 1, 2, 1),
  ("170101", "rrIntervals[0]", 3, 2, 0), ("105500", "rrIntervals[0]", 2, 2, 1),
  ("10550000AA", "rrIntervals[1]", 4, 2, 1),
])
func `what is cut off is named with its offset`(
  _ hex: String, _ field: String, _ offset: Int, _ needed: Int, _ available: Int
) {
  let error = refusal(HeartRate.layout, hex)
  #expect(error?.code == ProfileError.truncated)
  #expect(error?.field == field)
  #expect(error?.offset == offset)
  #expect(error?.needed == needed)
  #expect(error?.available == available)
}

@Test func `named values encode by key or name, and from texts`() throws {
  let layout = HeartRate.layout.dynamic
  #expect(
    try layout.encode(["sensorContact": "detected", "heartRate_bpm": 170]) == octets("06AA"))
  #expect(try layout.encode(["sensorContact": 3, "heartRate": "170"]) == octets("06AA"))
  let texts = ["sensorContact": "detected", "heartRate": "170 bpm", "rrIntervals": "1 s, 0.5"]
  #expect(try layout.encode(layout.record(from: texts)) == octets("16AA00040002"))
  let unknown: ProfileRecord = ["sensorContact": 3, "heartRate_bpm": 1, "pulse": 1]
  let error = #expect(throws: ProfileError.self) { try layout.encode(unknown) }
  #expect(error?.code == ProfileError.unknownField)
  let missing = #expect(throws: ProfileError.self) { try layout.encode(["heartRate": 1]) }
  #expect(missing?.code == ProfileError.missingField)
}

private struct Ride: Equatable {
  var moreData: Bool
  var speed: Double?
  var incline: Incline?
  var heartRate: Int?

  struct Incline: Equatable {
    var inclination: Double
    var ramp: Double

    static let layout = Layout(Incline.init(inclination:ramp:)) {
      Field("inclination", \.inclination, .int16(scale: 0.1), unit: .percent)
      Field("rampAngle", \.ramp, .int16(scale: 0.1), unit: ProfileUnit("°"))
    }
  }

  static let layout = Layout(Ride.init(moreData:speed:incline:heartRate:), flags: .uint16) {
    Field("moreData", \.moreData, .flag(0))
    Field("speed", \.speed, .unless(0, .uint16(scale: 0.01)), unit: ProfileUnit("km/h"))
    Field("incline", \.incline, .when(3, .inline(Incline.layout)))
    Field("heartRate", \.heartRate, .when(8, .uint8()), unit: .beatsPerMinute)
  }
}

@Test(arguments: ["0100", "0000E204", "0001E2049B", "09001900F1FF", "0801E2041900F1FF9B"])
func `inverted flags and flags of several fields keep the laws`(_ hex: String) throws {
  try holdsLaws(Ride.layout, hex)
}

@Test func `fields of an inline group stand beside the others`() throws {
  let record = try Ride.layout.dynamic.decode(octets("09001900F1FF"))
  #expect(record.entries.map(\.key) == ["moreData", "inclination_pct", "rampAngle_deg"])
  #expect(record["inclination_pct"] == .decimal(.init(significand: 25, exponent: -1)))
  #expect(record["rampAngle_deg"]?.text == "-1.5")
}

@Test func `fields that contradict each other's flags are refused`() {
  let ride = Ride(moreData: true, speed: 1, incline: nil, heartRate: nil)
  let typed = #expect(throws: ProfileError.self) { try Ride.layout.encode(ride) }
  #expect(typed?.code == ProfileError.badValue)
  #expect(
    typed?.description
      == "field speed: this value is not possible beside the others; the flags bit 0 is needed "
      + "for another value")
  let dynamic = #expect(throws: ProfileError.self) {
    try Ride.layout.dynamic.encode(["moreData": true, "speed_km_per_h": 1])
  }
  #expect(dynamic?.description == typed?.description)
}

private struct Features: Equatable {
  var features: Int
  var statuses: Int?
  var devices: Int?

  static let layout = Layout(Features.init(features:statuses:devices:), flags: .uint16) {
    Field("features", \.features, .bits(0..<16))
    Field("measurementStatusSupport", \.statuses, .when(0, .uint16()))
    Field("deviceStatusSupport", \.devices, .when(1, .uint24()))
  }
}

@Test func `a word can be a field and tell what follows`() throws {
  try holdsLaws(Features.layout, "A3004010800100")
  try holdsLaws(Features.layout, "A000")
  #expect(
    try Features.layout.decode(octets("A3004010800100"))
      == Features(features: 163, statuses: 4160, devices: 384))
  #expect(throws: ProfileError.self) {
    try Features.layout.encode(Features(features: 1, statuses: nil, devices: nil))
  }
}

private struct Answer: Equatable {
  var request: Int
  var result: Int
  var level: Int?

  static let layout = Layout(Answer.init(request:result:level:), flags: .uint16) {
    Field("request", \.request, .bits(0..<8))
    Field("result", \.result, .bits(8..<16))
    Field(
      "level", \.level,
      .when(FlagCondition(bits: BitRange(0..<16), equal: 0x0104), .uint8()))
  }
}

@Test func `several bits together can announce a field`() throws {
  for hex in ["040109", "0402", "0501"] { try holdsLaws(Answer.layout, hex) }
  #expect(refusal(Answer.layout, "0401")?.code == ProfileError.truncated)
  #expect(refusal(Answer.layout, "040209")?.code == ProfileError.trailing)
}

@Test(
  arguments: [
    (Answer(request: 4, result: 1, level: nil), ProfileError.missingField),
    (Answer(request: 5, result: 1, level: 9), ProfileError.badValue),
  ] as [(Answer, ProfileError.Code)])
private func `a field and the bits that announce it go together`(
  _ answer: Answer, _ code: ProfileError.Code
) {
  let typed = #expect(throws: ProfileError.self) { try Answer.layout.encode(answer) }
  #expect(typed?.code == code)
  #expect(typed?.field == "level")
  let record = Answer.layout.record(of: answer)
  let dynamic = #expect(throws: ProfileError.self) { try Answer.layout.dynamic.encode(record) }
  #expect(dynamic?.description == typed?.description)
}

private struct Dose: Equatable, Sendable {
  var kind: Int
  var amount: Quantity<Int>
  var isHigh: Bool

  // Neither bit is in a word of its own.
  static let layout = Layout(Dose.init(kind:amount:isHigh:)) {
    Field("kind", \.kind, .uint8())
    Field(
      "amount", \.amount,
      .unit(bit: 5, clear: .uint8(), ProfileUnit("kg"), set: .uint16(), ProfileUnit("L")))
    Field("high", \.isHigh, .flag(6))
  }
}

private struct Note: Equatable {
  var number: Int
  var dose: Dose?
  var other: Quantity<Int>?

  static let layout = Layout(Note.init(number:dose:other:), flags: .uint8) {
    Field("number", \.number, .uint8())
    Field("dose", \.dose, .when(4, .inline(Dose.layout)))
    Field(
      "other", \.other,
      .when(
        0, .unit(bit: 5, clear: .uint8(), ProfileUnit("kg"), set: .uint8(), ProfileUnit("L"))))
  }
}

@Test(arguments: ["0007", "10070102", "7007010200", "31070102000A", "010709"])
func `a group without flags of its own uses those around it`(_ hex: String) throws {
  try holdsLaws(Note.layout, hex)
}

@Test func `a group contradicts the fields around it`() throws {
  let dose = Dose(kind: 1, amount: Quantity(2, ProfileUnit("L")), isHigh: true)
  #expect(try Note.layout.decode(octets("7007010200")) == Note(number: 7, dose: dose, other: nil))
  let note = Note(number: 7, dose: dose, other: Quantity(2, ProfileUnit("kg")))
  let typed = #expect(throws: ProfileError.self) { try Note.layout.encode(note) }
  #expect(typed?.code == ProfileError.badValue)
  #expect(typed?.field == "other")
  let record: ProfileRecord = [
    "number": 7, "kind": 1, "amount_L": 2, "high": true, "other_kg": 2,
  ]
  let dynamic = #expect(throws: ProfileError.self) { try Note.layout.dynamic.encode(record) }
  #expect(dynamic?.description == typed?.description)
  let odd = Note(
    number: 7, dose: Dose(kind: 1, amount: Quantity(2, .pascal), isHigh: true), other: nil)
  #expect(
    #expect(throws: ProfileError.self) { try Note.layout.encode(odd) }?.field == "amount")
}
