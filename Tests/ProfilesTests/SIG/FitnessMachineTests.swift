import FoundationEssentials
import Profiles
import Testing

private typealias Service = BluetoothSIG.FitnessMachineService

private let today: ProfileContext = ["resistanceLevel": "uint8x10"]

private let data: [GeneralSample] = [
  .init(Service.indoorBike(), "0100", "{moreData: true}"),
  .init(
    Service.indoorBike(), "0402C409B4009B",
    "{moreData: false, speed_km_per_h: 25.00, cadence_rpm: 90, heartRate_bpm: 155}"),
  .init(
    Service.indoorBike(), "FE1FB80BF00AA000960010270007C800B9002003900107915018155802", bike,
    context: today),
  .init(
    Service.indoorBike(), "FE1FB80BF00AA00096001027004600C800B9002003900107915018155802", bike),
  .init(Service.indoorBike(.uint8x10), "210007", "{moreData: true, resistanceLevel: 70}"),
  .init(
    Service.treadmill, "0201E204B0049B",
    "{moreData: false, speed_km_per_h: 12.50, averageSpeed_km_per_h: 12.00, heartRate_bpm: 155}"
  ),
  .init(
    Service.treadmill, "09001900F1FF",
    "{moreData: true, inclination_pct: 2.5, rampAngle_deg: -1.5}"),
  .init(
    Service.treadmill,
    "FE1FE204B004E80300FF7F00006400320078008200FFFFFFFFFF785018152C0164009CFF",
    "{moreData: false, speed_km_per_h: 12.50, averageSpeed_km_per_h: 12.00, "
      + "totalDistance_m: 1000, inclination_pct: unknown, rampAngle_deg: 0.0, "
      + "positiveElevationGain_m: 10.0, negativeElevationGain_m: 5.0, pace_s_per_500m: 120, "
      + "averagePace_s_per_500m: 130, totalEnergy_kcal: unknown, energyPerHour_kcal: unknown, "
      + "energyPerMinute_kcal: unknown, heartRate_bpm: 120, metabolicEquivalent: 8.0, "
      + "elapsed_s: 5400, remaining_s: 300, forceOnBelt_N: 100, powerOutput_W: -100}"),
  .init(
    Service.crossTrainer(),
    "FEFF00E803E703102700780077000A000A00050019000A003200C800B9002003900107915018155802",
    "{moreData: false, speed_km_per_h: 10.00, averageSpeed_km_per_h: 9.99, "
      + "totalDistance_m: 10000, stepRate_per_min: 120, averageStepRate_per_min: 119, "
      + "strideCount: 1.0, positiveElevationGain_m: 10, negativeElevationGain_m: 5, "
      + "inclination_pct: 2.5, rampAngle_deg: 1.0, resistanceLevel: 5.0, power_W: 200, "
      + "averagePower_W: 185, totalEnergy_kcal: 800, energyPerHour_kcal: 400, "
      + "energyPerMinute_kcal: 7, heartRate_bpm: 145, metabolicEquivalent: 8.0, "
      + "elapsed_s: 5400, remaining_s: 600, backward: true}"),
  .init(Service.crossTrainer(), "018000", "{moreData: true, backward: true}"),
  .init(
    Service.stepClimber, "FE0103003C005A0058000C002003900107915018155802",
    "{moreData: false, floors: 3, stepCount: 60, stepRate_per_min: 90, "
      + "averageStepRate_per_min: 88, positiveElevationGain_m: 12, totalEnergy_kcal: 800, "
      + "energyPerHour_kcal: 400, energyPerMinute_kcal: 7, heartRate_bpm: 145, "
      + "metabolicEquivalent: 8.0, elapsed_s: 5400, remaining_s: 600}"),
  .init(
    Service.stairClimber, "FE0303005A0058000C001E002003900107915018155802",
    "{moreData: false, floors: 3, stepRate_per_min: 90, averageStepRate_per_min: 88, "
      + "positiveElevationGain_m: 12, strideCount: 30, totalEnergy_kcal: 800, "
      + "energyPerHour_kcal: 400, energyPerMinute_kcal: 7, heartRate_bpm: 145, "
      + "metabolicEquivalent: 8.0, elapsed_s: 5400, remaining_s: 600}"),
  .init(
    Service.rower(), "FE1F33640030C409007D007E00C800B90005002003900107915018155802",
    "{moreData: false, strokeRate_per_min: 25.5, strokeCount: 100, "
      + "averageStrokeRate_per_min: 24, totalDistance_m: 2500, pace_s_per_500m: 125, "
      + "averagePace_s_per_500m: 126, power_W: 200, averagePower_W: 185, resistanceLevel: 5, "
      + "totalEnergy_kcal: 800, energyPerHour_kcal: 400, energyPerMinute_kcal: 7, "
      + "heartRate_bpm: 145, metabolicEquivalent: 8.0, elapsed_s: 5400, remaining_s: 600}"),
]

