import FoundationEssentials
import Profiles
import Testing

private typealias Service = TISensorTag.AccelerometerService

private let accelerometer = Service.Acceleration.layout(.twoG).varying([
  .init(
    ContextMatch("firmware", .versionAtLeast("1.5")), Service.Acceleration.layout(.eightG))
])

@Test(
  arguments: [
    ([:], 1.0), (["firmware": "1.4"], 1), (["firmware": "1.5"], 4), (["firmware": "1.5.1"], 4),
    (["firmware": "1.10 (Jul 2014)"], 4), (["firmware": "2"], 4), (["firmware": "1.4.9"], 1),
    (["firmware": 1.5], 4), (["firmware": true], 1), (["firmware": ""], 1),
  ] as [(ProfileContext, Double)])
func `the firmware chooses the variant of a layout`(
  _ context: ProfileContext, _ expected: Double
) throws {
  try holdsLaws(accelerometer, "000040", context: context)
  #expect(try accelerometer.decode(octets("000040"), context: context).z == expected)
  #expect(accelerometer.dynamic.contextKeys == ["firmware"])
}

@Test func `a context matches words, numbers and bits`() {
  let context: ProfileContext = ["model": "CC2650", "range": 8, "features": 0b1000]
  #expect(ContextMatch("model", .equals("cc2650")).matches(context))
  #expect(!ContextMatch("model", .equals("CC2541")).matches(context))
  #expect(ContextMatch("range", .equals("8.0")).matches(context))
  #expect(ContextMatch("features", .bit(3)).matches(context))
  #expect(!ContextMatch("features", .bit(2)).matches(context))
  #expect(!ContextMatch("features", .bit(-1)).matches(context))
  #expect(!ContextMatch("features", .bit(.max)).matches(context))
  #expect(!ContextMatch("model", .bit(0)).matches(context))
  #expect(!ContextMatch("other", .equals("")).matches(context))
}

private struct Raw: Sendable {
  var temperature: Int
  var pressure: Int

  static let layout = Layout(Raw.init(temperature:pressure:)) {
    Field("t", \.temperature, .int16())
    Field("p", \.pressure, .uint16())
  }
}

private struct Weather: Equatable {
  var temperature: Double
  var pressure: Double

  /// A linear stand-in for a barometer's formula: the calibration is a factor and an offset.
  static let layout = Layout<Weather>(
    computed: "test-barometer", from: Raw.layout, needs: ["calibration"],
    decode: { raw, context throws(ProfileError) in
      let (factor, offset) = try calibration(context)
      return Weather(
        temperature: Double(raw.temperature) * factor / 100,
        pressure: Double(raw.pressure) + offset)
    },
    encode: { weather, context throws(ProfileError) in
      let (factor, offset) = try calibration(context)
      return Raw(
        temperature: Int((weather.temperature * 100 / factor).rounded()),
        pressure: Int((weather.pressure - offset).rounded()))
    },
    Weather.init(temperature:pressure:)
  ) {
    Field("temperature", \.temperature, .shown(decimals: 2), unit: .celsius)
    Field("pressure", \.pressure, .shown(decimals: 1), unit: .pascal)
  }

  private static func calibration(
    _ context: ProfileContext
  ) throws(ProfileError) -> (Double, Double) {
    let octets = try context.octets("calibration")
    return (Double(octets.first ?? 1), Double(octets.last ?? 0))
  }
}

@Test func `values can be computed from octets and a calibration`() throws {
  let context: ProfileContext = ["calibration": "020A"]
  try holdsLaws(Weather.layout, "E803F401", context: context)
  #expect(
    try Weather.layout.decode(octets("E803F401"), context: context)
      == Weather(temperature: 20, pressure: 510))
  let record = try Weather.layout.dynamic.decode(octets("E803F401"), context: context)
  #expect(record.entries.map(\.key) == ["temperature_degC", "pressure_Pa"])
  #expect(Weather.layout.dynamic.contextKeys == ["calibration"])
  #expect(Weather.layout.minimumSize == 4)
  #expect(Weather.layout.dynamic.maximumSize == 4)
  #expect(refusal(Weather.layout, "E803F4", context: context)?.field == "p")
}

@Test func `a layout asks for the context that it lacks`() {
  #expect(
    refusal(Weather.layout, "E803F401")?.description
      == "value: the layout needs calibration from the context; read it from the device first")
  let wrong = refusal(Weather.layout, "E803F401", context: ["calibration": "no"])
  #expect(wrong?.code == ProfileError.badValue)
}

@Test func `a profile that exists only as data decodes and encodes`() throws {
  let number = Meaning.number(NumberMeaning())
  let layout = DynamicLayout([
    FieldSchema(
      "temperature",
      .padded(
        Padding(after: [0]), .integer(.int16, .number(NumberMeaning(scale: Scale(1, d: -1))))),
      unit: .celsius),
    FieldSchema("light", .integer(.uint32, number), unit: ProfileUnit("lx")),
    FieldSchema("moisture", .integer(.uint8, number), unit: .percent),
    FieldSchema(
      "conductivity", .padded(Padding(after: [2, 60, 0, 251, 52, 155]), .integer(.uint16, number)),
      unit: ProfileUnit("µS/cm")),
  ])
  let sample = octets("1F0100E7260000357400023C00FB349B")
  let record = try layout.decode(sample)
  #expect(
    record.description
      == "{temperature_degC: 28.7, light_lx: 9959, moisture_pct: 53, conductivity_uS_per_cm: 116}")
  #expect(try layout.encode(record) == sample)
  #expect(layout.minimumSize == 16)
  for count in 0..<16 {
    let error = #expect(throws: ProfileError.self) { try layout.decode(sample.prefix(count)) }
    #expect(error?.code == ProfileError.truncated)
  }
}

@Test(arguments: [
  ("CB0704180C051E", "1995-04-24T12:05:30"), ("000004110F3300", "0000-04-17T15:51:00"),
  ("0F270C1F173B3B", "9999-12-31T23:59:59"), ("2E060101000000", "1582-01-01T00:00:00"),
  ("00000000000000", "0000-00-00T00:00:00"),
])
func `a date time keeps the laws, known or not`(_ hex: String, _ text: String) throws {
  let layout = Layout<DateTime>.single(.dateTime)
  try holdsLaws(layout, hex)
  #expect(try layout.decode(octets(hex)).description == text)
  #expect(DateTime(text)?.description == text)
  let day = Layout<CalendarDay>.single(.day)
  try holdsLaws(day, String(hex.prefix(8)))
}

@Test(arguments: [
  "FFFFFFFFFFFFFF", "2D060101000000", "10270101000000", "E9070D01000000", "E9070120000000",
  "E9070101180000", "E90701010C3C00", "E90701010C003C",
])
func `a part of a date time out of its range is refused`(_ hex: String) {
  let error = refusal(Layout<DateTime>.single(.dateTime), hex)
  #expect(error?.code == ProfileError.outOfRange)
  #expect(error?.offset == 0)
}

@Test(arguments: [
  "", "T", "2020-01-01", "2020-01T10:00:00", "2020-01-01T10:00", "20x0-01-01T10:00:00",
  "2020-01-01T10:00:00Z", "-1-01-01T10:00:00", "99999999999999999999-01-01T10:00:00",
])
func `a text that is no date time is refused`(_ text: String) {
  #expect(DateTime(text) == nil)
  let layout = Layout<DateTime>.single(.dateTime)
  #expect(throws: ProfileError.self) { try layout.dynamic.encode(["value": .text(text)]) }
}
