import FoundationEssentials
import GATT
import Profiles
import Testing

@Test func `the file holds all vectors, each with a name of its own`() {
  #expect(ProfileVector.all.count == 189)
  #expect(Set(ProfileVector.all.map(\.id)).count == 189)
}

@Test(arguments: ProfileVector.all)
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
