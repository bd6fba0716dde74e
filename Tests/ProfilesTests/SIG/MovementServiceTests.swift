import FoundationEssentials
import Profiles
import Testing

private typealias Cycling = BluetoothSIG.CyclingSpeedCadenceService
private typealias Running = BluetoothSIG.RunningSpeedCadenceService

private let samples: [GeneralSample] = [
  .init(
    Cycling.measurement, "0339300000E8035901D007",
    "{wheelRevolutions: 12345, lastWheelEvent_s: 0.9765625, crankRevolutions: 345, "
      + "lastCrankEvent_s: 1.953125}"),
  .init(
    Cycling.measurement, "0139300000E803",
    "{wheelRevolutions: 12345, lastWheelEvent_s: 0.9765625}"),
  .init(
    Cycling.measurement, "025901D007", "{crankRevolutions: 345, lastCrankEvent_s: 1.953125}"),
  .init(Cycling.measurement, "00", "{}"),
  .init(Cycling.feature, "0700", "{features: 7}"),
  .init(Cycling().location, "0D", "{location: \"rearHub\"}"),
  .init(Cycling().location, "11", "{location: \"unknown(17)\"}"),
  .init(Cycling().controlPoint, "0139300000", "{opCode: 1, cumulativeValue: 12345}"),
  .init(Cycling().controlPoint, "02", "{opCode: 2}"),
  .init(Cycling().controlPoint, "0305", "{opCode: 3, location: \"leftCrank\"}"),
  .init(Cycling().controlPoint, "04", "{opCode: 4}"),
  .init(
    Cycling().controlPoint, "100401010203",
    "{opCode: 16, requestOpCode: 4, responseCode: 1, locations: [1, 2, 3]}"),
  .init(
    Cycling().controlPoint, "100203", "{opCode: 16, requestOpCode: 2, responseCode: 3}"),
  .init(Cycling().controlPoint, "7701", "{opCode: 119, octets: 01}"),
  .init(
    Running.measurement, "070003125600010000F0",
    "{speed_m_per_s: 3, cadence_per_min: 18, strideLength_m: 0.86, "
      + "totalDistance_m: 402653184.1, running: true}"),
  .init(
    Running.measurement, "00800250",
    "{speed_m_per_s: 2.5, cadence_per_min: 80, running: false}"),
  .init(Running.feature, "1F00", "{features: 31}"),
]

@Test(arguments: samples)
private func `samples of speed and cadence keep the laws`(_ sample: GeneralSample) throws {
  try sample.check()
  let record = try sample.profile.decode(octets(sample.hex), context: sample.context)
  #expect(record.description == sample.shown)
}

@Test func `counters are read with their clocks`() throws {
  let value = try Cycling.measurement.decode(octets("0339300000E8035901D007"))
  #expect(value.wheel == .init(count: 12345, lastEvent: 0.9765625))
  #expect(value.crank == .init(count: 345, lastEvent: 1.953125))
  #expect(try Cycling.measurement.encode(.init(crank: value.crank)) == octets("025901D007"))
}

@Test(arguments: ["031400000000000A00", "", "01", "0139300000E8"])
func `counters that are cut off are refused`(_ hex: String) {
  #expect(refusal(Cycling.measurement.layout, hex)?.code == ProfileError.truncated)
}

@Test func `locations come only with success`() throws {
  let point = Cycling().controlPoint
  #expect(refusal(point.layout, "10040401")?.code == ProfileError.trailing)
  #expect(refusal(point.layout, "1004")?.code == ProfileError.truncated)
  let wrong = BluetoothSIG.SpeedCadenceControlPoint.response(
    .init(requestOpCode: 3, result: .success, locations: [.hip]))
  #expect(throws: ProfileError.self) { try point.encode(wrong) }
  #expect(try point.encode(.updateLocation(.leftCrank)) == octets("0305"))
}

@Test func `a runner's numbers have limits`() throws {
  var value = Running.Measurement(speed: 256, cadence: 80)
  #expect(throws: ProfileError.self) { try Running.measurement.encode(value) }
  value.speed = 2.5
  #expect(try Running.measurement.encode(value) == octets("00800250"))
  value.strideLength = 655.36
  #expect(throws: ProfileError.self) { try Running.measurement.encode(value) }
  #expect(refusal(Running.measurement.layout, "070003125600000000")?.field == "totalDistance")
  #expect(refusal(Running.measurement.layout, "0080")?.code == ProfileError.truncated)
}
