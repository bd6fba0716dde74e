import FoundationEssentials
import GATT
import Profiles
import Testing

private let calibration: ProfileContext = ["calibration": "55B43D697DB15E853E07A3DDD8FBFC06"]

@Test func `the services of the CC2541 keep the laws`() throws {
  typealias Tag = TISensorTag
  try holdsLaws(Tag.TemperatureService.data.layout, "FBFCB40D")
  try holdsLaws(Tag.TemperatureService.enabled.layout, "01")
  try holdsLaws(Tag.TemperatureService.period.layout, "1E")
  try holdsLaws(Tag.AccelerometerService.anyFirmware.data.layout, "FF0342")
  try holdsLaws(
    Tag.AccelerometerService.anyFirmware.data.layout, "F010C0", context: ["firmware": "1.5"])
  try holdsLaws(Tag.HumidityService.data.layout, "E06C5093")
  try holdsLaws(Tag.MagnetometerService.data.layout, "EBFAA002B0F8")
  try holdsLaws(Tag.MagnetometerService.period.layout, "C8")
  try holdsLaws(Tag.BarometerService.data.layout, "7F005799", context: calibration)
  try holdsLaws(Tag.BarometerService.mode.layout, "02")
  try holdsLaws(Tag.BarometerService.calibration.layout, "55B43D697DB15E853E07A3DDD8FBFC06")
  try holdsLaws(Tag.GyroscopeService.data.layout, "E5FFB401FBFF")
  try holdsLaws(Tag.GyroscopeService.enabled.layout, "07")
  try holdsLaws(Tag.KeysService.state.layout, "03")
  try holdsLaws(Tag.TestService.data.layout, "7F01")
  try holdsLaws(Tag.TestService.configuration.layout, "81")
  try holdsLaws(Tag.ConnectionService.parameters.layout, "10000000C003")
  try holdsLaws(Tag.ConnectionService.request.layout, "0800100000006400")
  try holdsLaws(Tag.ConnectionService.disconnect.layout, "01")
  try holdsLaws(Tag.DownloadService.imageIdentify.layout, "0100007C42424242")
  try holdsLaws(Tag.DownloadService.imageBlock.layout, "0000")
}

@Test func `the services of the CC2650 keep the laws`() throws {
  typealias Tag = TISensorTag2
  try holdsLaws(Tag.TemperatureService.data.layout, "00FB00FF")
  try holdsLaws(Tag.TemperatureService.period.layout, "1E")
  try holdsLaws(Tag.HumidityService.data.layout, "00010080")
  try holdsLaws(Tag.BarometerService.data.layout, "6A0900CD8B01")
  try holdsLaws(Tag.BarometerService.data.layout, "B809C66E", context: ["firmware": "0.89"])
  try holdsLaws(Tag.MovementService.anyRange.data.layout, "0A17142E5C0F0004000800100F1A1F343C68")
  for range in [2, 4, 8, 16] as [ProfileDatum] {
    try holdsLaws(
      Tag.MovementService.anyRange.data.layout, "0A17142E5C0F0004000800100F1A1F343C68",
      context: ["accelRange_g": range])
  }
  try holdsLaws(Tag.MovementService.configuration.layout, "7F02")
  try holdsLaws(Tag.LuxometerService.data.layout, "C429")
  try holdsLaws(Tag.KeysService.state.layout, "05")
  try holdsLaws(Tag.IOService.data.layout, "06")
  try holdsLaws(Tag.IOService.data.layout, "7F", context: ["ioMode": "test"])
  try holdsLaws(Tag.IOService.mode.layout, "02")
  try holdsLaws(Tag.RegisterService.data.layout, "0102")
  try holdsLaws(Tag.DisplayService.data.layout, "0102")
  try holdsLaws(Tag.DownloadService.imageCount.layout, "01")
}

@Test func `both constants of the thermopile give the temperature of the object`() throws {
  let sample = try TISensorTag.TemperatureService.data.decode(octets("FBFCB40D"))
  #expect(abs(sample.object() - 13.59823) < 0.0005)
  #expect(abs(sample.object(.low) - 11.43292) < 0.0005)
  #expect(sample.ambient == 27.40625)
  let layout = TISensorTag.TemperatureService.data.layout.dynamic
  let apart: ProfileRecord = ["ambient": 27, "object": 13, "objectLow": 20]
  let error = #expect(throws: ProfileError.self) { try layout.encode(apart) }
  #expect(
    error?.description
      == "field object: this pair of object temperatures is not one that a single voltage causes")
}

@Test func `a voltage that no object causes is refused`() {
  let error = #expect(throws: ProfileError.self) {
    try TISensorTag.TemperatureService.data.decode(octets("0080B40D"))
  }
  #expect(error?.code == ProfileError.outOfRange)
  #expect(error?.field == "object")
}

@Test func `the barometer needs its calibration, from the context or in its layout`() throws {
  typealias Service = TISensorTag.BarometerService
  let error = #expect(throws: ProfileError.self) {
    try Service.data.decode(octets("7F005799"))
  }
  #expect(error?.code == ProfileError.missingContext)
  let read = try Service.calibration.decode(octets("55B43D697DB15E853E07A3DDD8FBFC06"))
  let layout = Service.Weather.layout(read)
  let weather = try layout.decode(octets("7F005799"))
  #expect(abs(weather.pressure - 100145.3385) < 0.01)
  #expect(abs(weather.temperature - 26.65903) < 0.0001)
  try holdsLaws(layout, "7F005799")
  let flat = Service.Calibration(c1: 0, c2: 0, c3: 0, c4: 0, c5: 0, c6: 0, c7: 0, c8: 0)
  let dead = #expect(throws: ProfileError.self) { try Service.Weather.layout(flat).encode(weather) }
  #expect(dead?.code == ProfileError.outOfRange)
  #expect(throws: ProfileError.self) {
    try layout.encode(.init(temperature: .nan, pressure: 0))
  }
}

@Test func `the periods of the sensors have their limits`() {
  typealias Period = TISensorTag.UpdatePeriod
  let thermopile = TISensorTag.TemperatureService.period
  #expect(throws: ProfileError.self) { try thermopile.encode(Period(milliseconds: 290)) }
  #expect(throws: Never.self) { try thermopile.encode(Period(milliseconds: 300)) }
  #expect(throws: ProfileError.self) { try thermopile.encode(Period(milliseconds: 2560)) }
  let gyroscope = TISensorTag.GyroscopeService.period
  #expect(throws: ProfileError.self) { try gyroscope.encode(Period(milliseconds: 90)) }
  #expect(throws: Never.self) { try gyroscope.encode(Period(milliseconds: 2550)) }
}

@Test func `frost is a number below zero on the barometer of the CC2650`() throws {
  let weather = try TISensorTag2.BarometerService.data.decode(octets("0CFEFFCD8B01"))
  #expect(weather == .init(temperature: -5, pressure: 1013.25))
}

@Test func `the range of the movement is part of a profile or of the context`() throws {
  typealias Service = TISensorTag2.MovementService
  let sample = octets("000000000000000000000080000000000000")
  #expect(try Service().data.decode(sample).acceleration.z == -8)
  #expect(try Service(range: .twoG).data.decode(sample).acceleration.z == -2)
  #expect(try Service(range: .sixteenG).data.decode(sample).acceleration.z == -16)
  #expect(
    try Service.anyRange.data.decode(sample, context: ["accelRange_g": 4]).acceleration.z == -4)
  #expect(try Service(range: .init(rawValue: 200)).data.decode(sample).acceleration.z == -16)
}
