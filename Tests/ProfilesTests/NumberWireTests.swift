import FoundationEssentials
import Profiles
import Testing

@Test(
  arguments: [
    (3, false, "000000", 0), (3, false, "FFFFFF", 0xFF_FFFF), (3, true, "FFFFFF", -1),
    (3, true, "000080", -8_388_608), (3, true, "FFFF7F", 8_388_607),
    (5, false, "FFFFFFFFFF", 1_099_511_627_775), (5, true, "FFFFFFFFFF", -1),
    (6, false, "FFFFFFFFFFFF", 281_474_976_710_655),
    (7, true, "00000000000080", -36_028_797_018_963_968),
    (1, true, "80", -128), (8, true, "0000000000000080", .min), (8, true, "FFFFFFFFFFFFFF7F", .max),
  ] as [(Int, Bool, String, Int)])
func `whole numbers of every size keep the laws at their borders`(
  _ size: Int, _ isSigned: Bool, _ hex: String, _ value: Int
) throws {
  for order in OctetOrder.allCases {
    let form = IntegerForm(size: size, isSigned: isSigned, order: order)
    let layout = Layout<Int>.single(.integer(form))
    let sample = order == .little ? hex : reversed(hex)
    try holdsLaws(layout, sample)
    #expect(try layout.decode(octets(sample)) == value)
    let outside = isSigned ? value &- 1 : value &+ 1
    guard size < 8, value != 0, value != -1 else { continue }
    let beyond = value > 0 ? value + 1 : outside
    let error = #expect(throws: ProfileError.self) { try layout.encode(beyond) }
    #expect(error?.code == ProfileError.outOfRange)
  }
}

private func reversed(_ hex: String) -> String {
  let digits = Array(hex)
  return stride(from: digits.count - 2, through: 0, by: -2).map {
    String(digits[$0...$0 + 1])
  }.joined()
}

@Test func `128 bits keep the laws, over the signed range too`() throws {
  let layout = Layout<UInt128>.single(.uint128(order: .big))
  try holdsLaws(layout, "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF")
  try holdsLaws(layout, "00000000000000000000000000000001")
  #expect(try layout.decode(octets("FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF")) == .max)
  let signed = Layout<Int128>.single(.integer(IntegerForm(size: 16, isSigned: true)))
  try holdsLaws(signed, "00000000000000000000000000000080")
  #expect(try signed.decode(octets("00000000000000000000000000000080")) == .min)
  let unsigned = Layout<Int128>.single(.integer(IntegerForm(size: 16)))
  #expect(throws: ProfileError.self) {
    try unsigned.decode(octets("00000000000000000000000000000080"))
  }
}

struct QuantityCase: Sendable {
  let wire: Wire<Double>
  let hex: String
  let value: Double
  let shown: String
}

@Test(arguments: [
  QuantityCase(wire: .uint16(scale: 0.01), hex: "6408", value: 21.48, shown: "21.48"),
  QuantityCase(wire: .int16(scale: 0.01), hex: "18FC", value: -10, shown: "-10.00"),
  QuantityCase(wire: .uint32(scale: 0.1), hex: "02760F00", value: 101325, shown: "101325.0"),
  QuantityCase(
    wire: .uint32(scale: 0.1), hex: "010000F0", value: 402_653_184.1, shown: "402653184.1"),
  QuantityCase(wire: .uint16(scale: 1.0 / 1024), hex: "E803", value: 0.9765625, shown: "0.9765625"),
  QuantityCase(wire: .uint16(scale: 1.0 / 256), hex: "0003", value: 3, shown: "3"),
  QuantityCase(wire: .uint16(scale: 0.005), hex: "B036", value: 70, shown: "70.000"),
  QuantityCase(wire: .int16(scale: 0.1), hex: "E803", value: 100, shown: "100.0"),
  QuantityCase(wire: .int24(scale: 0.01), hex: "50C300", value: 500, shown: "500.00"),
  QuantityCase(wire: .uint8(scale: 10), hex: "19", value: 250, shown: "250"),
  QuantityCase(wire: .uint16(scale: 1.25), hex: "1000", value: 20, shown: "20"),
  QuantityCase(
    wire: .int32(scale: 1.0 / 1_073_741_824), hex: "000000C0", value: -1, shown: "-1"),
  QuantityCase(
    wire: .int16(scale: 500.0 / 65536), hex: "E5FF", value: -0.2059936523,
    shown: "-0.20599365234375"),
  QuantityCase(
    wire: .number(.uint16, scale: Scale(17572, d: -2, b: -16), offset: -46.85), hex: "E06C",
    value: 27.88248, shown: "27.88248046875"),
  QuantityCase(
    wire: .number(.uint16, scale: Scale(125, b: -16), offset: -6, ignoring: 3), hex: "5093",
    value: 65.92993, shown: "65.929931640625"),
  QuantityCase(
    wire: .number(.int16, scale: Scale(1, b: -7), ignoring: 3), hex: "00FB", value: -10,
    shown: "-10"),
  QuantityCase(
    wire: .number(IntegerForm(size: 6), scale: Scale(1, d: -3)), hex: "E80300000000", value: 1,
    shown: "1.000"),
  QuantityCase(wire: .hundredths(), hex: "1732", value: 23.5, shown: "23.50"),
  QuantityCase(wire: .hundredths(), hex: "FD32", value: -3.5, shown: "-3.50"),
  QuantityCase(wire: .hundredths(), hex: "00CE", value: -0.5, shown: "-0.50"),
  QuantityCase(
    wire: .hundredths(whole: .int32), hex: "F503000063", value: 1013.99, shown: "1013.99"),
  QuantityCase(
    wire: .exponentWord(scale: Scale(1, d: -2)), hex: "100F", value: 38.56, shown: "38.56"),
  QuantityCase(
    wire: .exponentWord(scale: Scale(1, d: -2)), hex: "FF1F", value: 81.9, shown: "81.90"),
  QuantityCase(wire: .float32(), hex: "000080BF", value: -1, shown: "-1.0"),
  QuantityCase(wire: .float64(order: .big), hex: "3FB999999999999A", value: 0.1, shown: "0.1"),
])
func `a quantity keeps the laws and shows no digit that was not sent`(
  _ example: QuantityCase
) throws {
  let layout = Layout<Double>.single(example.wire)
  try holdsLaws(layout, example.hex, texts: false)
  let value = try layout.decode(octets(example.hex))
  #expect(abs(value - example.value) < 1e-5)
  let record = try layout.dynamic.decode(octets(example.hex))
  #expect(record["value"]?.text == example.shown)
  #expect(try layout.dynamic.encode(["value": .text(example.shown)]) == octets(example.hex))
}