private let bike =
  "{moreData: false, speed_km_per_h: 30.00, averageSpeed_km_per_h: 28.00, cadence_rpm: 80, "
  + "averageCadence_rpm: 75, totalDistance_m: 10000, resistanceLevel: 70, power_W: 200, "
  + "averagePower_W: 185, totalEnergy_kcal: 800, energyPerHour_kcal: 400, "
  + "energyPerMinute_kcal: 7, heartRate_bpm: 145, metabolicEquivalent: 8.0, elapsed_s: 5400, "
  + "remaining_s: 600}"

private let ranges: [GeneralSample] = [
  .init(Service.feature, "8340010003200100", "{features: 82051, targetSettings: 73731}"),
  .init(
    Service.speedRange, "3200D0070A00",
    "{minimum_km_per_h: 0.50, maximum_km_per_h: 20.00, increment_km_per_h: 0.10}"),
  .init(
    Service.inclinationRange, "CEFF96000500",
    "{minimum_pct: -5.0, maximum_pct: 15.0, increment_pct: 0.5}"),
  .init(
    Service.resistanceRange(), "0A00C8000A00",
    "{minimum: 1.0, maximum: 20.0, increment: 1.0}"),
  .init(
    Service.resistanceRange(), "011401", "{minimum: 10, maximum: 200, increment: 10}",
    context: today),
  .init(
    Service.heartRateRange, "3CB405",
    "{minimum_bpm: 60, maximum_bpm: 180, increment_bpm: 5}"),
  .init(
    Service.powerRange, "0000E8030500", "{minimum_W: 0, maximum_W: 1000, increment_W: 5}"),
  .init(
    Service.trainingStatus, "010D476F", "{status: \"manualMode\", text: \"Go\"}"),
  .init(Service.trainingStatus, "000F", "{status: \"postWorkout\"}"),
  .init(
    Service.trainingStatus, "0301", "{status: \"idle\", text: \"\", extendedText: true}"),
]

private let control: [GeneralSample] = [
  ("00", "opCode: 0"), ("01", "opCode: 1"), ("02E204", "opCode: 2, targetSpeed_km_per_h: 12.50"),
  ("03F1FF", "opCode: 3, targetInclination_pct: -1.5"),
  ("0432", "opCode: 4, targetResistance: 5.0"), ("05FA00", "opCode: 5, targetPower_W: 250"),
  ("0691", "opCode: 6, targetHeartRate_bpm: 145"), ("07", "opCode: 7"),
  ("0801", "opCode: 8, stopOrPause: 1"), ("092C01", "opCode: 9, targetEnergy_kcal: 300"),
  ("0AE803", "opCode: 10, targetSteps: 1000"), ("0BF401", "opCode: 11, targetStrides: 500"),
  ("0C102700", "opCode: 12, targetDistance_m: 10000"), ("0D0807", "opCode: 13, targetTime_s: 1800"),
  ("0E3C007800", "opCode: 14, targetTimes_s: [60, 120]"),
  ("0F010002000300", "opCode: 15, targetTimes_s: [1, 2, 3]"),
  ("1001000200030004000500", "opCode: 16, targetTimes_s: [1, 2, 3, 4, 5]"),
  (
    "11FEFF38FF2833",
    "opCode: 17, windSpeed_m_per_s: -0.002, grade_pct: -2.00, crr: 0.0040, cw_kg_per_m: 0.51"
  ),
  ("123852", "opCode: 18, wheelCircumference_mm: 2104.8"), ("1301", "opCode: 19, spinDown: 1"),
  ("14B400", "opCode: 20, targetCadence_rpm: 90"),
  ("800201", "opCode: 128, requestOpCode: 2, resultCode: 1"),
  (
    "80130120038403",
    "opCode: 128, requestOpCode: 19, resultCode: 1, targetSpeedLow_km_per_h: 8.00, "
      + "targetSpeedHigh_km_per_h: 9.00"
  ),
  ("801304", "opCode: 128, requestOpCode: 19, resultCode: 4"), ("30AA", "opCode: 48, octets: AA"),
].map { GeneralSample(Service.controlPoint, $0.0, "{\($0.1)}") }

