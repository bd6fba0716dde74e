import FoundationEssentials
import GATT
import Profiles
import Testing

@Test func `a profile of five kinds written for BlueCap registers`() throws {
  var manager = ProfileManager()
  try Playground.create(&manager)
  let service = try #require(manager.service(TISensorTag.AccelerometerService.uuid))
  #expect(service.name == "TI Accelerometer")
  #expect(
    try service.characteristics.map { try $0.initialData() } == [
      octets("0102"), octets("00"), octets("0AF6"), octets("0A64C8FFFF0100"), octets("4141413131"),
    ])
  #expect(
    service.characteristics.map { $0.permissions } == [
      [.readable], [.readable, .writeable], [.readable], [.readable], [.readable],
    ])
  let enabled = try #require(manager.characteristic(TISensorTag.AccelerometerService.enabled.uuid))
  #expect(try enabled.strings(of: Data([1])).map(\.text) == ["Yes"])
  #expect(try enabled.data(from: ["Accelerometer Enabled": "Yes"]) == Data([1]))
}

@Test func `its strings go round in all five kinds`() throws {
  func goesRound(_ profile: some ConfiguredCharacteristicProfile, _ texts: [String: String]) {
    let data = profile.data(fromString: texts)
    #expect(data != nil)
    #expect(data.flatMap(profile.stringValue) == texts)
    #expect(profile.data(fromString: ["nothing": "1"]) == nil)
  }
  let enabled = try RawCharacteristicProfile<Playground.Enabled>()
  goesRound(enabled, ["Accelerometer Enabled": "Yes"])
  #expect(enabled.stringValues == ["No", "Yes"])
  #expect(enabled.data(fromString: ["Accelerometer Enabled": "Perhaps"]) == nil)
  goesRound(
    try RawArrayCharacteristicProfile<Playground.ArrayData>(), ["value1": "-128", "value2": "127"])
  goesRound(
    try RawPairCharacteristicProfile<Playground.PairData>(), ["value1": "255", "value2": "-2"])
  goesRound(
    try RawArrayPairCharacteristicProfile<Playground.ArrayPairData>(),
    ["value11": "1", "value12": "2", "value13": "3", "value21": "-300", "value22": "7"])
  goesRound(
    try StringCharacteristicProfile<Playground.SerialNumber>(), ["Device Serial Number": "B 7"])
}

@Test func `its layouts keep the laws`() throws {
  try holdsLaws(RawCharacteristicProfile<Playground.Enabled>().profile.layout, "01")
  try holdsLaws(RawArrayCharacteristicProfile<Playground.ArrayData>().profile.layout, "80FF")
  try holdsLaws(RawPairCharacteristicProfile<Playground.PairData>().profile.layout, "FF80")
  try holdsLaws(
    RawArrayPairCharacteristicProfile<Playground.ArrayPairData>().profile.layout, "010203D4FE0100")
  try holdsLaws(Playground.Enabled.profileLayout, "01")
  try holdsLaws(Playground.ArrayData.profileLayout, "80FF", texts: false)
  try holdsLaws(Playground.PairData.profileLayout, "FF80")
  try holdsLaws(Playground.ArrayPairData.profileLayout, "010203D4FE0100", texts: false)
}

@Test func `a type of BlueCap's protocols is an ordinary value`() throws {
  #expect(try Playground.Enabled(profileData: Data([1])) == .yes)
  #expect(try Playground.Enabled.yes.profileData() == Data([1]))
  let error = #expect(throws: ProfileError.self) {
    try RawCharacteristicProfile<Playground.Enabled>().profile.decode(Data([7]))
  }
  #expect(
    error?.description
      == "Accelerometer Enabled at offset 0: {value: 7} is not a value of Enabled")
  #expect(SerDe.serialize(Playground.Enabled.yes) == Data([1]))
  #expect((SerDe.deserialize(Data([1])) as Playground.Enabled?) == .yes)
}

@Test func `the second list of a pair begins after the first, whatever their sizes`() throws {
  let value: Playground.ArrayPairData? = SerDe.deserialize(octets("010203D4FE0100"))
  #expect(value?.rawValue1 == [1, 2, 3])
  #expect(value?.rawValue2 == [-300, 1])
  #expect((SerDe.deserialize(octets("010203D4FE01")) as Playground.ArrayPairData?) == nil)
}

@Test func `octets after the value are ignored, as BlueCap promised`() {
  #expect((SerDe.deserialize(octets("010203")) as Playground.ArrayData?)?.rawValue == [1, 2])
  #expect((SerDe.deserialize(octets("01FF")) as Playground.Enabled?) == .yes)
  #expect((SerDe.deserialize(octets("0102FF")) as UInt16?) == 0x0201)
}

@Test func `numbers convert within the whole range of their type, rounded`() {
  #expect(Int8(doubleValue: -128) == -128)
  #expect(Int8(doubleValue: 127.4) == 127)
  #expect(Int8(doubleValue: 127.5) == nil)
  #expect(Int8(doubleValue: -1.5) == -2)
  #expect(Int16(doubleValue: 32767) == 32767)
  #expect(UInt16(doubleValue: 0) == 0)
  #expect(UInt16(doubleValue: 65535) == 65535)
  #expect(Int32(doubleValue: -2_147_483_648) == .min)
  #expect(Int32(doubleValue: 4_000_000_000) == nil)
  #expect(Int32(doubleValue: .nan) == nil)
  #expect(Int8(uintValue: 128) == nil)
  #expect(Int8(intValue: -129) == nil)
  #expect(UInt8(intValue: 255) == 255)
}

@Test func `numbers lie one after the other, the least significant octet first`() {
  #expect(UInt16.deserialize(octets("0102"), start: 1) == nil)
  #expect(UInt16.deserialize(octets("010203"), start: 1) == 0x0302)
  #expect(UInt16.deserialize(octets("0102"), start: -1) == nil)
  #expect(UInt16.deserialize(octets("0102"), start: .max) == nil)
  #expect(UInt16.deserialize(octets("0102030405")) == [0x0201, 0x0403])
  #expect(UInt16.deserialize(Data()) == [UInt16]())
  #expect(SerDe.serialize([UInt16(1), 2]) == octets("01000200"))
  #expect(SerDe.serialize(UInt8(1), value2: Int16(-2)) == octets("01FEFF"))
  #expect(SerDe.serialize([UInt8(1)], values2: [Int16(-2), 3]) == octets("01FEFF0300"))
  #expect((SerDe.deserialize(octets("4142")) as String?) == "AB")
}

private struct BadUUID: CharacteristicConfigurable, ServiceConfigurable {
  static let uuid = "2A2X"
  static let name = "Bad"
  static let tag = ""
  static let properties: CBCharacteristicProperties = [.read]
}

private struct BadValue: CharacteristicConfigurable {
  static let uuid = "2A25"
  static let name = "Bad Value"
  static let properties: CBCharacteristicProperties = [.read]
  static let initialValue: Data? = Data([0xFF])
}

@Test func `a type that contradicts itself makes no profile`() {
  let uuid = #expect(throws: ProfileError.self) { try StringCharacteristicProfile<BadUUID>() }
  #expect(uuid?.description == "Bad: \"2A2X\" is not a UUID")
  #expect(throws: ProfileError.self) { try ConfiguredServiceProfile<BadUUID>() }
  let value = #expect(throws: ProfileError.self) { try StringCharacteristicProfile<BadValue>() }
  #expect(value?.characteristic == "Bad Value")
}
