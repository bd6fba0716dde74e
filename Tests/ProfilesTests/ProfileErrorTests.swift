import FoundationEssentials
import Profiles
import Testing

struct Sample: ProfileValue, Equatable {
  var level: Int
  var period: Int
  var gravity: Double
  var isOn: Bool
  var label: String

  static let profileLayout = Layout<Sample>(Sample.init(level:period:gravity:isOn:label:)) {
    Field("level", \.level, .uint8(), unit: .percent, range: 0...100)
    Field("period", \.period, .uint8(scale: 10), unit: .millisecond)
    Field("gravity", \.gravity, .int16(scale: 0.5), unit: .standardGravity, range: -10...10)
    Field("on", \.isOn, .bool)
    Field("label", \.label, .utf8(limit: 4))
  }

  static let plain = Sample(level: 50, period: 100, gravity: 1.5, isOn: true, label: "ab")
  static let octets: [UInt8] = [50, 10, 3, 0, 1, 0x61, 0x62]
}

private func text(decoding octets: [UInt8]) -> String? {
  #expect(throws: ProfileError.self) { try Sample(profileData: Data(octets)) }?.description
}

private func text(encoding change: (inout Sample) -> Void) -> String? {
  var sample = Sample.plain
  change(&sample)
  return #expect(throws: ProfileError.self) { try sample.profileData() }?.description
}

private func text(parsing changes: [String: String], without name: String? = nil) -> String? {
  var texts = Dictionary(
    uniqueKeysWithValues: Sample.plain.profileStrings.map { ($0.name, $0.text) })
  texts.merge(changes) { $1 }
  if let name { texts[name] = nil }
  return #expect(throws: ProfileError.self) { try Sample(profileStrings: texts) }?.description
}

@Test func `the sample of the error texts keeps the laws`() throws {
  #expect(try Sample.plain.profileData() == Data(Sample.octets))
  #expect(try Sample(profileData: Data(Sample.octets)) == .plain)
  #expect(
    Sample.plain.profileStrings.map { "\($0.name)=\($0.text)" } == [
      "level=50 %", "period=100 ms", "gravity=1.5 g", "on=true", "label=ab",
    ])
}

@Test func `octets that end early name field, offset, needed and available`() {
  #expect(
    text(decoding: [50, 10, 3])
      == "field gravity at offset 2: needs 2 octets, 1 available; the value was cut off or has "
      + "another layout")
  #expect(
    text(decoding: [])
      == "field level at offset 0: needs 1 octet, 0 available; the value was cut off or has "
      + "another layout")
}

@Test func `received numbers outside their range name the range with its unit`() {
  #expect(
    text(decoding: [101, 10, 3, 0, 1])
      == "field level at offset 0: 101 % is outside 0...100 %; the sender breaks the profile or "
      + "has another layout")
  #expect(
    text(decoding: [50, 10, 21, 0, 1])
      == "field gravity at offset 2: 10.5 g is outside -10.0...10.0 g; the sender breaks the "
      + "profile or has another layout")
}

@Test func `received octets without meaning name what would have one`() {
  #expect(text(decoding: [50, 10, 3, 0, 2]) == "field on at offset 4: 2 is not 0 or 1")
  #expect(
    text(decoding: [50, 10, 3, 0, 1, 0xC3]) == "field label at offset 5: C3 is not UTF-8")
  #expect(
    text(decoding: [50, 10, 3, 0, 1, 1, 2, 3, 4, 5])
      == "value at offset 9: 1 octet after the last field; the value has another layout")
}

@Test func `values that no octets stand for name the field and what fits`() {
  #expect(
    text { $0.level = -1 }
      == "field level: -1 % is outside 0...100 %; write a value of that range")
  #expect(
    text { $0.period = 2560 }
      == "field period: 2560 ms is outside 0...2550 ms; write a value of that range")
  #expect(text { $0.period = 505 } == "field period: 505 ms is not a multiple of 10 ms")
  #expect(
    text { $0.gravity = .nan }
      == "field gravity: nan g is outside -10.0...10.0 g; write a value of that range")
  #expect(
    text { $0.label = "ab°°" }
      == "field label: 6 octets is outside 0...4 octets; write a value of that range")
}

@Test func `texts that do not fit name the field and what fits`() {
  #expect(text(parsing: ["on": "maybe"]) == "field on: \"maybe\" is not true or false")
  #expect(text(parsing: ["level": "half"]) == "field level: \"half\" is not a whole number")
  #expect(text(parsing: ["gravity": "1.5 kg"]) == "field gravity: \"1.5 kg\" is not a number")
  #expect(
    text(parsing: ["gravity": "20000 g"])
      == "field gravity: 20000.0 g is outside -16384.0...16383.5 g; write a value of that range")
  #expect(
    text(parsing: [:], without: "on")
      == "value: no value for the field on; give one for each field")
  #expect(
    text(parsing: ["On": "true"])
      == "value: there is no field On; the fields are level, period, gravity, on, label")
}

@Test func `an error of any static type matches by its code`() {
  func name(_ error: any Error) -> String {
    switch error {
    case ProfileError.truncated: "truncated"
    case ProfileError.outOfRange: "outOfRange"
    default: "other"
    }
  }
  struct Other: Error {}
  let empty = Result { try UInt8(profileData: Data()) }
  let long = Result { try UInt8(profileData: Data([1, 2])) }
  #expect(throws: ProfileError.self) { try empty.get() }
  if case .failure(let error) = empty { #expect(name(error) == "truncated") }
  if case .failure(let error) = long { #expect(name(error) == "other") }
  #expect(name(Other()) == "other")
}
