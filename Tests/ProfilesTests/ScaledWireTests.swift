import FoundationEssentials
import Profiles
import Testing

struct ScaledCase: Sendable {
  let wire: Wire<Double>
  let octets: [UInt8]
  let value: Double
  let text: String
}

@Test(arguments: [
  ScaledCase(wire: .int8(scale: 1.0 / 64), octets: [0xFF], value: -0.015625, text: "-0.02"),
  ScaledCase(wire: .int8(scale: 1.0 / 64), octets: [0x80], value: -2, text: "-2.00"),
  ScaledCase(wire: .uint8(), octets: [0xFF], value: 255, text: "255"),
  ScaledCase(wire: .uint8(scale: 0.5), octets: [0x01], value: 0.5, text: "0.5"),
  ScaledCase(wire: .uint8(scale: 2.5), octets: [0x01], value: 2.5, text: "2.5"),
  ScaledCase(wire: .uint8(scale: 10), octets: [0x19], value: 250, text: "250"),
  ScaledCase(wire: .uint8(scale: 1, offset: -0.5), octets: [0x01], value: 0.5, text: "0.5"),
  ScaledCase(wire: .uint8(scale: 1, offset: -40), octets: [0x00], value: -40, text: "-40"),
  ScaledCase(wire: .int16(scale: 0.01), octets: [0xC7, 0xF6], value: -23.61, text: "-23.61"),
  ScaledCase(
    wire: .uint16(scale: 1.0 / 1024, order: .big), octets: [0x04, 0x00], value: 1, text: "1.0000"),
  ScaledCase(wire: .int16(scale: -2), octets: [0x03, 0x00], value: -6, text: "-6"),
  ScaledCase(
    wire: .uint32(scale: 0.001), octets: [0xFF, 0xFF, 0xFF, 0xFF], value: 4_294_967.295,
    text: "4294967.295"),
  ScaledCase(
    wire: .int32(), octets: [0, 0, 0, 0x80], value: -2_147_483_648, text: "-2147483648"),
])
func `a quantity has its octets and its text both ways`(_ example: ScaledCase) throws {
  let layout = Layout<Double>.single(example.wire)
  let value = try layout.decode(Data(example.octets))
  #expect(abs(value - example.value) < 1e-9)
  #expect(try layout.encode(value) == Data(example.octets))
  #expect(layout.strings(of: value).map(\.text) == [example.text])
  #expect(try layout.encode(layout.value(from: ["value": example.text])) == Data(example.octets))
}

@Test(arguments: [1.0, 2, 2.5, 1.5, 0.5, 0.3, 0.1, 0.015625, 0.01, 0.0026813, 1.0 / 3])
func `text of every octet gives the octet back at any scale and offset`(_ scale: Double) throws {
  for offset in [0.0, 0.005, 0.5, -46.85, -1.0 / 7] {
    let layout = Layout<Double>.single(.int8(scale: scale, offset: offset))
    for octet in UInt8.min...UInt8.max {
      let value = try layout.decode(Data([octet]))
      #expect(try layout.encode(value) == Data([octet]))
      let text = layout.strings(of: value)[0].text
      #expect(try layout.encode(layout.value(from: ["value": text])) == Data([octet]))
    }
  }
}

@Test(
  arguments: [
    (0.5, 1), (1.5, 2), (2.5, 3), (2.49, 2), (-0.5, 0xFF), (-2.5, 0xFD), (127.49, 127),
    (-128.49, 0x80),
  ] as [(Double, UInt8)])
func `a quantity between two steps is rounded half away from zero`(
  _ value: Double, _ octet: UInt8
) throws {
  #expect(try Layout<Double>.single(.int8()).encode(value) == Data([octet]))
}

@Test(arguments: [127.5, -128.5, 1e300, -1e300, .infinity, -.infinity, .nan])
func `a quantity that no count of steps stands for is refused`(_ value: Double) {
  let error = #expect(throws: ProfileError.self) {
    try Layout<Double>.single(.int8()).encode(value)
  }
  #expect(error?.code == ProfileError.outOfRange)
}

@Test(arguments: ["1e999", "nan", "inf", "", "0.98 kg", "g", "1,5", "--1"])
func `a text that is no quantity is refused`(_ text: String) {
  let layout = Layout<Double>.single(.int8(), unit: .standardGravity)
  #expect(throws: ProfileError.self) { try layout.value(from: ["value": text]) }
}

@Test(arguments: [0, .infinity, .nan, 1e-300, 1e300])
func `a senseless scale of a quantity throws and never traps`(_ scale: Double) {
  let layout = Layout<Double>.single(.int8(scale: scale, offset: scale))
  _ = Result { try layout.strings(of: layout.decode(Data([0x80]))) }
  _ = Result { try layout.encode(1) }
  _ = Result { try layout.encode(.nan) }
}
