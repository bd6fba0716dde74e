import FoundationEssentials
import GATT
import Profiles
import Testing

@Test func `the services of the Thingy keep the laws`() throws {
  typealias Environment = Thingy52.EnvironmentService
  try holdsLaws(Environment.temperature.layout, "1732")
  try holdsLaws(Environment.pressure.layout, "F503000019")
  try holdsLaws(Environment.humidity.layout, "64")
  try holdsLaws(Environment.airQuality.layout, "90013200")
  try holdsLaws(Environment.color.layout, "0100020003000400")
  try holdsLaws(Environment.configuration.layout, "E803E803E803E80301000A14")
  typealias Panel = Thingy52.UserInterfaceService
  for hex in ["00", "01FF8000", "02024AD007", "030764"] {
    try holdsLaws(Panel.led.layout, hex)
  }
  try holdsLaws(Panel.button.layout, "01")
  try holdsLaws(Panel.pins.layout, "FF0000FF")
  typealias Motion = Thingy52.MotionService
  try holdsLaws(Motion.configuration.layout, "E803F401F401C80001")
  try holdsLaws(Motion.tap.layout, "0102")
  try holdsLaws(Motion.orientation.layout, "03")
  try holdsLaws(Motion.quaternion.layout, "00000040000000C0000000E000000020")
  try holdsLaws(Motion.steps.layout, "0A000000E8030000")
  try holdsLaws(Motion.raw.layout, "0004000000FC200000002000F0FF10000000")
  try holdsLaws(Motion.euler.layout, "0080FFFF00002D000000A6FF", texts: false)
  try holdsLaws(Motion.rotation.layout, "004000000000000000400000000000000040")
  try holdsLaws(Motion.heading.layout, "00005A00")
  try holdsLaws(Motion.gravity.layout, "000080BF0000000000002041")
  typealias Sound = Thingy52.SoundService
  try holdsLaws(Sound.configuration.layout, "0102")
  try holdsLaws(Sound.speakerStatus.layout, "10")
  try holdsLaws(Sound.microphone.layout, "0102")
  typealias Setup = Thingy52.ConfigurationService
  try holdsLaws(Setup.deviceName.layout, "5468696E6779")
  try holdsLaws(Setup.advertising.layout, "9C02B4")
  try holdsLaws(Setup.appearance.layout, "0002")
  try holdsLaws(Setup.connection.layout, "0600180000004001")
  try holdsLaws(Setup.eddystone.layout, "036769746875620063697472757A")
  try holdsLaws(Setup.cloudToken.layout, "41")
  try holdsLaws(Setup.firmware.layout, "020200")
  try holdsLaws(Setup.mtu.layout, "01F700")
  try holdsLaws(Setup.nfc.layout, "D101")
}

@Test func `values of the Thingy have their limits`() {
  func refused<Value>(_ profile: CharacteristicProfile<Value>, _ hex: String) -> Bool {
    (try? profile.decode(octets(hex))) == nil
  }
  #expect(refused(Thingy52.EnvironmentService.humidity, "65"))
  #expect(refused(Thingy52.ConfigurationService.advertising, "1F0000"))
  #expect(!refused(Thingy52.ConfigurationService.advertising, "200000"))
  #expect(refused(Thingy52.ConfigurationService.advertising, "2000B5"))
  #expect(refused(Thingy52.ConfigurationService.mtu, "001600"))
  #expect(!refused(Thingy52.ConfigurationService.mtu, "001401"))
  #expect(refused(Thingy52.UserInterfaceService.pins, "01000000"))
  #expect(refused(Thingy52.UserInterfaceService.led, "020801D007"))
  #expect(refused(Thingy52.UserInterfaceService.led, "04"))
  #expect(refused(Thingy52.ConfigurationService.deviceName, "4141414141414141414141"))
}

@Test func `the other devices keep the laws`() throws {
  try holdsLaws(Nordic.UARTService.rx.layout, "4142")
  try holdsLaws(Nordic.UARTService.tx.layout, "")
  try holdsLaws(Xiaomi.MiFloraService.mode.layout, "A01F")
  try holdsLaws(Xiaomi.MiFloraService.data.layout, "1F0100E7260000357400000000000000")
  try holdsLaws(BlueCapDemo.HelloWorldService.greeting.layout, "48656C6C6F")
  try holdsLaws(BlueCapDemo.HelloWorldService.period.layout, "8813")
  try holdsLaws(BlueCapDemo.LocationService.position.layout, "BF0E2ED0")
  try holdsLaws(BlueCapDemo.DeviceTemperatureService.data.layout, "6400")
  try holdsLaws(BlueCapDemo.BLEAddressService.address.layout, "010203040506")
  try holdsLaws(BlueCapDemo.BLEAddressService.kind.layout, "03")
}

@Test func `places and addresses of the demonstration come back as they were`() throws {
  let place = BlueCapDemo.LocationService.Position(latitude: 37.75, longitude: -122.42)
  let profile = BlueCapDemo.LocationService.position
  #expect(try profile.decode(profile.encode(place)) == place)
  #expect(throws: ProfileError.self) {
    try profile.encode(.init(latitude: 90.01, longitude: 0))
  }
  let address = try BlueCapDemo.BLEAddressService.address.decode(octets("010203040506"))
  #expect("\(address)" == "06:05:04:03:02:01")
}