private let status: [GeneralSample] = [
  ("01", "opCode: 1"), ("0202", "opCode: 2, stopOrPause: 2"), ("03", "opCode: 3"),
  ("04", "opCode: 4"), ("05E204", "opCode: 5, targetSpeed_km_per_h: 12.50"),
  ("06F1FF", "opCode: 6, targetInclination_pct: -1.5"),
  ("0732", "opCode: 7, targetResistance: 5.0"), ("08FA00", "opCode: 8, targetPower_W: 250"),
  ("0991", "opCode: 9, targetHeartRate_bpm: 145"), ("0A2C01", "opCode: 10, targetEnergy_kcal: 300"),
  ("0BE803", "opCode: 11, targetSteps: 1000"), ("0CF401", "opCode: 12, targetStrides: 500"),
  ("0D102700", "opCode: 13, targetDistance_m: 10000"), ("0E0807", "opCode: 14, targetTime_s: 1800"),
  ("0F3C007800", "opCode: 15, targetTimes_s: [60, 120]"),
  ("10010002000300", "opCode: 16, targetTimes_s: [1, 2, 3]"),
  ("1101000200030004000500", "opCode: 17, targetTimes_s: [1, 2, 3, 4, 5]"),
  (
    "12FEFF38FF2833",
    "opCode: 18, windSpeed_m_per_s: -0.002, grade_pct: -2.00, crr: 0.0040, cw_kg_per_m: 0.51"
  ),
  ("133852", "opCode: 19, wheelCircumference_mm: 2104.8"),
  ("1404", "opCode: 20, spinDownStatus: 4"), ("15B400", "opCode: 21, targetCadence_rpm: 90"),
  ("FF", "opCode: 255"), ("60", "opCode: 96, octets: "),
].map { GeneralSample(Service.status, $0.0, "{\($0.1)}") }

@Test(arguments: data + ranges + control + status)
private func `samples of fitness machines keep the laws`(_ sample: GeneralSample) throws {
  try sample.check()
  let record = try sample.profile.decode(octets(sample.hex), context: sample.context)
  #expect(record.description == sample.shown)
}

@Test func `every characteristic of a fitness machine has a sample`() {
  let seen = Set((data + ranges + control + status).map(\.profile.uuid))
  #expect(seen == Set(Service().characteristics.map(\.uuid)))
}

@Test func `more data follow where the first field is missing`() throws {
  var bike = Service.IndoorBikeData(speed: 25, heartRate: 155)
  #expect(!bike.hasMoreData)
  #expect(try Service.indoorBike().encode(bike) == octets("0002C4099B"))
  bike.speed = nil
  #expect(bike.hasMoreData)
  #expect(try Service.indoorBike().encode(bike) == octets("01029B"))
  #expect(refusal(Service.indoorBike().layout, "0000D2")?.field == "speed")
}

@Test func `the profile of a machine has its form of the resistance`() throws {
  let bike = Service.IndoorBikeData(resistanceLevel: 70)
  #expect(try Service().indoorBike.encode(bike) == octets("21004600"))
  #expect(try Service(resistance: .uint8x10).indoorBike.encode(bike) == octets("210007"))
  #expect(throws: ProfileError.self) {
    try Service(resistance: .uint8x10).indoorBike.encode(.init(resistanceLevel: 75))
  }
}

@Test func `a control point takes times for two, three or five zones`() throws {
  #expect(
    try Service.controlPoint.encode(.set(.timeInZones([60, 120]))) == octets("0E3C007800"))
  let error = #expect(throws: ProfileError.self) {
    try Service.controlPoint.encode(.set(.timeInZones([60])))
  }
  #expect(error?.field == "opCode")
  #expect(refusal(Service.controlPoint.layout, "0800FF")?.code == ProfileError.trailing)
  #expect(refusal(Service.controlPoint.layout, "02E2")?.field == "targetSpeed")
}
