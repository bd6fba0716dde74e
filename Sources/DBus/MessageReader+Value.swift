extension MessageReader {
  /// The next value whatever its type.
  ///
  /// Throws at the end.
  package mutating func readValue() throws(DBusError) -> Value {
    let type = nextSignature
    switch type.string.utf8.first {
    case TypeCode.byte: return .byte(try readByte())
    case TypeCode.bool: return .bool(try readBool())
    case TypeCode.int16: return .int16(try readInt16())
    case TypeCode.uint16: return .uint16(try readUInt16())
    case TypeCode.int32: return .int32(try readInt32())
    case TypeCode.uint32: return .uint32(try readUInt32())
    case TypeCode.int64: return .int64(try readInt64())
    case TypeCode.uint64: return .uint64(try readUInt64())
    case TypeCode.double: return .double(try readDouble())
    case TypeCode.string: return .string(try readString())
    case TypeCode.objectPath: return .objectPath(try readObjectPath())
    case TypeCode.signature: return .signature(try readSignature())
    case TypeCode.fileDescriptor: return .fileDescriptor(try readFileDescriptor())
    case TypeCode.array: return try readArrayValue(type)
    case TypeCode.openStructure:
      var members = try enterStruct()
      return .structure(try members.readRest())
    default:
      var content = try enterVariant()
      return .variant(try content.readValue())
    }
  }

  private mutating func readRest() throws(DBusError) -> [Value] {
    var values: [Value] = []
    while !isAtEnd { values.append(try readValue()) }
    return values
  }

  private mutating func readArrayValue(_ type: Signature) throws(DBusError) -> Value {
    if nextIsBytes { return .bytes(try readBytes()) }
    let element = type.string.dropFirst()
    guard nextIsDictionary else {
      var elements = try enterArray()
      return .array(element: Signature(unchecked: String(element)), try elements.readRest())
    }
    // The key of a dictionary is a basic type, one letter.
    let content = element.dropFirst().dropLast()
    let key = Signature(unchecked: String(content.prefix(1)))
    let value = Signature(unchecked: String(content.dropFirst()))
    var elements = try enterArray()
    var entries: [Value.DictionaryEntry] = []
    while !elements.isAtEnd {
      var pair = try elements.enterDictEntry()
      entries.append(
        Value.DictionaryEntry(key: try pair.readValue(), value: try pair.readValue()))
    }
    return .dictionary(key: key, value: value, entries)
  }

  /// `a{sv}`: calls the closure with each name and a reader inside the variant.
  package mutating func readProperties(
    _ body: (String, inout MessageReader) throws(DBusError) -> Void
  ) throws(DBusError) {
    var elements = try enterArray()
    while !elements.isAtEnd {
      var pair = try elements.enterDictEntry()
      let name = try pair.readString()
      var content = try pair.enterVariant()
      try body(name, &content)
    }
  }
}
