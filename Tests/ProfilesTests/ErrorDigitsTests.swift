import FoundationEssentials
import Profiles
import Testing

/// Messages that show the value which was given, and no more than can be read.
@Suite struct ErrorDigitsTests {
  private struct Sample: Sendable, Hashable {
    var level: Int
    var temperature: Double
  }

  private static let layout = Layout<Sample>(Sample.init(level:temperature:)) {
    Field("level", \.level, .uint8(), unit: .percent)
    Field(
      "temperature", \.temperature, .int16(scale: 0.01), unit: .celsius, range: -40...85)
  }

  private func story(_ record: ProfileRecord) -> String? {
    #expect(throws: ProfileError.self) { try Self.layout.dynamic.encode(record) }?.description
  }

  @Test func `a number between two steps is shown as it was given`() {
    #expect(
      story(["level": 77.5, "temperature": 20]) == "field level: 77.5 % is not a multiple of 1 %")
    #expect(
      story(["level": "77.50 %", "temperature": 20])
        == "field level: \"77.50 %\" is not a whole number")
  }

  @Test(arguments: [85.004, 85.000_001])
  func `a number just outside is not shown as the limit`(value: Double) {
    let message =
      "field temperature: \(value) °C is outside -40.00...85.00 °C; write a value of that range"
    #expect(story(["level": 1, "temperature": .real(value)]) == message)
    let error = #expect(throws: ProfileError.self) {
      try Self.layout.encode(Sample(level: 1, temperature: value))
    }
    #expect(error?.description == message)
  }

  @Test func `limits have all their digits where rounding would hide the difference`() {
    let layout = DynamicLayout([
      FieldSchema(
        "x",
        .limited(
          ValueLimits(.range(.init(significand: 0), .init(significand: 125, exponent: -3))),
          .integer(.uint16, .number(NumberMeaning(scale: Scale(1, d: -2))))))
    ])
    let error = #expect(throws: ProfileError.self) { try layout.encode(["x": 0.127]) }
    #expect(
      error?.description == "field x: 0.13 is outside 0.00...0.125; write a value of that range")
  }

  @Test func `the largest number and the one after it do not look the same`() {
    let layout = DynamicLayout([
      FieldSchema("x", .integer(.uint8, .number(NumberMeaning(scale: Scale(15, d: -3)))))
    ])
    let error = #expect(throws: ProfileError.self) { try layout.encode(["x": 3.8326]) }
    #expect(
      error?.description == "field x: 3.8326 is outside 0.000...3.825; write a value of that range")
  }

  @Test func `a count in a message has no unit`() {
    let layout = DynamicLayout([
      FieldSchema(
        "x", .list(.fixed(2), .integer(.uint8, .number(NumberMeaning()))), unit: .second)
    ])
    let error = #expect(throws: ProfileError.self) { try layout.encode(["x": [1]]) }
    #expect(
      error?.description
        == "field x: 1 elements is outside 2 elements; write a value of that range")
  }

  @Test func `a long value is shown with its beginning and its size`() {
    let layout = DynamicLayout([FieldSchema("x", .integer(.uint8, .number(NumberMeaning())))])
    let digits = String(repeating: "0A", count: 50_000)
    let error = #expect(throws: ProfileError.self) { try layout.encode(["x": .text(digits)]) }
    #expect(
      error?.description
        == "field x: \"\(digits.prefix(59))… (100002 characters) is not a whole number")
    let unknown = #expect(throws: ProfileError.self) {
      try layout.encode(ProfileRecord([ProfileEntry("x", 1), ProfileEntry(digits, 1)]))
    }
    #expect(unknown?.description.utf8.count ?? 0 < 300)
  }

  @Test func `octets that no calibration could explain are told before the calibration is`() {
    for (count, code) in [
      (0, ProfileError.truncated), (3, ProfileError.truncated), (5, ProfileError.trailing),
      (4, ProfileError.missingContext),
    ] {
      let profile = TISensorTag.BarometerService.data
      let data = Data(repeating: 0, count: count)
      let typed = #expect(throws: ProfileError.self) { try profile.decode(data) }
      #expect(typed?.code == code)
      let dynamic = #expect(throws: ProfileError.self) { try profile.layout.dynamic.decode(data) }
      #expect(dynamic?.code == code)
    }
    let error = #expect(throws: ProfileError.self) {
      try TISensorTag.BarometerService.data.decode(
        Data([0, 0, 0, 0]), context: ["calibration": "0102"])
    }
    #expect(
      error?.description
        == "Barometer Data: 2 octets for calibration in the context is not the 16 octets of the "
        + "characteristic")
  }
}
