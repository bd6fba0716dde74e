import FoundationEssentials
import Profiles
import Testing

private typealias SIG = BluetoothSIG

@Test func `a heart rate is one octet up to 255 and two above`() throws {
  typealias Measurement = SIG.HeartRateService.Measurement
  let value = try Measurement(profileData: octets("1E48E803A002"))
  #expect(value.contact == .detected)
  #expect(value.rate == 72)
  #expect(value.energyExpended == 1000)
  #expect(value.intervals == [0.65625])
  #expect(try Measurement(rate: 255).profileData() == octets("00FF"))
  #expect(try Measurement(rate: 256).profileData() == octets("010001"))
  for rate in [-1, 65536] {
    let error = #expect(throws: ProfileError.self) { try Measurement(rate: rate).profileData() }
    #expect(error?.code == ProfileError.outOfRange)
    #expect(error?.field == "heartRate")
  }
}

@Test func `a code without a name is kept`() throws {
  typealias Location = SIG.HeartRateService.Location
  let location = try Location(profileData: octets("07"))
  #expect(location.name == "unknown(7)")
  #expect(try location.profileData() == octets("07"))
}

@Test(arguments: [-1, 101]) func `a charge is a percentage`(_ level: Int) throws {
  let profile = SIG.BatteryService.level
  let error = #expect(throws: ProfileError.self) { try profile.encode(level) }
  #expect(error?.code == ProfileError.outOfRange)
  #expect(try profile.decode(profile.encode(100)) == 100)
}

@Test func `the bits of a power state have names`() throws {
  typealias Service = SIG.BatteryService
  let status = try Service.status.decode(octets("04A3120D"))
  #expect(
    status
      == Service.LevelStatus(
        power: Service.PowerState(
          isBatteryPresent: true, wired: .yes, wireless: .no, charge: .charging,
          level: .good, charging: .constantCurrent, faults: .battery),
        additional: Service.AdditionalStatus(service: .yes, hasFault: true)))
}

@Test func `certification data shows as text where it is one`() throws {
  let profile = AnyCharacteristicProfile(SIG.DeviceInformationService.certification)
  let cases = [
    ("FE0041", "A"), ("FE00", ""), ("FE000041", "0x0041"), ("FE00FF", "0xFF"),
    ("FE003078", "0x3078"), ("FE0020", "0x20"),
  ]
  for (hex, text) in cases {
    let record = try profile.decode(octets(hex))
    #expect(record["rest"] == .text(text))
    #expect(try profile.encode(record) == octets(hex))
  }
  let error = #expect(throws: ProfileError.self) {
    try profile.encode(["bodyType": 1, "bodyStructureType": 1, "rest": "0x4"])
  }
  #expect(error?.code == ProfileError.badValue)
}

@Test func `a temperature tells its unit and keeps its resolution`() throws {
  typealias Measurement = SIG.HealthThermometerService.Measurement
  #expect(try Measurement(celsius: 37.5).profileData() == octets("00770100FF"))
  let fahrenheit = try Measurement(profileData: octets("01DA0300FF"))
  #expect(fahrenheit.temperature.unit == .fahrenheit)
  #expect(abs(fahrenheit.celsius - 37) < 1e-9)
  #expect(fahrenheit.profileStrings.first?.text == "98.6 °F")
  #expect(Measurement(temperature: Quantity(.nan, .celsius)).celsius.isNaN)
}

@Test func `pressures of one measurement have one unit`() throws {
  typealias Measurement = SIG.BloodPressureService.Measurement
  var value = Measurement(
    systolic: Quantity(120, .millimetreOfMercury), diastolic: Quantity(80, .millimetreOfMercury),
    meanArterial: Quantity(93, .millimetreOfMercury), userID: .special(.unknown),
    status: [.cuffTooLoose, .pulseRateTooLow])
  #expect(try value.profileData() == octets("18780050005D00FF1200"))
  #expect(
    value.profileStrings.map(\.text) == [
      "120 mmHg", "80 mmHg", "93 mmHg", "unknown", "cuffTooLoose, pulseRateTooLow",
    ])
  value.userID = 255
  #expect(throws: ProfileError.self) { try value.profileData() }
  value.userID = nil
  value.diastolic = Quantity(10.6, .kilopascal)
  let error = #expect(throws: ProfileError.self) { try value.profileData() }
  #expect(error?.code == ProfileError.badValue)
  #expect(error?.field == "diastolic")
}

@Test func `what follows a cuff pressure is ignored and written as NaN`() throws {
  typealias CuffPressure = SIG.BloodPressureService.CuffPressure
  let value = try CuffPressure(profileData: octets("00780001020304"))
  #expect(value == CuffPressure(pressure: Quantity(120, .millimetreOfMercury)))
  #expect(try value.profileData() == octets("007800FF07FF07"))
}

