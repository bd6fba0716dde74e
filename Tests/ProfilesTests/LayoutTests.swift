import FoundationEssentials
import GATT
import Profiles
import Testing

@Test func `the schema lists the fields in their order with all that is known of them`() {
  let schema = Sample.profileLayout.schema
  #expect(schema.map(\.name) == ["level", "period", "gravity", "on", "label"])
  #expect(schema.map(\.kind) == ["uint8", "uint8 × 10", "int16 × 0.5", "bool", "utf8"])
  #expect(schema.map(\.unit?.symbol) == ["%", "ms", "g", nil, nil])
  #expect(schema.map(\.range) == ["0...100 %", nil, "-10.0...10.0 g", nil, nil])
  #expect(schema.map(\.minimumSize) == [1, 1, 2, 1, 0])
  #expect(schema.map(\.maximumSize) == [1, 1, 2, 1, 4])
  #expect(Sample.profileLayout.minimumSize == 5)
}

@Test func `every prefix of a value is truncated or a shorter text`() {
  for count in 0..<Sample.octets.count {
    let result = Result { try Sample(profileData: Data(Sample.octets.prefix(count))) }
    switch result {
    case .success(let sample):
      #expect(count >= 5)
      #expect(sample.label.utf8.count == count - 5)
    case .failure(let error):
      #expect(count < 5)
      #expect((error as? ProfileError)?.code == ProfileError.truncated)
    }
  }
}

@Test func `every flipped bit decodes to a value that encodes alike, or throws`() throws {
  for bit in 0..<Sample.octets.count * 8 {
    var octets = Sample.octets
    octets[bit / 8] ^= 1 << (bit % 8)
    let result = Result { try Sample(profileData: Data(octets)) }
    guard case .success(let sample) = result else { continue }
    #expect(try sample.profileData() == Data(octets))
  }
}

private struct Pair: Hashable, Sendable {
  var first: UInt8
  var second: Data
}

@Test func `a layout can pass over octets after its last field`() throws {
  let strict = Layout<Pair>(Pair.init(first:second:)) {
    Field("first", \.first, .uint8())
    Field("second", \.second, .opaque(count: 2))
  }
  let lenient = Layout<Pair>(Pair.init(first:second:), trailing: .ignore) {
    Field("first", \.first, .uint8())
    Field("second", \.second, .opaque(count: 2))
  }
  let octets = Data([1, 2, 3, 4, 5])
  #expect(try lenient.decode(octets) == Pair(first: 1, second: Data([2, 3])))
  let error = #expect(throws: ProfileError.self) { try strict.decode(octets) }
  #expect(
    error?.description
      == "value at offset 3: 2 octets after the last field; the value has another layout")
  #expect(throws: ProfileError.self) { try strict.encode(Pair(first: 1, second: Data([1]))) }
}

@Test func `octets of any limit never trap`() throws {
  for limit in [Int.min, -1, 0, 1, .max] {
    _ = Result { try Layout<Data>.single(.opaque(limit: limit)).decode(Data([1, 2])) }
    _ = Result { try Layout<Data>.single(.opaque(count: limit)).decode(Data([1, 2])) }
    _ = Result { try Layout<String>.single(.utf8(limit: limit)).decode(Data([1, 2])) }
    _ = Result { try Layout<Data>.single(.opaque(limit: limit)).encode(Data([1, 2])) }
    _ = Result { try Layout<String>.single(.utf8(limit: limit)).encode("ab") }
  }
}

@Test(arguments: ["0", "0G", "0x00", "00 01", "é"])
func `a text that is no hexadecimal octets is refused`(_ text: String) {
  #expect(throws: ProfileError.self) { try Data(profileStrings: ["value": text]) }
}

@Test func `a profile without permissions takes them from its properties`() {
  func permissions(_ properties: CharacteristicProperties) -> AttributePermissions {
    CharacteristicProfile<UInt8>("Level", uuid: 0x2A19, properties: properties).permissions
  }
  #expect(permissions([.read, .notify]) == [.readable])
  #expect(permissions([.writeWithoutResponse]) == [.writeable])
  #expect(permissions([.notify]) == [])
  let stated = CharacteristicProfile<UInt8>(
    "Level", uuid: 0x2A19, properties: [.read], permissions: [.readable, .encryptRead])
  #expect(stated.permissions == [.readable, .encryptRead])
  #expect(stated.initialValue == nil)
}

@Test func `SerDe gives nil for what does not fit`() {
  #expect(SerDe.serialize(Sample(level: 101, period: 0, gravity: 0, isOn: true, label: "")) == nil)
  #expect((SerDe.deserialize(Data([1])) as UInt16?) == nil)
}

@Test func `octets of a limited field stop at the limit and leave the rest to the policy`() throws {
  let lenient = Layout<Data>({ $0 }, trailing: .ignore) {
    Field("value", \.self, .opaque(limit: 2))
  }
  #expect(try lenient.decode(Data([1, 2, 3])) == Data([1, 2]))
  #expect(try lenient.decode(Data([1])) == Data([1]))
  let strict = Layout<Data>.single(.opaque(limit: 2))
  let error = #expect(throws: ProfileError.self) { try strict.decode(Data([1, 2, 3])) }
  #expect(error?.code == ProfileError.trailing)
  #expect(throws: ProfileError.self) { try strict.encode(Data([1, 2, 3])) }
}

@Test func `a program can add a wire form of its own`() throws {
  let marked = Wire<Int>(
    kind: "marked uint8", size: 2...2,
    decode: { reader throws(ProfileError) in
      let offset = reader.offset
      let marker = try reader.integer(UInt8.self)
      guard marker == 0xA5 else {
        throw .badValue("\(marker)", allowed: "the marker 165", offset: offset)
      }
      return Int(try reader.integer(UInt8.self))
    },
    encode: { value, writer throws(ProfileError) in
      guard let octet = UInt8(exactly: value) else {
        throw .outOfRange("\(value)", allowed: "0...255")
      }
      writer.append(Data([0xA5, octet]))
    },
    text: { "\($0)" },
    parse: { text throws(ProfileError) in
      guard let value = Int(text) else { throw .badValue(text, allowed: "a number") }
      return value
    })
  let layout = Layout<Int>.single(marked, name: "count", unit: .second)
  #expect(try layout.decode(Data([0xA5, 7])) == 7)
  #expect(try layout.encode(7) == Data([0xA5, 7]))
  #expect(try layout.value(from: ["count": "7 s"]) == 7)
  let error = #expect(throws: ProfileError.self) { try layout.encode(256) }
  #expect(
    error?.description
      == "field count: 256 s is outside 0...255 s; write a value of that range")
  #expect(throws: ProfileError.self) { try layout.decode(Data([0, 7])) }
}

@Test func `a peripheral answers each kind of error with the code of the attribute protocol`() {
  func answer(_ octets: [UInt8]) -> ATTError? {
    #expect(throws: ProfileError.self) { try Sample(profileData: Data(octets)) }?.attError
  }
  #expect(answer([50]) == .invalidAttributeValueLength)
  #expect(answer([50, 10, 3, 0, 1, 1, 2, 3, 4, 5]) == .invalidAttributeValueLength)
  #expect(answer([101, 10, 3, 0, 1]) == .outOfRange)
  #expect(answer([50, 10, 3, 0, 2]) == .valueNotAllowed)
}
