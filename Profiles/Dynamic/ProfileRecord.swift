/// One named value of a ``ProfileRecord``.
public struct ProfileEntry: Hashable, Sendable {
  /// The name of the field in its layout, such as `heartRate`.
  public var name: String
  /// The name that tells the unit too, such as `heartRate_bpm`; the key in JSON.
  public var key: String
  /// The value.
  public var value: ProfileDatum
  /// The unit of the number, if it has one.
  public var unit: ProfileUnit?

  /// Makes an entry; without `key` it is the name.
  public init(
    _ name: String, key: String? = nil, _ value: ProfileDatum, unit: ProfileUnit? = nil
  ) {
    self.name = name
    self.key = key ?? name
    self.value = value
    self.unit = unit
  }
}

/// Named values in the order of their fields: what a layout decodes to without a Swift type.
public struct ProfileRecord: Hashable, Sendable {
  /// The values; fields that the octets do not hold have no entry.
  public var entries: [ProfileEntry]

  /// Makes a record of entries.
  public init(_ entries: [ProfileEntry] = []) {
    self.entries = entries
  }

  /// The value with this key or name.
  public subscript(name: String) -> ProfileDatum? {
    entry(name)?.value
  }

  /// The entry with this key, else with this name.
  public func entry(_ name: String) -> ProfileEntry? {
    entries.first { $0.key == name } ?? entries.first { $0.name == name }
  }
}

extension ProfileRecord: ExpressibleByDictionaryLiteral, CustomStringConvertible {
  /// Makes a record from keys or names and values.
  public init(dictionaryLiteral elements: (String, ProfileDatum)...) {
    entries = elements.map { ProfileEntry($0, $1) }
  }

  /// The keys with their values, for errors and logs.
  public var description: String {
    "{" + entries.map { "\($0.key): \($0.value.printed)" }.joined(separator: ", ") + "}"
  }
}
