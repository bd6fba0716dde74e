public import FoundationEssentials

/// A layout with a name for errors: a characteristic, a descriptor or an advertisement frame.
public protocol NamedLayout: Sendable {
  /// The name in listings and errors.
  var name: String { get }
  /// The layout of the value as data.
  var layout: DynamicLayout { get }
}

extension NamedLayout {
  /// The fields in their order.
  public var schema: [FieldSchema] { layout.fields }

  /// The fewest octets of a value.
  public var minimumSize: Int { layout.minimumSize }

  /// Takes named values from octets; an error says of what, the field and the offset.
  public func decode(
    _ data: Data, context: ProfileContext = ProfileContext()
  ) throws(ProfileError) -> ProfileRecord {
    try named { () throws(ProfileError) in try layout.decode(data, context: context) }
  }

  /// Gives the octets of named values; an error says of what, and the field.
  public func encode(
    _ record: ProfileRecord, context: ProfileContext = ProfileContext()
  ) throws(ProfileError) -> Data {
    try named { () throws(ProfileError) in try layout.encode(record, context: context) }
  }

  /// The fields' names and texts in engineering units, from octets.
  public func strings(
    of data: Data, context: ProfileContext = ProfileContext()
  ) throws(ProfileError) -> [(name: String, text: String)] {
    layout.strings(of: try decode(data, context: context), context: context)
  }

  /// The octets of a value, from a text for each field.
  public func data(
    from texts: [String: String], context: ProfileContext = ProfileContext()
  ) throws(ProfileError) -> Data {
    try named { () throws(ProfileError) in
      try layout.encode(try layout.record(from: texts, context: context), context: context)
    }
  }

  private func named<Value>(
    _ work: () throws(ProfileError) -> Value
  ) throws(ProfileError) -> Value {
    do throws(ProfileError) {
      return try work()
    } catch {
      throw error.inCharacteristic(name)
    }
  }
}