@Test(arguments: [
  "00E3123456789012346789010000000000010000", "10F8036769746875620063697472757A",
  "20000B1813000000146700002AC4", "20000B1880000000146700002AC4",
  "2001414141414141414141414141DEADBEEF", "30E34549445F74657374",
])
func `frames of Eddystone keep the laws`(_ hex: String) throws {
  try holdsLaws(EddystoneFrame.profileLayout, hex)
}

@Test func `an Eddystone UID may lack its reserved octets`() throws {
  let short = try EddystoneFrame(profileData: octets("00E312345678901234678901000000000001"))
  let long = try EddystoneFrame(profileData: octets("00E3123456789012346789010000000000010000"))
  #expect(short == long)
  #expect(
    refusal(EddystoneFrame.profileLayout, "00E31234567890123467890100000000000100")?.code
      == ProfileError.truncated)
  #expect(
    refusal(EddystoneFrame.profileLayout, "00E312345678901234678901000000000001000000")?.code
      == ProfileError.trailing)
  #expect(
    refusal(EddystoneFrame.profileLayout, "00E3123456789012346789010000000000")?.code
      == ProfileError.truncated)
}

@Test(arguments: [
  ("http://www.a.com", "006107"), ("https://a.org/b", "03610162"), ("http://a.info", "02610B"),
  ("https://www.gov.gov/", "01676F7606"), ("https://", "03"),
])
func `a URL takes the shortest octets`(_ url: String, _ hex: String) throws {
  let layout = Layout<String>.single(.eddystoneURL)
  #expect(try layout.encode(url) == octets(hex))
  #expect(try layout.decode(octets(hex)) == url)
}

@Test func `a URL that does not fit is refused`() {
  let layout = Layout<String>.single(.eddystoneURL)
  for url in [
    "ftp://a", "https://ä", "https://a b", "https://" + String(repeating: "a", count: 18),
  ] {
    #expect(throws: ProfileError.self, "\(url)") { try layout.encode(url) }
  }
  #expect(refusal(layout, "0461")?.code == ProfileError.badValue)
  #expect(refusal(layout, "030E")?.code == ProfileError.badValue)
  #expect(refusal(layout, "0320")?.code == ProfileError.badValue)
  #expect(refusal(layout, "03" + String(repeating: "61", count: 18))?.code == ProfileError.trailing)
}

@Test func `other beacons keep the laws`() throws {
  try holdsLaws(IBeacon.profileLayout, "0215F7826DA64FA24E988024BC5B71E0893E00AA00BBB3")
  let hex = "BEAC0102030405060708090A0B0C0D0E0F1000010002C500"
  try holdsLaws(AltBeacon.profileLayout, hex)
  let beacon = try AltBeacon(profileData: octets(hex))
  #expect(beacon.id2 == 1)
  #expect(beacon.id3 == 2)
  #expect(beacon.referenceRSSI == -59)
  #expect(refusal(AltBeacon.profileLayout, "BEAD")?.code == ProfileError.badValue)
}

@Test(
  arguments: [
    (0x2900, "0100"), (0x2901, "4162"), (0x2902, "0200"), (0x2903, "0100"),
    (0x2904, "1700AC27010000"), (0x2905, "10001100"), (0x2906, "0A006400"), (0x2906, ""),
    (0x2907, "4D2A"), (0x2908, "0102"), (0x2909, "08"), (0x290A, "0101"), (0x290B, "01"),
    (0x290C, "0000010A0000140000010A"), (0x290C, "000002000000000000" + "01FF"),
    (0x290D, "010A0000"),
  ] as [(UInt16, String)])
func `descriptors decode and encode`(_ number: UInt16, _ hex: String) throws {
  let profile = try #require(ProfileManager.catalogue.descriptor(BluetoothUUID(number)))
  let record = try profile.decode(octets(hex))
  #expect(try profile.encode(record) == octets(hex))
  let texts = try profile.strings(of: octets(hex)).map { ($0.name, $0.text) }
  #expect(try profile.data(from: .init(uniqueKeysWithValues: texts)) == octets(hex))
}

@Test func `descriptors refuse what has no meaning`() {
  func code(_ number: UInt16, _ hex: String) -> ProfileError.Code? {
    let profile = ProfileManager.catalogue.descriptor(BluetoothUUID(number))
    return #expect(throws: ProfileError.self) { try profile?.decode(octets(hex)) }?.code
  }
  #expect(code(0x2906, "010203") == ProfileError.badValue)
  #expect(code(0x2907, "4D") == ProfileError.truncated)
  #expect(code(0x2907, "4D2A01") == ProfileError.badValue)
  #expect(code(0x2902, "01") == ProfileError.truncated)
  #expect(throws: ProfileError.self) {
    try Descriptors.ValidRange(minimum: Data([1]), maximum: Data()).profileData()
  }
}
