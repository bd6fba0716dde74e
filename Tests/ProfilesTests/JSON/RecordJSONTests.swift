import FoundationEssentials
import Profiles
import Testing

@Suite struct RecordJSONTests {
  @Test func `every kind of value has its form in JSON`() throws {
    let record = ProfileRecord([
      ProfileEntry("rate", key: "rate_bpm", 72, unit: .beatsPerMinute),
      ProfileEntry("big", .unsigned(.max)),
      ProfileEntry("x", .decimal(.init(significand: -15625, exponent: -6))),
      ProfileEntry("real", .real(0.1)), ProfileEntry("nan", .real(.nan)),
      ProfileEntry("low", .real(-.infinity)), ProfileEntry("high", .real(.infinity)),
      ProfileEntry("special", .special("NRes")), ProfileEntry("raw", .octets(Data([0, 0xAB]))),
      ProfileEntry("on", true), ProfileEntry("list", ["a", "b"]),
      ProfileEntry("group", .record(["n": 1])),
    ])
    #expect(
      record.json.description == """
        {"rate_bpm": 72, "big": 340282366920938463463374607431768211455, "x": -0.015625, \
        "real": 0.1, "nan": "NaN", "low": "-INF", "high": "+INF", "special": "NRes", \
        "raw": "00ab", "on": true, "list": ["a", "b"], "group": {"n": 1}}
        """)
    let back = try ProfileRecord(json: record.json)
    #expect(back.json == record.json)
    #expect(back["rate_bpm"] == 72)
    #expect(back["x"] == .decimal(.init(significand: -15625, exponent: -6)))
  }

  @Test func `units are listed by the keys of the values, those of groups and lists too`() {
    let inner = ProfileRecord([
      ProfileEntry("time", key: "time_s", 1, unit: .second), ProfileEntry("code", 2),
    ])
    let record = ProfileRecord([
      ProfileEntry("level", key: "level_pct", .special("unknown"), unit: .percent),
      ProfileEntry("records", .list([.record(inner), .record(inner)])),
      ProfileEntry("plain", 1),
      ProfileEntry("group", .record(ProfileRecord())),
      ProfileEntry("intervals", key: "intervals_s", [1, 2], unit: .second),
    ])
    #expect(
      record.unitsJSON.description
        == #"{"level_pct": "%", "time_s": "s", "intervals_s": "s"}"#)
    #expect(ProfileRecord().unitsJSON.description == "{}")
  }

  @Test func `a layout encodes what it reads from JSON`() throws {
    let layout = DynamicLayout([
      FieldSchema("rate", .integer(.uint8, .number(NumberMeaning())), unit: .beatsPerMinute),
      FieldSchema("raw", .octets(OctetsForm(0...4))),
    ])
    let record = try layout.decode(Data([72, 0xAB, 0xCD]))
    #expect(record.json.description == #"{"rate_bpm": 72, "raw": "abcd"}"#)
    for text in [#"{"rate_bpm": 72, "raw": "abcd"}"#, #"{"raw": "ABCD", "rate": 72.0}"#] {
      let read = try ProfileRecord(json: ProfileJSON(parsing: text))
      #expect(try layout.encode(read) == Data([72, 0xAB, 0xCD]))
    }
  }

  @Test(arguments: [
    ("[]", "JSON: an array is not an object"),
    (
      #"{"a": {"b": [1, null]}}"#,
      "JSON, a.b[1]: null is not possible; leave out what is not there"
    ),
  ])
  func `JSON that is no set of values is refused with its place`(
    text: String, message: String
  ) throws {
    let json = try ProfileJSON(parsing: text)
    let error = #expect(throws: ProfileError.self) { try ProfileRecord(json: json) }
    #expect(error?.description == message)
  }

  @Test func `a context is read from an object`() throws {
    let context = try ProfileContext(
      json: ProfileJSON(parsing: #"{"model": "CC2650", "accelRange_g": 8, "calibration": "55B4"}"#))
    #expect(context["model"] == "CC2650")
    #expect(try context.number("accelRange_g") == 8)
    #expect(try context.octets("calibration") == Data([0x55, 0xB4]))
  }
}
