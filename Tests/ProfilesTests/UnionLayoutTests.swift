import FoundationEssentials
import Profiles
import Testing

private struct Colour: Equatable, Sendable {
  var r: Int
  var g: Int
  var b: Int

  static let layout = Layout(Colour.init(r:g:b:)) {
    Field("r", \.r, .uint8())
    Field("g", \.g, .uint8())
    Field("b", \.b, .uint8())
  }
}

private struct Breath: Equatable, Sendable {
  var color: Int
  var intensity: Int
  var delay: Int

  static let layout = Layout(Breath.init(color:intensity:delay:)) {
    Field("color", \.color, .uint8(), range: 1...7)
    Field("intensity", \.intensity, .uint8(), unit: .percent, range: 1...100)
    Field("delay", \.delay, .uint16(), unit: .millisecond, range: 50...10000)
  }
}

private enum Light: Equatable, Sendable {
  case off
  case constant(Colour)
  case breathe(Breath)
  case other(UInt8, Data)

  static let layout = Layout<Light>(
    union: "mode",
    [
      .plain(0, name: "off", .off),
      .payload(1, name: "constant", Colour.layout, make: Light.constant) {
        if case .constant(let colour) = $0 { colour } else { nil }
      },
      .payload(2, name: "breathe", Breath.layout, make: Light.breathe) {
        if case .breathe(let breath) = $0 { breath } else { nil }
      },
    ])

  static let open = Layout<Light>(
    union: "mode", style: .name,
    [
      .plain(0, name: "off", .off),
      .payload(0x20, 1, name: "constant", Colour.layout, make: Light.constant) {
        if case .constant(let colour) = $0 { colour } else { nil }
      },
      .payload(0x20, name: "breathe", Breath.layout, make: Light.breathe) {
        if case .breathe(let breath) = $0 { breath } else { nil }
      },
      .others(make: Light.other) {
        if case .other(let code, let octets) = $0 { (code, octets) } else { nil }
      },
    ])
}

@Test func `an op code chooses what follows`() throws {
  for hex in ["00", "01FF8000", "02024AD007"] {
    try holdsLaws(Light.layout, hex)
  }
  #expect(try Light.layout.decode(octets("00")) == .off)
  #expect(
    try Light.layout.decode(octets("02024AD007"))
      == .breathe(Breath(color: 2, intensity: 74, delay: 2000)))
  let record = try Light.layout.dynamic.decode(octets("01FF8000"))
  #expect(record.description == "{mode: 1, r: 255, g: 128, b: 0}")
  let breath: ProfileRecord = [
    "mode": "Breathe", "color": 2, "intensity_pct": 74, "delay_ms": 2000,
  ]
  #expect(try Light.layout.dynamic.encode(breath) == octets("02024AD007"))
}

@Test func `a union reports what is wrong with the name of its tag`() throws {
  #expect(
    refusal(Light.layout, "")?.description.hasPrefix("field mode at offset 0: needs 1") == true)
  #expect(
    refusal(Light.layout, "0401")?.description
      == "field mode at offset 0: 4 is not one of 0, 1, 2")
  #expect(refusal(Light.layout, "0001")?.code == ProfileError.trailing)
  #expect(refusal(Light.layout, "01FF80")?.field == "b")
  let loud: ProfileRecord = ["mode": 2, "color": 2, "intensity_pct": 101, "delay_ms": 2000]
  let range = #expect(throws: ProfileError.self) { try Light.layout.dynamic.encode(loud) }
  #expect(range?.code == ProfileError.outOfRange)
  let wrong: ProfileRecord = ["mode": 0, "r": 1]
  let names = #expect(throws: ProfileError.self) { try Light.layout.dynamic.encode(wrong) }
  #expect(names?.code == ProfileError.unknownField)
  #expect(throws: ProfileError.self) { try Light.layout.dynamic.encode(["mode": "sparkle"]) }
  #expect(throws: ProfileError.self) { try Light.layout.encode(.other(9, Data())) }
}

@Test func `the longest octets choose, and a code without a case is kept`() throws {
  for hex in ["00", "2001FF8000", "20024AD007", "07", "07AABB"] {
    try holdsLaws(Light.open, hex)
  }
  #expect(try Light.open.decode(octets("07AABB")) == .other(7, octets("AABB")))
  let record = try Light.open.dynamic.decode(octets("07AABB"))
  #expect(record.description == "{mode: \"unknown(7)\", octets: AABB}")
  let frame = try Light.open.dynamic.decode(octets("2001FF8000"))
  #expect(frame["mode"] == "constant")
  #expect(try Light.open.decode(octets("00")) == .off)
}

private struct Beacon: Equatable {
  var id: UUID
  var major: Int
  var power: Int

  static let layout = Layout(Beacon.init(id:major:power:), prefix: [0x02, 0x15]) {
    Field("uuid", \.id, .uuid)
    Field("major", \.major, .uint16(order: .big))
    Field("measuredPower", \.power, .int8(), unit: .decibelMilliwatt)
  }
}

@Test func `a layout can begin with constant octets`() throws {
  let hex = "0215F7826DA64FA24E988024BC5B71E0893E00AAB3"
  try holdsLaws(Beacon.layout, hex)
  let record = try Beacon.layout.dynamic.decode(octets(hex))
  #expect(record["uuid"] == "f7826da6-4fa2-4e98-8024-bc5b71e0893e")
  #expect(record["major"] == 170)
  #expect(record["measuredPower_dBm"] == -77)
  #expect(
    refusal(Beacon.layout, "0216")?.description
      == "value at offset 0: 0216 is not 0215, with which the value begins")
  #expect(refusal(Beacon.layout, "02")?.code == ProfileError.truncated)
}