@Test func `the double of a decimal scale is the one of its literal`() throws {
  let layout = Layout<Double>.single(.uint16(scale: 0.01))
  for raw in UInt16.min...UInt16.max {
    let data = withUnsafeBytes(of: raw.littleEndian) { Data($0) }
    let value = try layout.decode(data)
    guard "\(value)".utf8.count <= 6 else {
      Issue.record("\(value)")
      return
    }
    #expect(try layout.encode(value) == data)
  }
}

@Test func `an exponent word takes the finest step that holds the number`() throws {
  let layout = Layout<Double>.single(.exponentWord(scale: Scale(1, d: -2)))
  #expect(try layout.decode(octets("C429")) == 100)
  #expect(try layout.encode(100) == octets("C429"))
  #expect(try layout.encode(40.95) == octets("FF0F"))
  #expect(try layout.encode(40.96) == octets("0018"))
  #expect(try layout.encode(0) == octets("0000"))
  #expect(throws: ProfileError.self) { try layout.encode(-1) }
  #expect(throws: ProfileError.self) { try layout.encode(1e12) }
  #expect(throws: ProfileError.self) { try layout.encode(.nan) }
}

@Test(arguments: [("1764", 1), ("7FFF", 1), ("059C", 1), ("FF9C", 1)])
func `hundredths over 99 are refused`(_ hex: String, _ offset: Int) {
  let error = refusal(Layout<Double>.single(.hundredths()), hex)
  #expect(error?.code == ProfileError.outOfRange)
  #expect(error?.offset == offset)
}

@Test func `special values are typed, and no number becomes one`() throws {
  let layout = Layout<OrSpecial<Double>>.single(
    .special([0xFFFF: .unknown, 0xFFFE: .overrun], .uint16(scale: 0.01)), name: "humidity",
    unit: .percent)
  for hex in ["8813", "FFFF", "FEFF", "FDFF", "0000"] {
    try holdsLaws(layout, hex)
  }
  #expect(try layout.decode(octets("8813")) == 50)
  #expect(try layout.decode(octets("FFFF")) == .special(.unknown))
  #expect(try layout.dynamic.decode(octets("FFFF"))["humidity_pct"] == .special("unknown"))
  #expect(try layout.dynamic.encode(["humidity_pct": "unknown"]) == octets("FFFF"))
  for value in [655.35, 655.34, 655.36, -0.01] {
    let error = #expect(throws: ProfileError.self) { try layout.encode(.value(value)) }
    #expect(error?.code == ProfileError.outOfRange)
    #expect(error?.allowed == "0.00...655.33 %")
  }
  #expect(throws: ProfileError.self) { try layout.encode(.special(.invalid)) }
  let zone = Layout<OrSpecial<Int>>.single(.special([-128: .unknown], .int8(scale: 15)))
  for hex in ["80", "01", "FC", "7F", "81"] { try holdsLaws(zone, hex) }
  let limited = Layout<OrSpecial<Int>>.single(
    .special([255: .unknown], Wire.uint8().within(0...100)))
  for hex in ["FF", "64"] { try holdsLaws(limited, hex) }
  #expect(refusal(limited, "65")?.description.contains("101 is outside 0...100") == true)
}