@Test func `options of an oximeter follow from the statuses that it supports`() throws {
  typealias Features = SIG.PulseOximeterService.Features
  let value = Features(supported: .storage, deviceStatus: [.lowPerfusion, .sensorDisconnected])
  #expect(try value.profileData() == octets("0600208000"))
  #expect(try Features(profileData: octets("0600208000")) == value)
  var wrong = value
  wrong.deviceStatus = nil
  let error = #expect(throws: ProfileError.self) { try wrong.profileData() }
  #expect(error?.code == ProfileError.badValue)
  wrong.deviceStatus = .init(rawValue: 1 << 24)
  let wide = #expect(throws: ProfileError.self) { try wrong.profileData() }
  #expect(wide?.code == ProfileError.outOfRange)
  #expect(wide?.field == "deviceStatusSupport")
}

@Test func `masses reach to the pattern for a failed measurement`() throws {
  typealias Measurement = SIG.WeightScaleService.Measurement
  #expect(try Measurement(kilograms: 70).profileData() == octets("00B036"))
  #expect(try Measurement(kilograms: 327.67).profileData() == octets("00FEFF"))
  let error = #expect(throws: ProfileError.self) {
    try Measurement(kilograms: 327.675).profileData()
  }
  #expect(error?.code == ProfileError.outOfRange)
  #expect(try Measurement(profileData: octets("00FFFF")).kilograms == nil)
  let pounds = try #require(try Measurement(profileData: octets("01543D")).kilograms)
  #expect(abs(pounds - 71.214) < 0.001)
}

@Test func `weight and height are of one unit system`() throws {
  typealias Service = SIG.WeightScaleService
  var value = Service.Measurement(
    weight: Quantity(157, .pound),
    build: .init(bodyMassIndex: 22.5, height: Quantity(70, .inch)))
  #expect(try value.profileData() == octets("09543DE100BC02"))
  #expect(try Service.Measurement(profileData: octets("09543DE100BC02")) == value)
  value.build?.height = Quantity(1.778, .metre)
  let error = #expect(throws: ProfileError.self) { try value.profileData() }
  #expect(error?.code == ProfileError.badValue)
  #expect(error?.field == "height")
}

@Test func `the resolutions of a scale are codes among its features`() throws {
  typealias Features = SIG.WeightScaleService.Features
  let value = Features(
    supported: [.timestamp, .bodyMassIndex], weightResolution: .fiveGrams,
    heightResolution: .oneMillimetre)
  #expect(try value.profileData() == octets("BD010000"))
  #expect(
    value.profileStrings.map(\.text) == ["timestamp, bodyMassIndex", "fiveGrams", "oneMillimetre"])
}

@Test func `a body composition tells of further packets only if there are some`() throws {
  typealias Service = SIG.BodyCompositionService
  let profile = AnyCharacteristicProfile(Service.measurement)
  #expect(try profile.decode(octets("00007800"))["multiplePackets"] == nil)
  #expect(try profile.decode(octets("00107800"))["multiplePackets"] == true)
  let value = Service.Measurement(bodyFat: 12, isInMultiplePackets: true)
  #expect(try value.profileData() == octets("00107800"))
  let failed = Service.Measurement(bodyFat: .special(.measurementUnsuccessful))
  #expect(try failed.profileData() == octets("0000FFFF"))
}

@Test func `a registered user has a number in the answer, and nobody else`() throws {
  typealias ControlPoint = SIG.UserDataService.ControlPoint
  let registered = ControlPoint.response(.init(requestOpCode: 1, code: .success, userIndex: 3))
  #expect(try registered.profileData() == octets("20010103"))
  #expect(try ControlPoint(profileData: octets("20010103")) == registered)
  #expect(throws: ProfileError.self) { try ControlPoint(profileData: octets("200101")) }
  let other = ControlPoint.response(.init(requestOpCode: 2, code: .success, userIndex: 3))
  #expect(throws: ProfileError.self) { try other.profileData() }
  let code = #expect(throws: ProfileError.self) {
    try ControlPoint.register(consentCode: 10_000).profileData()
  }
  #expect(code?.code == ProfileError.outOfRange)
  #expect(try ControlPoint(profileData: octets("04AA")) == .other(code: 4, octets: octets("AA")))
}

@Test func `an unknown user and an unknown day are values`() throws {
  typealias Service = SIG.UserDataService
  #expect(try Service.userIndex.decode(octets("FF")) == .special(.unknown))
  #expect(try Service.dateOfBirth.decode(octets("00000000")).year == 0)
  #expect(try Service.weight.encode(70) == octets("B036"))
  #expect(try Service.activityGoal.encode(.init(floorSteps: 0x010203)) == octets("08030201"))
}
