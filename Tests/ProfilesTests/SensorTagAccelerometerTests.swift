import FoundationEssentials
import GATT
import Profiles
import Testing

private typealias Service = TISensorTag.AccelerometerService

@Test func `vector ti-cc2541-accelerometer-data-firmware-1-4-2-g-1`() throws {
  let octets = Data([0xFF, 0x03, 0x42])
  let value = try Service.data.decode(octets)
  #expect(value == .init(x: -0.015625, y: 0.046875, z: 1.03125))
  #expect(try Service.data.encode(value) == octets)
}

@Test func `vector ti-cc2541-accelerometer-data-firmware-1-5-8-g-1`() throws {
  let octets = Data([0xF0, 0x10, 0xC0])
  let data = Service(range: .eightG).data
  let value = try data.decode(octets)
  #expect(value == .init(x: -1.0, y: 1.0, z: -4.0))
  #expect(try data.encode(value) == octets)
}

@Test func `vector ti-cc2541-accelerometer-data-1`() {
  let error = #expect(throws: ProfileError.self) {
    try Service.data.decode(Data([0xFF, 0x03]))
  }
  #expect(error?.code == ProfileError.truncated)
  #expect(
    error?.description
      == "Accelerometer Data, field z at offset 2: needs 1 octet, 0 available; the value was cut "
      + "off or has another layout")
}

@Test func `vector ti-cc2541-accelerometer-period-1`() throws {
  let value = try Service.period.decode(Data([0x19]))
  #expect(value == .init(milliseconds: 250))
  #expect(try Service.period.encode(value) == Data([0x19]))
}

@Test func `vector ti-cc2541-accelerometer-period-2`() throws {
  #expect(try Service.period.encode(.init(milliseconds: 500)) == Data([0x32]))
}

@Test func `vector ti-cc2541-accelerometer-period-3`() {
  let error = #expect(throws: ProfileError.self) {
    try Service.period.encode(.init(milliseconds: 50))
  }
  #expect(error?.code == ProfileError.outOfRange)
  #expect(
    error?.description
      == "Accelerometer Update Period, field period: 50 ms is outside 100...2550 ms; write a "
      + "value of that range")
}

@Test func `every octet of every axis and range gives its octets and its text back`() throws {
  for range in Service.Acceleration.Range.allCases {
    let profile = Service(range: range).data
    for octet in UInt8.min...UInt8.max {
      let octets = Data([octet, ~octet, octet &+ 77])
      let value = try profile.decode(octets)
      #expect(try profile.encode(value) == octets)
      let texts = Dictionary(
        uniqueKeysWithValues: profile.strings(of: value).map { ($0.name, $0.text) })
      #expect(try profile.value(from: texts) == value)
    }
  }
}

@Test func `every octet of the switch is kept, with and without a name`() throws {
  for octet in UInt8.min...UInt8.max {
    let value = try Service.enabled.decode(Data([octet]))
    #expect(try Service.enabled.encode(value) == Data([octet]))
    let texts = Service.enabled.strings(of: value)
    #expect(try Service.enabled.value(from: [texts[0].name: texts[0].text]) == value)
  }
  #expect(Service.Enabled(true) == .yes)
  #expect(Service.Enabled(false) == .no)
  #expect(Service.Enabled.yes.boolValue == true)
  #expect(Service.Enabled.no.boolValue == false)
  #expect(Service.Enabled(rawValue: 255).boolValue == nil)
  #expect(Service.enabled.strings(of: .init(rawValue: 255))[0].text == "unknown(255)")
}

@Test func `a period under the minimum is read as it is and not written`() throws {
  for octet in UInt8.min...UInt8.max {
    let value = try Service.period.decode(Data([octet]))
    #expect(value.milliseconds == Int(octet) * 10)
    if octet >= 10 {
      #expect(try Service.period.encode(value) == Data([octet]))
    } else {
      #expect(throws: ProfileError.self) { try Service.period.encode(value) }
    }
  }
}

@Test(arguments: [0, 99, 101, 505, 2551, 2560, -100, .max, .min])
func `a period that no octet stands for is not written`(_ milliseconds: Int) {
  #expect(throws: ProfileError.self) {
    try Service.period.encode(.init(milliseconds: milliseconds))
  }
}

@Test func `texts are in engineering units and in the order of the octets`() throws {
  let texts = Service.data.strings(of: .init(x: -0.015625, y: 0.984375, z: 1))
  #expect(texts.map(\.name) == ["x", "y", "z"])
  #expect(texts.map(\.text) == ["-0.02 g", "0.98 g", "1.00 g"])
  #expect(Service.period.strings(of: .init(milliseconds: 500)).map(\.text) == ["500 ms"])
  #expect(Service.enabled.strings(of: .yes).map(\.text) == ["Yes"])
  #expect(try Service.period.value(from: ["period": "500"]).milliseconds == 500)
  #expect(try Service.period.value(from: ["period": " 500ms "]).milliseconds == 500)
  #expect(try Service.enabled.value(from: ["enabled": "yes"]) == .yes)
  let flat = ["x": "0 g", "y": "0", "z": "0.98 g"]
  #expect(try Service.data.value(from: flat) == .init(x: 0, y: 0, z: 0.984375))
}

@Test func `the service lists its characteristics with UUIDs, names and initial values`() throws {
  let service = Service()
  #expect(service.uuid.full == "F000AA10-0451-4000-B000-000000000000")
  #expect(service.name == "TI Accelerometer")
  let listed = service.characteristics
  #expect(
    listed.map(\.uuid.full) == [
      "F000AA11-0451-4000-B000-000000000000", "F000AA12-0451-4000-B000-000000000000",
      "F000AA13-0451-4000-B000-000000000000",
    ])
  #expect(
    listed.map(\.name) == [
      "Accelerometer Data", "Accelerometer Enabled", "Accelerometer Update Period",
    ])
  #expect(listed.map(\.properties) == [[.read, .notify], [.read, .write], [.read, .write]])
  #expect(
    listed.map(\.permissions) == [[.readable], [.readable, .writeable], [.readable, .writeable]])
  #expect(
    try listed.map { try $0.initialData() } == [Data([0, 0, 0x40]), Data([0]), Data([100])])
  #expect(service[\.period].uuid == listed[2].uuid)
  #expect(service.characteristics(listed[1].uuid).map(\.name) == ["Accelerometer Enabled"])
}

@Test func `at eight g the initial value has the octets of its scale`() throws {
  #expect(try Service(range: .eightG).data.initialData() == Data([0, 0, 0x10]))
}
