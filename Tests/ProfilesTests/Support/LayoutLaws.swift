import FoundationEssentials
import Profiles
import Testing

/// Octets from pairs of hexadecimal digits.
func octets(_ text: String) -> Data {
  let digits = Array(text)
  return Data(
    stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    })
}

/// The laws that every layout keeps, checked on a sample in canonical octets.
///
/// The typed layout and its data must agree on every input: the sample, each of its prefixes and
/// each of its octets changed, all bits at once and one by one.
func holdsLaws<Root: Sendable>(
  _ layout: Layout<Root>, _ hex: String, context: ProfileContext = [:], texts: Bool = true,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let sample = octets(hex)
  let root = try layout.decode(sample, context: context)
  #expect(try layout.encode(root, context: context) == sample, sourceLocation: sourceLocation)
  let record = try layout.dynamic.decode(sample, context: context)
  #expect(
    try layout.dynamic.encode(record, context: context) == sample, sourceLocation: sourceLocation)
  #expect(layout.record(of: root, context: context) == record, sourceLocation: sourceLocation)
  let back = try layout.value(from: record, context: context)
  #expect(try layout.encode(back, context: context) == sample, sourceLocation: sourceLocation)
  if texts {
    let texts = layout.strings(of: root, context: context).map { ($0.name, $0.text) }
    let read = try layout.value(from: .init(uniqueKeysWithValues: texts), context: context)
    #expect(
      try layout.encode(read, context: context) == sample, "\(texts)",
      sourceLocation: sourceLocation)
  }
  for data in changes(of: sample) {
    agrees(layout, data, context, sourceLocation)
  }
}

/// Every prefix of a sample, the sample with more octets, and with octets and single bits changed.
private func changes(of sample: Data) -> [Data] {
  var changes = (0..<sample.count).map { Data(sample.prefix($0)) }
  changes += [sample + [0], sample + [0xFF, 0xFF, 0xFF]]
  for index in sample.indices {
    for change in (0..<8).map({ UInt8(1) << $0 }) + [0xFF, 0x55] {
      var data = sample
      data[index] ^= change
      changes.append(data)
    }
  }
  return changes
}

private func agrees<Root: Sendable>(
  _ layout: Layout<Root>, _ data: Data, _ context: ProfileContext, _ location: SourceLocation
) {
  let typed = Result { () throws(ProfileError) in try layout.decode(data, context: context) }
  let dynamic = Result { () throws(ProfileError) in
    try layout.dynamic.decode(data, context: context)
  }
  switch (typed, dynamic) {
  case (.success(let root), .success(let record)):
    #expect(
      layout.record(of: root, context: context) == record, "\(Array(data))",
      sourceLocation: location)
    let fromTyped = Result { () throws(ProfileError) in
      try layout.encode(root, context: context)
    }
    let fromDynamic = Result { () throws(ProfileError) in
      try layout.dynamic.encode(record, context: context)
    }
    guard case .success(let octets) = fromTyped, case .success(let other) = fromDynamic,
      octets != other
    else { return }
    // Codes that share a name are one code in a record.
    #expect(
      (try? layout.dynamic.decode(octets, context: context))
        == (try? layout.dynamic.decode(other, context: context)),
      "\(Array(data))", sourceLocation: location)
  case (.failure(let error), .failure(let other)):
    #expect(error.description == other.description, "\(Array(data))", sourceLocation: location)
  default:
    Issue.record("\(Array(data)): \(typed) is not \(dynamic)", sourceLocation: location)
  }
}

/// Checks that octets are refused alike by the typed layout and its data, and gives the error.
func refusal<Root: Sendable>(
  _ layout: Layout<Root>, _ hex: String, context: ProfileContext = [:],
  sourceLocation: SourceLocation = #_sourceLocation
) -> ProfileError? {
  agrees(layout, octets(hex), context, sourceLocation)
  return #expect(throws: ProfileError.self, sourceLocation: sourceLocation) {
    try layout.decode(octets(hex), context: context)
  }
}
