import FoundationEssentials
import Profiles
import Testing

@Test(arguments: [
  ("6CF1", 364, -1, "36.4"), ("6CE1", 364, -2, "3.64"), ("94FE", -364, -1, "-36.4"),
  ("7200", 114, 0, "114"), ("5EFF", -162, -1, "-16.2"), ("2420", 36, 2, "36e2"),
  ("14F0", 20, -1, "2.0"), ("C8E0", 200, -2, "2.00"), ("0000", 0, 0, "0"), ("00E0", 0, -2, "0.00"),
  ("FF77", 2047, 7, "2047e7"), ("0088", -2048, -8, "-0.00002048"), ("FDF7", 2045, -1, "204.5"),
  ("FFF7", 2047, -1, "204.7"), ("0018", -2048, 1, "-2048e1"),
])
func `an SFLOAT keeps mantissa and exponent`(
  _ hex: String, _ mantissa: Int, _ exponent: Int, _ text: String
) throws {
  let layout = Layout<MedicalFloat16>.single(.medfloat16)
  try holdsLaws(layout, hex)
  let value = try layout.decode(octets(hex))
  #expect(value.mantissa == mantissa)
  #expect(value.exponent == exponent)
  #expect(value.description == text)
  #expect(value.specialName == nil)
}

@Test(arguments: [
  ("6C0100FF", "36.4"), ("140000FF", "2.0"), ("2EFBFF00", "-1234"), ("C40900FE", "25.00"),
  ("FFFF7F7F", "8388607e127"), ("00008080", "-8388608e-128"), ("FFFF7FFF", "838860.7"),
])
func `a FLOAT keeps mantissa and exponent`(_ hex: String, _ text: String) throws {
  let layout = Layout<MedicalFloat32>.single(.medfloat32)
  try holdsLaws(layout, hex)
  #expect(try layout.decode(octets(hex)).description == text)
}

@Test func `every SFLOAT gives its octets back, typed, as data and as text`() throws {
  let layout = Layout<MedicalFloat16>.single(.medfloat16)
  for bits in UInt16.min...UInt16.max {
    let data = withUnsafeBytes(of: bits.littleEndian) { Data($0) }
    let value = try layout.decode(data)
    let record = try layout.dynamic.decode(data)
    guard try layout.encode(value) == data, try layout.dynamic.encode(record) == data,
      let text = record["value"]?.text,
      try layout.dynamic.encode(["value": .text(text)]) == data
    else {
      Issue.record("\(bits) \(value)")
      return
    }
  }
}

@Test(arguments: [
  ("FF07", "NaN"), ("0008", "NRes"), ("FE07", "+INF"), ("0208", "-INF"), ("0108", "reserved"),
])
func `the patterns of an SFLOAT that stand for no number have names`(
  _ hex: String, _ name: String
) throws {
  let layout = Layout<MedicalFloat16>.single(.medfloat16)
  try holdsLaws(layout, hex)
  let value = try layout.decode(octets(hex))
  #expect(value.specialName == name)
  #expect(value.decimal == nil)
  #expect(try layout.dynamic.decode(octets(hex))["value"] == .special(name))
  #expect(value.doubleValue.isFinite == false)
}

@Test(arguments: [
  (36.4, 364, -1), (120, 120, 0), (0.0011, 11, -4), (-0.5, -5, -1), (123.45, 1235, -1),
  (20470, 2047, 1), (2047, 205, 1), (2046, 205, 1), (2045, 2045, 0), (1.00049, 1000, -3),
  (20_470_000_000, 2047, 7), (1e10, 1000, 7), (0.00000001, 1, -8), (1e-12, 0, -8), (0, 0, 0),
])
func `a Double becomes the nearest SFLOAT`(
  _ double: Double, _ mantissa: Int, _ exponent: Int
) {
  let value = MedicalFloat16(double)
  #expect(value.mantissa == mantissa)
  #expect(value.exponent == exponent)
}

@Test func `what no SFLOAT holds becomes a special value`() {
  #expect(MedicalFloat16(1e11) == .positiveInfinity)
  #expect(MedicalFloat16(-1e11) == .negativeInfinity)
  #expect(MedicalFloat16(.nan) == .nan)
  #expect(MedicalFloat16(.infinity) == .positiveInfinity)
  #expect(MedicalFloat32(-.infinity) == .negativeInfinity)
  #expect(MedicalFloat16(ProfileDecimal(significand: 1, exponent: 11)) == nil)
  #expect(MedicalFloat32(1e300) == .positiveInfinity)
  let literal: MedicalFloat32 = 36.6
  #expect(literal.decimal == ProfileDecimal("36.6"))
  let layout = DynamicLayout([FieldSchema("value", .medicalFloat(size: 2))])
  let error = #expect(throws: ProfileError.self) { try layout.encode(["value": 1e11]) }
  #expect(error?.code == ProfileError.outOfRange)
  #expect(throws: ProfileError.self) { try layout.encode(["value": "much"]) }
}

@Test(
  arguments: [
    ("0", 0, 0), ("-0", 0, 0), ("12.50", 1250, -2), ("+7", 7, 0), (".5", 5, -1), ("5.", 5, 0),
    ("12e5", 12, 5), ("1.5E-3", 15, -4), ("1e+16", 1, 16), ("-0.01", -1, -2),
  ] as [(String, Int, Int)])
func `a decimal reads digits as they are`(_ text: String, _ digits: Int, _ exponent: Int) {
  let expected = ProfileDecimal(significand: Int128(digits), exponent: exponent)
  #expect(ProfileDecimal(text) == expected)
  #expect(ProfileDecimal(expected.description)?.isEqual(to: expected) == true)
}

@Test(arguments: [
  "", "-", ".", "e5", "1e", "1e999999", "0x1", "1,5", "nan", "1.2.3", "1e1.5", " 1", "٣",
  "999999999999999999999999999999999999999999",
])
func `what is no decimal is refused`(_ text: String) {
  #expect(ProfileDecimal(text) == nil)
}

@Test func `decimals compare by number and keep their resolution`() throws {
  let coarse = try #require(ProfileDecimal("2.0"))
  let fine = try #require(ProfileDecimal("2.00"))
  #expect(coarse != fine)
  #expect(coarse.isEqual(to: fine))
  #expect(ProfileDecimal("12e1")?.whole == 120)
  #expect(ProfileDecimal("1.5")?.whole == nil)
  #expect(ProfileDecimal("15.00")?.whole == 15)
  #expect(try #require(ProfileDecimal("-1e3")) < coarse)
  #expect(coarse < (try #require(ProfileDecimal("1e100"))))
  for double in [0.1, 0.2, 21.48, 1e22, 123456.789, -2.5e-7, 1e-300, 1.7976931348623157e308] {
    #expect(ProfileDecimal(double)?.doubleValue == double)
  }
  #expect(ProfileDecimal(.nan) == nil)
}
