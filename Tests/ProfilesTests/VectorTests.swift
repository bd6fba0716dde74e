import FoundationEssentials
import GATT
import Profiles
import Testing

@Test func `the file holds all vectors, each with a name of its own`() {
  #expect(ProfileVector.all.count == 189)
  #expect(Set(ProfileVector.all.map(\.id)).count == 189)
}

@Test(arguments: ProfileVector.all.filter { !pending.contains($0.uuid) })
func `a vector holds in the catalogue`(_ vector: ProfileVector) throws {
  let profile = try #require(vector.profile, "no profile for \(vector.uuid)")
  let context = vector.profileContext
  switch vector.direction {
  case .decode:
    guard let fields = vector.expected.fields else {
      let error = #expect(throws: ProfileError.self) {
        try profile.decode(octets(vector.hex), context: context)
      }
      #expect(error?.code.description == vector.expected.error)
      return
    }
    let record = try profile.decode(octets(vector.hex), context: context)
    #expect(
      fields.agree(with: record, tolerance: vector.tolerance), "\(record) is not \(vector.record)")
    if vector.roundtrip == true {
      #expect(try profile.encode(record, context: context) == octets(vector.hex))
    }
  case .encode:
    let data = try profile.encode(vector.record, context: context)
    #expect(data == octets(vector.hex))
    let record = try profile.decode(data, context: context)
    #expect(
      vector.expected.fields?.agree(with: record, tolerance: vector.tolerance) == true,
      "\(record) is not \(vector.record)")
  case .reject:
    let error = #expect(throws: ProfileError.self) {
      try profile.encode(vector.record, context: context)
    }
    #expect(error?.code.description == vector.expected.error)
  }
}

/// UUIDs of vectors whose profile the catalogue does not have yet.
private let pending: Set<String> = [
  "004C", "2902", "2904", "2A06", "2A07", "2A08", "2A0D", "2A0E", "2A0F",
  "2A2B", "2A33",
  "2A46", "2A4A", "2A53", "2A55", "2A5B", "2A63", "2A6C",
  "2A6D", "2A6E", "2A6F", "2A79", "2A7B", "2AA1",
  "2ACD", "2AD2", "2AD9", "2AFB", "FEAA", "FFE1",
  "00001A01-0000-1000-8000-00805F9B34FB",
  "EF680201-9B35-4933-9B10-52FFA9740042",
  "EF680203-9B35-4933-9B10-52FFA9740042",
  "EF680204-9B35-4933-9B10-52FFA9740042",
  "EF680206-9B35-4933-9B10-52FFA9740042",
  "EF680301-9B35-4933-9B10-52FFA9740042",
  "EF680404-9B35-4933-9B10-52FFA9740042",
  "EF680407-9B35-4933-9B10-52FFA9740042",
  "EF680409-9B35-4933-9B10-52FFA9740042",
  "EF68040A-9B35-4933-9B10-52FFA9740042",
  "F000AA01-0451-4000-B000-000000000000",
  "F000AA21-0451-4000-B000-000000000000",
  "F000AA31-0451-4000-B000-000000000000",
  "F000AA41-0451-4000-B000-000000000000",
  "F000AA43-0451-4000-B000-000000000000",
  "F000AA51-0451-4000-B000-000000000000",
  "F000AA52-0451-4000-B000-000000000000",
  "F000AA71-0451-4000-B000-000000000000",
  "F000AA81-0451-4000-B000-000000000000",
  "F000AA82-0451-4000-B000-000000000000",
  "F000CCC1-0451-4000-B000-000000000000",
  "F000CCC2-0451-4000-B000-000000000000",
]

@Test func `what is in the catalogue is no longer waited for`() {
  let arrived = ProfileVector.all.filter { pending.contains($0.uuid) && $0.profile != nil }
  #expect(Set(arrived.map(\.uuid)) == [])
}

extension ProfileVector {
  /// The profile that the vector is about, found as tools find it.
  fileprivate var profile: (any NamedLayout)? {
    if service == "(primitive)" { return Primitive.all.first { $0.name == characteristic } }
    let catalogue = ProfileManager.catalogue
    guard let uuid = BluetoothUUID(self.uuid) else { return nil }
    if service == "(descriptor)" { return catalogue.descriptor(uuid) }
    if service.isEmpty { return UInt16(self.uuid, radix: 16).flatMap(catalogue.frame(company:)) }
    if service == self.uuid { return catalogue.frame(serviceData: uuid) }
    return catalogue.characteristic(
      uuid, service: BluetoothUUID(service), model: profileContext["model"]?.text)
  }
}

/// A wire form that stands for itself.
private struct Primitive: NamedLayout {
  let name: String
  let layout: DynamicLayout

  static let all = [
    Primitive(
      name: "IEEE 11073 SFLOAT (medfloat16)",
      layout: Layout<MedicalFloat16>.single(.medfloat16).dynamic),
    Primitive(
      name: "IEEE 11073 FLOAT (medfloat32)",
      layout: Layout<MedicalFloat32>.single(.medfloat32).dynamic),
    Primitive(name: "sint24", layout: Layout<Int>.single(.int24()).dynamic),
    Primitive(
      name: "two uint12 in three octets",
      layout: Layout<Vector3>(
        { Vector3(x: $0, y: $1, z: 0) }, flags: .uint24
      ) {
        Field("first", \.x, .bits(0..<12, scale: .one))
        Field("second", \.y, .bits(12..<24, scale: .one))
      }.dynamic),
  ]
}
