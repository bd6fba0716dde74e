import FoundationEssentials
import Profiles
import Testing

/// Every characteristic of the catalogue with octets that it accepts.
private let samples: [(profile: AnyCharacteristicProfile, octets: [UInt8])] = {
  let two = TISensorTag.AccelerometerService()
  let eight = TISensorTag.AccelerometerService(range: .eightG)
  return [
    (AnyCharacteristicProfile(two.data), [0xFF, 0x03, 0x42]),
    (AnyCharacteristicProfile(eight.data), [0xF0, 0x10, 0xC0]),
    (AnyCharacteristicProfile(two.enabled), [0x01]),
    (AnyCharacteristicProfile(two.period), [0x19]),
  ]
}()

@Test func `every prefix of every sample is reported as truncated`() {
  for (profile, octets) in samples {
    for count in 0..<octets.count {
      let error = #expect(throws: ProfileError.self, "\(profile.name) with \(count) octets") {
        try profile.strings(of: Data(octets.prefix(count)))
      }
      #expect(error?.code == ProfileError.truncated)
      #expect(error?.offset == count)
      #expect(error?.available == 0)
      #expect(error?.needed == 1)
      #expect(error?.characteristic == profile.name)
      #expect(error?.field == profile.schema[count].name)
    }
  }
}

@Test func `every bit of every sample can flip without a trap`() {
  for (profile, octets) in samples {
    for bit in 0..<octets.count * 8 {
      var flipped = octets
      flipped[bit / 8] ^= 1 << (bit % 8)
      let result = Result { try profile.strings(of: Data(flipped)) }
      switch result {
      case .success(let texts): #expect(texts.count == profile.schema.count)
      case .failure(let error): #expect(error is ProfileError)
      }
    }
  }
}

@Test func `an octet after every sample is reported as trailing`() {
  for (profile, octets) in samples {
    let error = #expect(throws: ProfileError.self) {
      try profile.strings(of: Data(octets + [0]))
    }
    #expect(error?.code == ProfileError.trailing)
    #expect(
      error?.description
        == "\(profile.name) at offset \(octets.count): 1 octet after the last field; the value "
        + "has another layout")
  }
}

@Test func `texts of every sample give its octets back`() throws {
  for (profile, octets) in samples {
    let texts = try profile.strings(of: Data(octets)).map { ($0.name, $0.text) }
    #expect(try profile.data(from: .init(uniqueKeysWithValues: texts)) == Data(octets))
  }
}

@Test func `every initial value of the catalogue can be published`() throws {
  for (profile, octets) in samples {
    #expect(try profile.initialData()?.count == octets.count)
    #expect(profile.minimumSize == octets.count)
    #expect(Set(profile.schema.map(\.name)).count == profile.schema.count)
  }
}
