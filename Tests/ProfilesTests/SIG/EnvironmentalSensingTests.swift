import FoundationEssentials
import Profiles
import Testing

private typealias Service = BluetoothSIG.EnvironmentalSensingService

private let samples: [GeneralSample] = [
  .init(Service.temperature, "6408", "{temperature_degC: 21.48}"),
  .init(Service.temperature, "18FC", "{temperature_degC: -10.00}"),
  .init(Service.temperature, "0080", "{temperature_degC: unknown}"),
  .init(Service.humidity, "8813", "{humidity_pct: 50.00}"),
  .init(Service.humidity, "FFFF", "{humidity_pct: unknown}"),
  .init(Service.pressure, "02760F00", "{pressure_Pa: 101325.0}"),
  .init(Service.elevation, "50C300", "{elevation_m: 500.00}"),
  .init(Service.elevation, "FFFFFF", "{elevation_m: -0.01}"),
  .init(Service.pressureTrend, "08", "{trend: \"risingBeforeLesserFall\"}"),
  .init(Service.dewPoint, "EC", "{dewPoint_degC: -20}"),
  .init(Service.heatIndex, "1E", "{heatIndex_degC: 30}"),
  .init(Service.windChill, "E7", "{windChill_degC: -25}"),
  .init(Service.trueWindSpeed, "7B00", "{windSpeed_m_per_s: 1.23}"),
  .init(Service.trueWindDirection, "9F8C", "{windDirection_deg: 359.99}"),
  .init(Service.apparentWindSpeed, "FFFF", "{windSpeed_m_per_s: 655.35}"),
  .init(Service.apparentWindDirection, "2823", "{windDirection_deg: 90.00}"),
  .init(Service.gustFactor, "0F", "{gustFactor: 1.5}"),
  .init(Service.rainfall, "0C00", "{rainfall_mm: 12}"),
  .init(Service.pollen, "010001", "{pollen_per_m3: 65537}"),
  .init(Service.ultravioletIndex, "07", "{uvIndex: 7}"),
  .init(Service.irradiance, "1027", "{irradiance_W_per_m2: 1000.0}"),
  .init(Service.illuminance, "A08601", "{illuminance_lx: 1000.00}"),
  .init(Service.illuminance, "FFFFFF", "{illuminance_lx: unknown}"),
  .init(Service.magneticDeclination, "E803", "{declination_deg: 10.00}"),
  .init(Service.magneticFlux2D, "E8030CFE", "{x_uT: 100.0, y_uT: -50.0}"),
  .init(Service.magneticFlux3D, "E8030CFED007", "{x_uT: 100.0, y_uT: -50.0, z_uT: 200.0}"),
  .init(Service.carbonDioxide, "9001", "{concentration_ppm: 400}"),
  .init(Service.carbonDioxide, "FEFF", "{concentration_ppm: overrun}"),
  .init(Service.carbonDioxide, "FFFF", "{concentration_ppm: unknown}"),
  .init(Service.ammonia, "0A80", "{concentration_kg_per_m3: 0.00000010}"),
  .init(Service.carbonMonoxide, "0A80", "{concentration_kg_per_m3: 0.00000010}"),
  .init(Service.methane, "6C07", "{concentration_ppb: 1900}"),
  .init(Service.nitrogenDioxide, "0A80", "{concentration_kg_per_m3: 0.00000010}"),
  .init(Service.volatileOrganicCompounds, "FF07", "{concentration_kg_per_m3: NaN}"),
  .init(Service.ozone, "0A80", "{concentration_kg_per_m3: 0.00000010}"),
  .init(Service.particlesOf1Micrometer, "0008", "{concentration_kg_per_m3: NRes}"),
  .init(Service.particlesOf2Point5Micrometers, "0A80", "{concentration_kg_per_m3: 0.00000010}"),
  .init(Service.particlesOf10Micrometers, "0A80", "{concentration_kg_per_m3: 0.00000010}"),
  .init(Service.sulfurDioxide, "0A80", "{concentration_kg_per_m3: 0.00000010}"),
  .init(Service.sulfurHexafluoride, "0A80", "{concentration_kg_per_m3: 0.00000010}"),
]

@Test(arguments: samples)
private func `samples of the environment keep the laws`(_ sample: GeneralSample) throws {
  try sample.check()
  let record = try sample.profile.decode(octets(sample.hex))
  #expect(record.description == sample.shown)
}

@Test func `every characteristic of the environment has a sample`() {
  #expect(Set(samples.map(\.profile.uuid)) == Set(Service().characteristics.map(\.uuid)))
}

@Test func `a quantity of the environment has limits in both directions`() throws {
  #expect(refusal(Service.temperature.layout, "4C95")?.code == ProfileError.outOfRange)
  #expect(try Service.temperature.decode(octets("4D95")) == -273.15)
  for value in [400, -273.16, 327.68, .infinity, .nan] {
    let error = #expect(throws: ProfileError.self) {
      try Service.temperature.encode(.value(value))
    }
    #expect(error?.code == ProfileError.outOfRange)
  }
  #expect(refusal(Service.humidity.layout, "1127")?.code == ProfileError.outOfRange)
  #expect(try Service.humidity.encode(100) == octets("1027"))
  #expect(refusal(Service.trueWindDirection.layout, "A08C")?.code == ProfileError.outOfRange)
  #expect(refusal(Service.elevation.layout, "1234")?.code == ProfileError.truncated)
  #expect(throws: ProfileError.self) { try Service.illuminance.encode(167772.15) }
  #expect(try Service.illuminance.encode(167772.14) == octets("FEFFFF"))
  #expect(throws: ProfileError.self) { try Service.carbonDioxide.encode(65534) }
}
