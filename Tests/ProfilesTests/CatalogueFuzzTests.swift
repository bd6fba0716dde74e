import FoundationEssentials
import GATT
import Profiles
import Testing

/// The laws of every layout of the catalogue, on octets that it accepts and on their changes.
@Suite struct CatalogueFuzzTests {
  /// A layout with octets that it accepts.
  struct Sample: Sendable {
    let target: LayoutFuzz.Target
    let octets: Data
    let context: ProfileContext
  }

  private static let indices = Array(LayoutFuzz.targets.indices)

  @Test(arguments: indices)
  func `prefixes and flipped bits of accepted octets keep the laws`(index: Int) {
    let target = LayoutFuzz.targets[index]
    let samples = Self.samples(index)
    #expect(!samples.isEmpty, "nothing is accepted for \(target.name)")
    for sample in samples {
      var changes = [sample.octets, sample.octets + [0]]
      changes += (0..<sample.octets.count).map { Data(sample.octets.prefix($0)) }
      changes += (0..<sample.octets.count * 8).map { bit in
        var flipped = sample.octets
        flipped[bit / 8] ^= 1 << (bit % 8)
        return flipped
      }
      for octets in changes {
        let problem = LayoutFuzz.check(target, octets, sample.context)
        #expect(problem == nil, "\(target.name) \(Array(octets))")
      }
    }
  }

  @Test(arguments: indices)
  func `any octets keep the laws`(index: Int) {
    var dice = Dice(state: UInt64(index))
    let target = LayoutFuzz.targets[index]
    let number = [UInt8(truncatingIfNeeded: index), UInt8(truncatingIfNeeded: index >> 8)]
    let size = target.layout.maximumSize ?? target.layout.minimumSize + 24
    for round in 0..<1000 {
      let count = round % 4 == 0 ? target.layout.minimumSize : min(size, 40) + 2
      let value = dice.octets(upTo: max(1, count))
      let problem = LayoutFuzz.run(number + [UInt8(truncatingIfNeeded: dice.next())] + value)
      #expect(problem == nil)
    }
  }

  @Test func `a check finds what does not hold`() {
    let target = LayoutFuzz.Target(
      name: "broken", layout: DynamicLayout([FieldSchema("x", .bits(BitRange(bit: 0), .bool))])
    ) { data, _ in data }
    #expect(LayoutFuzz.check(target, Data(), [:]) == nil)
    #expect(
      LayoutFuzz.check(target, Data([1]), [:])?.hasPrefix("the type reads it and writes [1]")
        == true)
    #expect(LayoutFuzz.run([]) == nil)
  }

  /// The vectors' octets, the initial value, and a few octets that happened to be accepted.
  private static func samples(_ index: Int) -> [Sample] {
    let target = LayoutFuzz.targets[index]
    var samples = vectors.filter {
      target.name.hasSuffix(", \($0.profile)") || target.name == $0.profile
    }
    .map { Sample(target: target, octets: $0.octets, context: $0.context) }
    samples += (rare[target.name] ?? []).map {
      Sample(target: target, octets: octets($0), context: [:])
    }
    samples = samples.filter { (try? target.layout.decode($0.octets, context: $0.context)) != nil }
    var dice = Dice(state: UInt64(index) &+ 1000)
    var found = 0
    for _ in 0..<20_000 where found < 2 {
      let size = target.layout.minimumSize + Int.random(in: 0..<4, using: &dice) * 2
      var octets = Data((0..<size).map { _ in UInt8(truncatingIfNeeded: dice.next() >> 32) })
      // Small numbers are more often codes, counts, months and hours.
      for place in octets.indices where Bool.random(using: &dice) { octets[place] %= 12 }
      let choice = UInt8(truncatingIfNeeded: dice.next() >> 32)
      let context = LayoutFuzz.context(for: target.layout, choice, octets)
      guard (try? target.layout.decode(octets, context: context)) != nil else { continue }
      samples.append(Sample(target: target, octets: octets, context: context))
      found += 1
    }
    return samples
  }

  /// Octets for layouts without vectors that random octets hardly ever meet.
  private static let rare = [
    "AltBeacon": ["BEAC000102030405060708090A0B0C0D0E0F00010002C500"],
    "Thingy User Interface, Thingy External Pins": ["FF0000FF"],
  ]

  /// The octets of the vectors by the name of their profile.
  private static let vectors: [(profile: String, octets: Data, context: ProfileContext)] =
    ProfileVector.all.compactMap { vector in
      guard let uuid = BluetoothUUID(vector.uuid), !vector.hex.isEmpty else { return nil }
      let context = vector.profileContext
      let manager = ProfileManager.catalogue
      let profile: (any NamedLayout)? =
        manager.characteristic(uuid, model: context["model"]?.text) ?? manager.descriptor(uuid)
        ?? manager.frame(serviceData: uuid) ?? uuid.short16.flatMap { manager.frame(company: $0) }
      return profile.map { ($0.name, octets(vector.hex), context) }
    }
}
