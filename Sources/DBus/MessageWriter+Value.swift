import FoundationEssentials

extension MessageWriter {
  package mutating func append(contentsOf values: [Value]) {
    for value in values { append(value) }
  }

  package mutating func append(_ value: Value) {
    switch value {
    case .byte(let value): appendByte(value)
    case .bool(let value): appendBool(value)
    case .int16(let value): appendInt16(value)
    case .uint16(let value): appendUInt16(value)
    case .int32(let value): appendInt32(value)
    case .uint32(let value): appendUInt32(value)
    case .int64(let value): appendInt64(value)
    case .uint64(let value): appendUInt64(value)
    case .double(let value): appendDouble(value)
    case .string(let value): appendString(value)
    case .objectPath(let value): appendObjectPath(value)
    case .signature(let value): appendSignature(value)
    case .fileDescriptor(let value): appendFileDescriptor(value)
    case .bytes(let value): appendBytes(value)
    case .array(let element, let values):
      guard element.isSingleType else { return fail("An array cannot hold '\(element)'.") }
      appendArray(of: element) { $0.append(contentsOf: values) }
    case .dictionary(let key, let value, let entries):
      appendDictionary(key: key, value: value, entries)
    case .structure(let members):
      guard !members.isEmpty else { return fail("A structure without members cannot be sent.") }
      guard let type = Signature(value.signature.string) else {
        return fail("The structure is nested too deeply.")
      }
      appendStructure(type) { $0.append(contentsOf: members) }
    case .variant(let inner):
      appendVariant(of: inner.signature) { $0.append(inner) }
    }
  }

  private mutating func appendDictionary(
    key: Signature, value: Signature, _ entries: [Value.DictionaryEntry]
  ) {
    guard key.isBasicType, value.isSingleType else {
      return fail("A dictionary cannot have '\(key)' as key and '\(value)' as value.")
    }
    appendArray(of: Signature(unchecked: "{\(key)\(value)}")) { array in
      for entry in entries {
        array.appendEntry(key: key, value: value) {
          $0.append(entry.key)
          $0.append(entry.value)
        }
      }
    }
  }

  /// `a{sv}` in the given order.
  package mutating func appendDictionary(_ entries: [(String, Value)]) {
    appendArray(of: Signature(unchecked: "{sv}")) { array in
      for (name, value) in entries {
        array.appendEntry(key: "s", value: "v") {
          $0.appendString(name)
          $0.append(.variant(value))
        }
      }
    }
  }

  /// `a{sv}` without entries: the options of most calls.
  package mutating func appendEmptyDictionary() {
    appendArray(of: Signature(unchecked: "{sv}")) { _ in }
  }

  /// `as`.
  package mutating func appendStrings(_ strings: [String]) {
    appendArray(of: "s") { array in
      for string in strings { array.appendString(string) }
    }
  }
}
