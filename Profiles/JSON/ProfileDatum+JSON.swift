import FoundationEssentials

extension ProfileDatum {
  /// The value as JSON: octets are pairs of lower-case hexadecimal digits, as in the printed form of
  /// a UUID, and what is no number is its word.
  public var json: ProfileJSON {
    switch self {
    case .integer(let value): .whole(value)
    case .unsigned(let value): .whole(value)
    case .decimal(let value): .number(value)
    case .real(let value):
      ProfileDecimal(value).map(ProfileJSON.number) ?? .string(Self.word(value))
    case .text(let text), .special(let text): .string(text)
    case .octets(let octets): .string(hexadecimal(octets).lowercased())
    case .bool(let value): .bool(value)
    case .list(let elements): .array(elements.map(\.json))
    case .record(let record): record.json
    case .quantity(let value, _): value.json
    }
  }

  /// Takes a value from JSON; layouts find out whether a text is a name, a number or octets.
  public init(json: ProfileJSON) throws(ProfileError) {
    try self.init(JSONNode(json))
  }

  init(_ node: JSONNode) throws(ProfileError) {
    switch node.value {
    case .null: throw node.error(allowed: "possible; leave out what is not there")
    case .bool(let value): self = .bool(value)
    case .number(let number):
      self = number.exponent == 0 ? .integer(number.significand) : .decimal(number)
    case .unsigned(let number): self = .unsigned(number)
    case .string(let text): self = .text(text)
    case .array:
      self = .list(try node.map { element throws(ProfileError) in try ProfileDatum(element) })
    case .object: self = .record(try ProfileRecord(node))
    }
  }

  private static func word(_ value: Double) -> String {
    value.isNaN ? "NaN" : value < 0 ? "-INF" : "+INF"
  }
}

extension ProfileRecord {
  /// An object of the values by their keys, in the order of the fields.
  public var json: ProfileJSON {
    .object(entries.map { .init($0.key, $0.value.json) })
  }

  /// The symbols of the units by the keys of the values, those of nested groups too.
  public var unitsJSON: ProfileJSON {
    var members: [ProfileJSON.Member] = []
    var seen: Set<String> = []
    collectUnits { key, unit in
      if seen.insert(key).inserted { members.append(.init(key, .string(unit.symbol))) }
    }
    return .object(members)
  }

  /// Takes named values from an object whose members are keys or names of fields.
  public init(json: ProfileJSON) throws(ProfileError) {
    try self.init(JSONNode(json))
  }

  init(_ node: JSONNode) throws(ProfileError) {
    self.init()
    for (key, member) in try node.members {
      entries.append(ProfileEntry(key, try ProfileDatum(member)))
    }
  }

  fileprivate func collectUnits(_ add: (String, ProfileUnit) -> Void) {
    for entry in entries {
      if let unit = entry.unit { add(entry.key, unit) }
      entry.value.collectUnits(add)
    }
  }
}

extension ProfileDatum {
  fileprivate func collectUnits(_ add: (String, ProfileUnit) -> Void) {
    switch self {
    case .record(let record): record.collectUnits(add)
    case .list(let elements):
      for element in elements { element.collectUnits(add) }
    default: break
    }
  }
}

extension ProfileContext {
  /// Takes what a layout asks for from an object.
  public init(json: ProfileJSON) throws(ProfileError) {
    let record = try ProfileRecord(json: json)
    self.init(Dictionary(record.entries.map { ($0.key, $0.value) }) { _, last in last })
  }
}
