import FoundationEssentials
import Profiles
import Testing

private typealias Meter = BluetoothSIG.GlucoseService
private typealias Monitor = BluetoothSIG.ContinuousGlucoseService
private typealias RecordAccess = BluetoothSIG.RecordAccess

@Test func `a concentration reads in milligrams whatever its unit`() throws {
  let time = DateTime(year: 2019, month: 2, day: 27, hours: 11, minutes: 10, seconds: 30)
  let sample = Meter.Sample(type: .capillaryPlasma, location: .finger)
  var value = Meter.Measurement(
    sequence: 1, baseTime: time,
    result: .init(concentration: Quantity(0.001, .kilogramsPerLitre), sample: sample))
  #expect(value.result?.milligramsPerDecilitre == 100)
  #expect(try value.profileData() == octets("020100E307021B0B0A1E01D012"))
  value.result?.concentration = Quantity(0.005, .molesPerLitre)
  #expect(abs((value.result?.milligramsPerDecilitre ?? 0) - 90.078) < 1e-6)
  #expect(try value.profileData() == octets("060100E307021B0B0A1E05D012"))
  #expect(try Meter.Measurement(profileData: value.profileData()) == value)
  value.result?.concentration.unit = .milligramsPerDecilitre
  let error = #expect(throws: ProfileError.self) { try value.profileData() }
  #expect(error?.code == ProfileError.badValue)
  #expect(error?.field == "concentration")
}

@Test func `a concentration and its sample come together or not at all`() {
  let profile = AnyCharacteristicProfile(Meter.measurement)
  let record: ProfileRecord = [
    "sequence": 1, "baseTime": "2019-02-27T11:10:30", "contextFollows": false,
    "concentration_kg_per_L": 1,
  ]
  let error = #expect(throws: ProfileError.self) { try profile.encode(record) }
  #expect(error?.code == ProfileError.missingField)
}

@Test func `a long exercise is an overrun and a hard one is refused`() throws {
  let value = try Meter.Context(profileData: octets("080100FFFF64"))
  #expect(value.exercise == .init(duration: .special(.overrun), intensity: 100))
  #expect(try value.profileData() == octets("080100FFFF64"))
  let error = #expect(throws: ProfileError.self) {
    try Meter.Context(profileData: octets("080100FFFF65"))
  }
  #expect(error?.code == ProfileError.outOfRange)
  let long = Meter.Context(sequence: 1, exercise: .init(duration: 65535, intensity: 1))
  #expect(throws: ProfileError.self) { try long.profileData() }
}

@Test(
  arguments: [
    ("0101", .report(.all)), ("0105", .report(.first)), ("0206", .delete(.last)),
    ("0102010A00", .report(.atMost(.number(10)))),
    ("0403010A00", .count(.atLeast(.number(10)))),
    ("0104010A001400", .report(.within(.numbers(.init(minimum: 10, maximum: 20))))),
    (
      "010302E907050A0A1E00",
      .report(.atLeast(.time(DateTime(year: 2025, month: 5, day: 10, hours: 10, minutes: 30))))
    ), ("0300", .abort), ("05000201", .numberOfRecords(258)),
    ("06000106", .response(.init(requestOpCode: 1, code: .noRecordsFound))),
    ("0907", .other(code: 9, octets: Data([7]))),
  ] as [(String, BluetoothSIG.RecordAccess)])
func `orders on records are values`(_ hex: String, _ order: BluetoothSIG.RecordAccess) throws {
  #expect(try RecordAccess(profileData: octets(hex)) == order)
  #expect(try order.profileData() == octets(hex))
}

@Test(
  arguments: [
    ("", ProfileError.truncated, "opCode"), ("01", ProfileError.truncated, "operator"),
    ("0100", ProfileError.badValue, "operator"), ("0107", ProfileError.badValue, "operator"),
    ("0102", ProfileError.truncated, "filterType"), ("010203", ProfileError.badValue, "filterType"),
    ("0102010A", ProfileError.truncated, "sequenceNumber"),
    ("0104010A0014", ProfileError.truncated, "maximum"),
    ("0301", ProfileError.badValue, "operator"), ("030000", ProfileError.trailing, nil),
    ("060101", ProfileError.badValue, "operator"),
    ("060001", ProfileError.truncated, "responseCode"),
  ] as [(String, ProfileError.Code, String?)])
