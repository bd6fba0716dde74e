import FoundationEssentials
import Profiles
import Testing

// snippet: enumeration
struct PumpMode: OpenEnumeration {
  let rawValue: UInt8
  static let off = PumpMode(rawValue: 0)
  static let running = PumpMode(rawValue: 1)

  static let names: [(code: PumpMode, name: String)] = [(.off, "off"), (.running, "running")]
}

struct PumpAlarms: OptionSet, Hashable {
  let rawValue: UInt8
  static let dry = PumpAlarms(rawValue: 1 << 0)
  static let hot = PumpAlarms(rawValue: 1 << 1)

  static let options = Options([.init(0, "dry"), .init(1, "hot")], style: .names)
}
// snippet: end

// snippet: layout
struct Pump: ProfileValue, Hashable {
  var mode: PumpMode
  var alarms: PumpAlarms
  var battery: OrSpecial<Int>
  var pressure: Double?
  var flow: Int
  var history: [Double]
  var isProtected = true

  static let profileLayout = Layout<Pump>(
    Pump.init(mode:alarms:battery:pressure:flow:history:isProtected:), flags: .uint8
  ) {
    Field("mode", \.mode, .enumeration())
    Field("alarms", \.alarms, .options(PumpAlarms.options))
    Field("battery", \.battery, .special([0xFF: .unknown], .uint8()), unit: .percent)
    Field("pressure", \.pressure, .when(0, .uint16(scale: 0.1)), unit: .bar)
    Field("flow", \.flow, .either(bit: 1, .uint8(), .uint16()), unit: ProfileUnit("L/h"))
    Field("history", \.history, .sized(SizePrefix(), .toEnd(.uint8(scale: 0.5))), unit: .bar)
    Field("crcValid", \.isProtected, .checksum())
  }
}
// snippet: end

@Suite struct PumpLayoutTests {
  private static let pump = Pump(
    mode: .running, alarms: .hot, battery: 80, pressure: 1.5, flow: 300, history: [1.5, 2])
  private static let quiet = Pump(
    mode: PumpMode(rawValue: 9), alarms: [], battery: .special(.unknown), pressure: nil, flow: 20,
    history: [])

  @Test func `flags, sizes and checksums are computed`() throws {
    let octets = try Self.pump.profileData()
    #expect(
      octets.dropLast(2)
        == Data([0b11, 1, 0b10, 80, 15, 0, 0x2C, 0x01, 2, 3, 4]))
    #expect(try Pump(profileData: octets) == Self.pump)
    let quiet = try Self.quiet.profileData()
    #expect(quiet.dropLast(2) == Data([0, 9, 0, 0xFF, 20, 0]))
    #expect(try Pump(profileData: quiet) == Self.quiet)
  }

  // snippet: strings
  @Test func `texts are for people, both ways`() throws {
    let texts = Self.pump.profileStrings.map { "\($0.name): \($0.text)" }
    #expect(
      texts == [
        "mode: running", "alarms: hot", "battery: 80 %", "pressure: 1.5 bar", "flow: 300 L/h",
        "history: 1.5, 2.0 bar", "crcValid: true",
      ])
    let quiet = Self.quiet.profileStrings.map { "\($0.name): \($0.text)" }
    #expect(
      quiet == [
        "mode: unknown(9)", "alarms: none", "battery: unknown", "flow: 20 L/h", "history: ",
        "crcValid: true",
      ])
  }
  // snippet: end

  @Test func `what was printed is read again`() throws {
    for pump in [Self.pump, Self.quiet] {
      let texts = Dictionary(
        uniqueKeysWithValues: pump.profileStrings.map { ($0.name, $0.text) })
      #expect(try Pump(profileStrings: texts) == pump)
    }
  }

  @Test func `a changed bit is a wrong checksum, if nothing else notices it`() throws {
    var octets = try Self.pump.profileData()
    octets[3] ^= 1
    let error = #expect(throws: ProfileError.self) { try Pump(profileData: octets) }
    #expect(error?.code == ProfileError.badChecksum)
    #expect(error?.description.hasPrefix("field crcValid at offset 11: the checksum is ") == true)
  }
}
