import FoundationEssentials
import Profiles
import Testing

private typealias Service = BluetoothSIG.CyclingPowerService

private let samples: [GeneralSample] =
  [
    .init(Service.measurement, "0000FA00", "{power_W: 250}"),
    .init(
      Service.measurement, "2000700190010004",
      "{power_W: 368, crankRevolutions: 400, lastCrankEvent_s: 1}"),
    .init(Service.measurement, "0000CEFF", "{power_W: -50}"),
    .init(
      Service.measurement,
      "FD1FC80064400039300000000890010004F401CEFF0008E0FF5AE01000000E010C00",
      "{power_W: 200, pedalPowerBalance_pct: 50, accumulatedTorque_Nm: 2, torqueOfCrank: true, "
        + "wheelRevolutions: 12345, lastWheelEvent_s: 1, crankRevolutions: 400, "
        + "lastCrankEvent_s: 1, maxForce_N: 500, minForce_N: -50, maxTorque_Nm: 64, "
        + "minTorque_Nm: -1, maxAngle_deg: 90, minAngle_deg: 270, topDeadSpot_deg: 0, "
        + "bottomDeadSpot_deg: 270, accumulatedEnergy_kJ: 12, offsetCompensation: true}"),
    .init(
      Service.measurement, "0300C80057",
      "{power_W: 200, pedalPowerBalance_pct: 43.5, balanceOfLeftPedal: true}"),
    .init(
      Service.vector, "17900100042D000A00F6FF",
      "{direction: \"tangential\", crankRevolutions: 400, lastCrankEvent_s: 1, "
        + "firstAngle_deg: 45, forces_N: [10, -10]}"),
    .init(
      Service.vector, "282000F0FF",
      "{direction: \"radial\", torques_Nm: [1, -0.5]}"),
    .init(Service.vector, "00", "{direction: \"unknown\"}"),
    .init(Service.feature, "0D021800", "{features: 524813, distributedSystem: \"notSupported\"}"),
    .init(Service.controlPoint, "0100000000", "{opCode: 1, cumulativeValue: 0}"),
    .init(Service.controlPoint, "0206", "{opCode: 2, location: \"rightCrank\"}"),
    .init(Service.controlPoint, "03", "{opCode: 3}"),
    .init(Service.controlPoint, "045901", "{opCode: 4, crankLength_mm: 172.5}"),
    .init(Service.controlPoint, "06DC05", "{opCode: 6, chainLength_mm: 1500}"),
    .init(Service.controlPoint, "082C01", "{opCode: 8, chainWeight_g: 300}"),
    .init(Service.controlPoint, "0A3200", "{opCode: 10, spanLength_mm: 50}"),
    .init(Service.controlPoint, "0C", "{opCode: 12}"),
    .init(Service.controlPoint, "0D0901", "{opCode: 13, mask: 265}"),
    .init(Service.controlPoint, "10", "{opCode: 16}"),
    .init(Service.controlPoint, "6301", "{opCode: 99, octets: 01}"),
  ] + responses

private let responses: [GeneralSample] = [
  .init(
    Service.controlPoint, "20030105060F",
    "{opCode: 32, requestOpCode: 3, responseCode: 1, locations: [5, 6, 15]}"),
  .init(
    Service.controlPoint, "2005015901",
    "{opCode: 32, requestOpCode: 5, responseCode: 1, crankLength_mm: 172.5}"),
  .init(
    Service.controlPoint, "200701DC05",
    "{opCode: 32, requestOpCode: 7, responseCode: 1, chainLength_mm: 1500}"),
  .init(
    Service.controlPoint, "2009012C01",
    "{opCode: 32, requestOpCode: 9, responseCode: 1, chainWeight_g: 300}"),
  .init(
    Service.controlPoint, "200B013200",
    "{opCode: 32, requestOpCode: 11, responseCode: 1, spanLength_mm: 50}"),
  .init(
    Service.controlPoint, "200C01F6FF",
    "{opCode: 32, requestOpCode: 12, responseCode: 1, offset: -10}"),
  .init(
    Service.controlPoint, "200E0132",
    "{opCode: 32, requestOpCode: 14, responseCode: 1, samplingRate_Hz: 50}"),
  .init(
    Service.controlPoint, "200F01E90707010C0000",
    "{opCode: 32, requestOpCode: 15, responseCode: 1, "
      + "calibrationDate: \"2025-07-01T12:00:00\"}"),
  .init(
    Service.controlPoint, "201001F6FF5900AABB",
    "{opCode: 32, requestOpCode: 16, responseCode: 1, enhancedOffset: -10, company: 89, "
      + "data: AABB}"),
  .init(
    Service.controlPoint, "20100401",
    "{opCode: 32, requestOpCode: 16, responseCode: 4, failure: 01}"),
  .init(
    Service.controlPoint, "200C04", "{opCode: 32, requestOpCode: 12, responseCode: 4}"),
]

@Test(arguments: samples)
private func `samples of power meters keep the laws`(_ sample: GeneralSample) throws {
  try sample.check()
  let record = try sample.profile.decode(octets(sample.hex))
  #expect(record.description == sample.shown)
}

@Test func `a power meter's clocks differ`() throws {
  let value = try Service.measurement.decode(octets("3000FA0001000000000801000004"))
  #expect(value.wheel == .init(count: 1, lastEvent: 1))
  #expect(value.crank == .init(count: 1, lastEvent: 1))
  #expect(refusal(Service.measurement.layout, "20007001900100")?.field == "lastCrankEvent")
}

@Test func `what a power meter cannot send is refused`() throws {
  let angles = Service.Measurement(power: 0, angles: .init(maximum: 4096, minimum: 0))
  #expect(throws: ProfileError.self) { try Service.measurement.encode(angles) }
  let balance = Service.Measurement(power: 0, pedalPowerBalance: 128)
  #expect(throws: ProfileError.self) { try Service.measurement.encode(balance) }
  var response = Service.ControlPoint.Response(requestOpCode: 5, result: .operationFailed)
  response.crankLength = 170
  #expect(throws: ProfileError.self) { try Service.controlPoint.encode(.response(response)) }
  response = .init(requestOpCode: 5, result: .success)
  let missing = #expect(throws: ProfileError.self) {
    try Service.controlPoint.encode(.response(response))
  }
  #expect(missing?.field == "crankLength")
  response.crankLength = 170
  #expect(try Service.controlPoint.encode(.response(response)) == octets("2005015401"))
  let feature = Service.Feature(Service.Abilities(rawValue: 1 << 20))
  #expect(throws: ProfileError.self) { try Service.feature.encode(feature) }
}
