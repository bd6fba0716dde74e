package import FoundationEssentials

// Typed views. Each looks through variants and gives nil for a value of another type.
extension Value {
  /// The value inside any number of variants.
  package var unwrapped: Value {
    var value = self
    while case .variant(let inner) = value { value = inner }
    return value
  }

  package var asByte: UInt8? {
    guard case .byte(let value) = unwrapped else { return nil }
    return value
  }

  package var asBool: Bool? {
    guard case .bool(let value) = unwrapped else { return nil }
    return value
  }

  package var asInt16: Int16? {
    guard case .int16(let value) = unwrapped else { return nil }
    return value
  }

  package var asUInt16: UInt16? {
    guard case .uint16(let value) = unwrapped else { return nil }
    return value
  }

  package var asInt32: Int32? {
    guard case .int32(let value) = unwrapped else { return nil }
    return value
  }

  package var asUInt32: UInt32? {
    guard case .uint32(let value) = unwrapped else { return nil }
    return value
  }

  /// Any integer type that fits.
  package var asInt: Int? {
    switch unwrapped {
    case .byte(let value): Int(value)
    case .int16(let value): Int(value)
    case .uint16(let value): Int(value)
    case .int32(let value): Int(value)
    case .uint32(let value): Int(value)
    case .int64(let value): Int(exactly: value)
    case .uint64(let value): Int(exactly: value)
    default: nil
    }
  }

  package var asUInt64: UInt64? {
    guard case .uint64(let value) = unwrapped else { return nil }
    return value
  }

  package var asDouble: Double? {
    guard case .double(let value) = unwrapped else { return nil }
    return value
  }

  package var asString: String? {
    guard case .string(let value) = unwrapped else { return nil }
    return value
  }

  package var asObjectPath: ObjectPath? {
    guard case .objectPath(let value) = unwrapped else { return nil }
    return value
  }

  package var asFileDescriptor: FileDescriptor? {
    guard case .fileDescriptor(let value) = unwrapped else { return nil }
    return value
  }

  package var asData: Data? {
    switch unwrapped {
    case .bytes(let data): return data
    case .array(let element, let values) where element == "y":
      return Data(values.compactMap(\.asByte))
    default: return nil
    }
  }

  /// The elements of any array but `ay`.
  package var asArray: [Value]? {
    guard case .array(_, let values) = unwrapped else { return nil }
    return values
  }

  package var asStrings: [String]? {
    guard case .array(let element, let values) = unwrapped, element == "s" else { return nil }
    return values.compactMap(\.asString)
  }

  package var asObjectPaths: [ObjectPath]? {
    guard case .array(let element, let values) = unwrapped, element == "o" else { return nil }
    return values.compactMap(\.asObjectPath)
  }

  package var asEntries: [DictionaryEntry]? {
    guard case .dictionary(_, _, let entries) = unwrapped else { return nil }
    return entries
  }

  /// A dictionary with strings as keys, the values without their variants.
  ///
  /// The last of equal keys wins.
  package var asProperties: [String: Value]? {
    guard case .dictionary(let key, _, let entries) = unwrapped, key == "s" else { return nil }
    var properties: [String: Value] = [:]
    properties.reserveCapacity(entries.count)
    for entry in entries {
      guard let name = entry.key.asString else { continue }
      properties[name] = entry.value.unwrapped
    }
    return properties
  }
}
