/// A line of the result.
struct Figure: Encodable {
  enum Group: String, Encodable {
    case floor, ours, beside, allocations, heap
  }

  enum Unit: String, Encodable { case nanoseconds, ratio, allocations, octets }

  let group: Group
  let name: String
  /// In nanoseconds, allocations or octets, as the group has it.
  let value: Double
  /// How many times its floor it is.
  var ratio: Double?
  /// The name of that floor.
  var floor: String?
  var allocations: Double?
  var target: Double?
  /// What the target is a number of.
  var unit: Unit?
  var note: String?

  var isMet: Bool? {
    guard let target else { return nil }
    return (unit == .ratio ? ratio ?? .infinity : value) <= target
  }

  enum CodingKeys: String, CodingKey {
    case group, name, value, ratio, floor, allocations, target, unit, isMet, note
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(group, forKey: .group)
    try container.encode(name, forKey: .name)
    try container.encode(value, forKey: .value)
    try container.encodeIfPresent(ratio, forKey: .ratio)
    try container.encodeIfPresent(floor, forKey: .floor)
    try container.encodeIfPresent(allocations, forKey: .allocations)
    try container.encodeIfPresent(target, forKey: .target)
    try container.encodeIfPresent(unit, forKey: .unit)
    try container.encodeIfPresent(isMet, forKey: .isMet)
    try container.encodeIfPresent(note, forKey: .note)
  }
}

/// The middle one of some numbers.
func median(_ values: [Double]) -> Double {
  guard !values.isEmpty else { return .nan }
  let sorted = values.sorted()
  return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
}
