import FoundationEssentials
import Profiles
import Testing

/// A small generator, so that every run sees the same inputs.
struct Dice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state ^ state >> 29) &* 0x9E37_79B9_7F4A_7C15
  }

  mutating func octets(upTo count: Int) -> Data {
    Data(
      (0..<Int.random(in: 0...count, using: &self)).map { _ in
        UInt8(truncatingIfNeeded: next() >> 32)
      })
  }

  mutating func number() -> Int {
    let few = [Int.min, .max, -1, 0, 1, 2, 3, 7, 8, 16, 63, 64, 128]
    return few.randomElement(using: &self) ?? 0
  }

  mutating func scale() -> Scale {
    Bool.random(using: &self)
      ? Scale(Int64(number()), d: number(), b: number())
      : Scale([0, .nan, .infinity, 1e300, -1e-300, 0.01, 1.0 / 3].randomElement(using: &self) ?? 1)
  }

  mutating func meaning() -> Meaning {
    switch Int.random(in: 0..<5, using: &self) {
    case 0:
      .number(
        NumberMeaning(
          scale: scale(), offset: ProfileDecimal(significand: Int128(number()), exponent: number()),
          ignored: next(), specials: [.init(Int128(number()), "unknown")]))
    case 1: .exponentWord(ExponentWord(exponentBits: number(), scale: scale()))
    case 2: .bool
    case 3:
      .codes(
        Codes([.init(Int128(number()), "8"), .init(1, "one")], style: .quantity, isClosed: true))
    default: .options(Options([.init(number(), "x"), .init(0, "y")], style: .names))
    }
  }

  mutating func integer() -> IntegerForm {
    IntegerForm(
      size: number(), isSigned: Bool.random(using: &self),
      order: Bool.random(using: &self) ? .little : .big)
  }

  mutating func form(_ depth: Int) -> WireForm {
    switch Int.random(in: 0..<(depth > 0 ? 19 : 10), using: &self) {
    case 0: .integer(integer(), meaning())
    case 1:
      .bits(
        BitRange(min(number(), 70)..<max(71, number()), isSigned: Bool.random(using: &self)),
        meaning())
    case 2: .float(FloatForm(isDouble: Bool.random(using: &self), order: .big))
    case 3: .medicalFloat(size: Bool.random(using: &self) ? 2 : 4)
    case 4: .hundredths(whole: integer())
    case 5: .dateTime
    case 6: .day
    case 7: .text(TextForm(limit: number(), trimsZeros: Bool.random(using: &self)))
    case 8: .octets(OctetsForm(min(number(), 3)...max(3, number()), style: .uuid))
    case 9:
      .checksum([.required, .ifOctetsRemain, .orAllOnes].randomElement(using: &self) ?? .required)
    case 10: .list(.toEnd(minimum: number()), form(depth - 1))
    case 11: .list(.fixed(number()), form(depth - 1))
    case 12: .record(layout(depth - 1), .nested)
    case 13: .record(layout(depth - 1), .inline)
    case 14:
      .sized(SizePrefix(integer(), includesItself: Bool.random(using: &self)), form(depth - 1))
    case 15: .when(.set(number()), form(depth - 1))
    case 16:
      .either(
        Either(bit: number(), clear: .init(form(depth - 1), .celsius), set: .init(form(depth - 1))))
    case 17: .padded(Padding(before: [1], after: [2, 3]), form(depth - 1))
    default:
      .limited(
        ValueLimits(.range(.init(significand: 0), .init(significand: 100, exponent: number()))),
        form(depth - 1))
    }
  }

  mutating func layout(_ depth: Int) -> DynamicLayout {
    let fields = (0..<Int.random(in: 1...3, using: &self)).map { index in
      FieldSchema("f\(depth)\(index)", form(depth), unit: .second)
    }
    let flags = Bool.random(using: &self) ? FlagsForm(size: number(), order: .big) : nil
    guard Int.random(in: 0..<4, using: &self) == 0 else {
      return DynamicLayout(fields, flags: flags, trailing: .ignore)
    }
    let inner = DynamicLayout(fields, flags: flags)
    return DynamicLayout(
      prefix: [0],
      .union(
        UnionForm(
          tag: "op", cases: [.init([1], "one", inner), .init([], "any", DynamicLayout([]))],
          keepsOthers: Bool.random(using: &self))))
  }
}

@Test func `no layout traps on any octets, and what it decodes it can print and encode`() {
  var dice = Dice(state: 4)
  var decoded = 0
  for _ in 0..<4000 {
    let layout = dice.layout(3)
    _ = (
      layout.minimumSize, layout.maximumSize, layout.fields.map(\.kind), layout.fields.map(\.range)
    )
    for _ in 0..<4 {
      let data = dice.octets(upTo: 24)
      guard let record = try? layout.decode(data) else { continue }
      decoded += 1
      let strings = layout.strings(of: record)
      _ = try? layout.encode(record)
      let texts = Dictionary(strings.map { ($0.name, $0.text) }) { $1 }
      _ = try? layout.record(from: texts)
    }
  }
  #expect(decoded > 1000)
}

@Test func `no layout traps on any named values`() {
  var dice = Dice(state: 7)
  let values: [ProfileDatum] = [
    0, -1, 1e300, "", "x", "unknown(300)", "1e99999", true, [], [1, "a"], .special("NaN"),
    .octets(Data([1])), .record(["f20": 1]), .real(.nan), .real(.infinity), .unsigned(.max),
    .integer(.min), .integer(.max), .quantity(1, .celsius),
    .decimal(ProfileDecimal(significand: .max, exponent: -99_999)),
  ]
  for _ in 0..<6000 {
    let layout = dice.layout(2)
    var record = ProfileRecord()
    for depth in 0...2 {
      for index in 0...2 {
        let value = values.randomElement(using: &dice) ?? 0
        record.entries.append(ProfileEntry("f\(depth)\(index)", value))
      }
    }
    record.entries.append(ProfileEntry("op", values.randomElement(using: &dice) ?? 0))
    record.entries.removeAll { _ in Int.random(in: 0..<4, using: &dice) == 0 }
    let names = Set(layout.fields.map(\.name))
    let own = ProfileRecord(record.entries.filter { names.contains($0.name) })
    for record in [record, own] {
      _ = try? layout.encode(record)
      _ = layout.strings(of: record)
      let texts = Dictionary(record.entries.map { ($0.name, $0.value.text ?? "") }) { $1 }
      _ = try? layout.record(from: texts)
    }
  }
}

@Test func `a record is a small multiple of its octets`() throws {
  let layout = DynamicLayout([
    FieldSchema("all", .list(.toEnd(minimum: 0), .integer(.uint8, .number(NumberMeaning()))))
  ])
  let record = try layout.decode(Data(repeating: 7, count: 100_000))
  guard case .list(let elements) = record["all"] else {
    Issue.record("\(record.entries.count)")
    return
  }
  #expect(elements.count == 100_000)
  #expect(MemoryLayout<ProfileDatum>.stride <= 64)
}