func `an order that does not fit is refused with its part`(
  _ hex: String, _ code: ProfileError.Code, _ field: String?
) {
  let error = refusal(RecordAccess.profileLayout, hex)
  #expect(error?.code == code)
  #expect(error?.field == field)
}

@Test func `a monitor chooses records by minutes`() throws {
  let profile = AnyCharacteristicProfile(Monitor.recordAccess)
  let record = try profile.decode(octets("0103010A00"))
  #expect(record["timeOffset_min"] == 10)
  #expect(record.entry("timeOffset_min")?.unit?.symbol == "min")
}

@Test func `a checksum is added where it is asked for`() throws {
  let plain = Monitor.SessionRunTime(hours: 2)
  #expect(try plain.profileData() == octets("0200"))
  let safe = Monitor.SessionRunTime(hours: 2, isProtected: true)
  #expect(try safe.profileData() == octets("020008C3"))
  #expect(try Monitor.SessionRunTime(profileData: octets("020008C3")) == safe)
  let feature = Monitor.Feature(supported: .endToEndChecksum)
  #expect(feature.isProtected)
  #expect(try Monitor.Feature(profileData: feature.profileData()) == feature)
  #expect(try Monitor.Feature().profileData() == octets("00000059FFFF"))
}

@Test func `the offsets of local time have borders and an unknown value`() throws {
  let time = DateTime(year: 2025, month: 5, day: 10)
  for (zone, daylight) in [(-720, 0), (840, 120), (0, 30)] {
    let start = Monitor.SessionStartTime(
      time: time, timeZone: .value(zone), daylightSaving: .value(daylight))
    #expect(try Monitor.SessionStartTime(profileData: start.profileData()) == start)
  }
  let unknown = Monitor.SessionStartTime(
    time: time, timeZone: .special(.unknown), daylightSaving: .special(.unknown))
  #expect(try unknown.profileData() == octets("E907050A00000080FF"))
  for (zone, daylight) in [(-735, 0), (855, 0), (7, 0), (0, 15), (0, 3825)] {
    let start = Monitor.SessionStartTime(
      time: time, timeZone: .value(zone), daylightSaving: .value(daylight))
    #expect(throws: ProfileError.self) { try start.profileData() }
  }
}

@Test(
  arguments: [
    ("01FF", .setInterval(255)), ("02", .getInterval), ("05FFFF", .getCalibration(65535)),
    ("07B400", .setAlert(.patientHigh, 180)), ("0B", .getAlert(.patientLow)),
    ("0F3700", .alert(.hypo, 55)), ("11", .getAlert(.hyper)),
    ("13FE0F", .setAlert(.rateOfDecrease, -2)), ("1819F0", .alert(.rateOfIncrease, 2.5)),
    ("19", .resetDeviceSpecificAlert), ("1A", .startSession), ("1B", .stopSession),
    ("1C0705", .response(.init(requestOpCode: 7, code: .parameterOutOfRange))),
    ("1DAA", .other(code: 29, octets: Data([0xAA]))),
  ] as [(String, BluetoothSIG.ContinuousGlucoseService.Operation)])
func `orders to a monitor are values, with and without checksum`(
  _ hex: String, _ operation: BluetoothSIG.ContinuousGlucoseService.Operation
) throws {
  let plain = Monitor.ControlPoint(operation: operation)
  #expect(try Monitor.ControlPoint(profileData: octets(hex)) == plain)
  #expect(try plain.profileData() == octets(hex))
  if case .other = operation { return }
  let safe = Monitor.ControlPoint(operation: operation, isProtected: true)
  let data = try safe.profileData()
  #expect(data.count == octets(hex).count + 2)
  #expect(try Monitor.ControlPoint(profileData: data) == safe)
}
