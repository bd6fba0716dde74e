extension MessageReader {
  /// The next value whatever its type.
  ///
  /// Throws at the end.
  package mutating func readValue() throws(DBusError) -> Value {
    switch nextCode {
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
    case TypeCode.array: return try readArrayValue()
    case TypeCode.structure:
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

  private mutating func readArrayValue() throws(DBusError) -> Value {
    let start = self
    let code = nextElementCode
    if code == TypeCode.byte { return .bytes(try readBytes()) }
    guard code == TypeCode.entry else {
      var elements = try enterArray()
      let element = Self.signature(code) ?? start.nextElementSignature
      return .array(element: element, try elements.readRest())
    }
    var elements = try enterArray()
    var types: (key: Signature, value: Signature)?
    var entries: [Value.DictionaryEntry] = []
    while !elements.isAtEnd {
      var pair = try elements.enterDictEntry()
      let key = try pair.readValue()
      if types == nil, let value = Self.signature(pair.nextCode) { types = (key.signature, value) }
      entries.append(Value.DictionaryEntry(key: key, value: try pair.readValue()))
    }
    let (key, value) = types ?? start.nextEntrySignatures
    return .dictionary(key: key, value: value, entries)
  }

  /// The signature of a type that has one letter; making the text of others takes longer.
  private static func signature(_ code: UInt8) -> Signature? {
    guard TypeCode.isBasic(code) || code == TypeCode.variant else { return nil }
    return Signature(unchecked: String(Unicode.Scalar(code)))
  }

  private var nextElementSignature: Signature {
    Signature(unchecked: String(nextSignature.string.dropFirst()))
  }

  private var nextEntrySignatures: (key: Signature, value: Signature) {
    // The key of a dictionary is a basic type, one letter.
    let content = nextSignature.string.dropFirst(2).dropLast()
    return (
      Signature(unchecked: String(content.prefix(1))),
      Signature(unchecked: String(content.dropFirst()))
    )
  }

  /// `as`.
  package mutating func readStrings() throws(DBusError) -> [String] {
    var elements = try enterArray()
    var strings: [String] = []
    while !elements.isAtEnd { strings.append(try elements.readString()) }
    return strings
  }

  /// `a{sv}`: calls the closure with each name and a reader inside the variant.
  package mutating func readProperties(
    known: [(text: StaticString, string: String)] = [],
    _ body: (String, inout MessageReader) throws(DBusError) -> Void
  ) throws(DBusError) {
    var elements = try enterArray()
    while !elements.isAtEnd {
      var pair = try elements.enterDictEntry()
      let name = try pair.readString(amongOthers: known)
      var content = try pair.enterVariant()
      try body(name, &content)
    }
  }
}
